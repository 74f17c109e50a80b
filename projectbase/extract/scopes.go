package extract

import (
	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// scopes are the symbols around the current node, and the metrics of the
// innermost callable.
type scopes struct {
	*parsed
	open     []scope
	callable int32 // innermost callable's symbol, or NoSymbol
	controls []uint32
	floor    int    // controls open when the innermost callable began
	closure  uint32 // end of the open closure, as a node index; smaller if none is open
}

// scope is an open symbol that may contain others.
type scope struct {
	next     uint32 // index of the first node outside
	symbol   int32
	callable int32 // innermost callable outside of it
	floor    int
	closure  uint32 // value of scopes.closure outside of it
	body     uint32 // of a callable, or syntax.None
	results  int    // number of known return values
	words    int    // number of occurrences before it
	group    bool   // it opens no symbol, see lang.Sink.Group

	access     string // set by a section for the members after it
	visibility projectbase.Visibility
}

func (p *scopes) start() {
	p.open, p.callable, p.controls, p.floor, p.closure = p.open[:0], projectbase.NoSymbol, p.controls[:0], 0, 0
}

// holder returns the innermost open symbol.
func (p *scopes) holder() int32 {
	if len(p.open) == 0 {
		return projectbase.NoSymbol
	}
	return p.open[len(p.open)-1].symbol
}

// local reports whether node i lies directly in a callable, which may have no
// symbol.
func (p *scopes) local(i uint32) bool {
	if p.callable >= 0 && p.holder() == p.callable {
		return true
	}
	return i < p.closure
}

// Return implements lang.Sink.
func (p *scopes) Return() {
	if p.callable >= 0 {
		p.facts.Symbols[p.callable].Metrics.Returns++
	}
}

// Section implements lang.Sink.
func (p *scopes) Section(access string, v projectbase.Visibility) {
	if top := len(p.open) - 1; top >= 0 {
		p.open[top].access, p.open[top].visibility = access, v
	}
}

// Group implements lang.Sink.
func (p *scopes) Group(node uint32) {
	p.open = append(p.open, scope{next: p.tree.Nodes[node].Next, symbol: p.holder(), group: true})
}

// count adds a branch, loop or return to the metrics of the innermost
// callable.
func (p *scopes) count(i uint32, n *syntax.Node, a action) {
	m := &p.facts.Symbols[p.callable].Metrics
	if a&actReturn != 0 {
		m.Returns++
	}
	if a&actYield != 0 {
		p.facts.Symbols[p.callable].Flags |= projectbase.FlagGenerator
	}
	if a&actLoop != 0 {
		m.Loops++
	}
	if a&(actBranch|actLoop|actOperator) == 0 || a&actOperator != 0 && p.language.Metrics.Within != nil && !p.within(n) {
		return
	}
	if a&actBranch == 0 || p.language.Metrics.Default == nil || !p.language.Metrics.Default(p.tree, i) {
		m.Branches++
	}
	if a&actOperator != 0 || p.elseIf(n) {
		return
	}
	p.controls = append(p.controls, n.Next)
	m.Nesting = max(m.Nesting, uint32(len(p.controls)-p.floor))
}

// within reports whether the parent of an operator's token makes it a branch.
func (p *scopes) within(n *syntax.Node) bool {
	if n.Parent == syntax.None {
		return false
	}
	parent := &p.tree.Nodes[n.Parent]
	return parent.Symbol != syntax.ErrorSymbol && p.act[parent.Symbol]&actWithin != 0
}

// elseIf reports whether a branch continues another one, as in "else if".
func (p *scopes) elseIf(n *syntax.Node) bool {
	if p.field[n.Field]&actElse != 0 {
		return true
	}
	if n.Parent == syntax.None {
		return false
	}
	parent := &p.tree.Nodes[n.Parent]
	return parent.Symbol != syntax.ErrorSymbol && p.act[parent.Symbol]&actElse != 0
}
