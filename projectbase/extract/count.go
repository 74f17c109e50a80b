package extract

import (
	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// count enters a branch, loop or return into the metrics of the innermost callable.
func (p *pass) count(i uint32, n *syntax.Node, a action) {
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

// within reports whether an operator's token stands where it is one.
func (p *pass) within(n *syntax.Node) bool {
	if n.Parent == syntax.None {
		return false
	}
	parent := &p.tree.Nodes[n.Parent]
	return parent.Symbol != syntax.ErrorSymbol && p.act[parent.Symbol]&actWithin != 0
}

// elseIf reports whether a branch continues another one, as "else if" does.
func (p *pass) elseIf(n *syntax.Node) bool {
	if p.field[n.Field]&actElse != 0 {
		return true
	}
	if n.Parent == syntax.None {
		return false
	}
	parent := &p.tree.Nodes[n.Parent]
	return parent.Symbol != syntax.ErrorSymbol && p.act[parent.Symbol]&actElse != 0
}
