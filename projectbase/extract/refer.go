package extract

import (
	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// maxUnwrap bounds the number of nodes between a reference and its name.
const maxUnwrap = 16

// references enters references and imports. A reference to a value stays open
// until its callable ends, because the callable may bind the name.
type references struct {
	*parsed
	words  *wordScan
	scopes *scopes
	expr   *expressions
	args   *arguments
	owned  []owned // references of types that are declared elsewhere in the file
	values values
}

// owned is a reference that belongs to a type, wherever it stands.
type owned struct {
	reference int
	owner     string
}

func (p *references) start() {
	p.owned = p.owned[:0]
	p.values.start()
}

// called enters a reference to the callee of a call.
func (p *references) called(i uint32, c *call) {
	function := p.tree.First(i)
	if c.function != 0 {
		function = p.tree.FieldChild(i, c.function)
	}
	if function != syntax.None {
		p.Refer(function, c.kind)
	}
}

// Refer implements lang.Sink.
func (p *references) Refer(i uint32, kind projectbase.ReferenceKind) {
	if p.marks[i]&markReferred != 0 {
		return
	}
	name, object, ok := p.nameOf(i)
	if !ok || p.marks[name]&markReferred != 0 {
		return
	}
	p.ReferTo(name, object, kind)
	p.marks[i] |= markReferred
}

// ReferTo implements lang.Sink.
func (p *references) ReferTo(name, object uint32, kind projectbase.ReferenceKind) {
	if p.marks[name]&markReferred != 0 {
		return
	}
	p.marks[name] |= markReferred
	n := &p.tree.Nodes[name]
	if n.End == n.Start {
		return
	}
	id := p.terms.ID(p.source[n.Start:n.End])
	if p.tree.Errors > 0 && int(id) < len(p.keyword) && p.keyword[id] {
		return // in broken code, a keyword may look like a name
	}
	if p.reserved[id] {
		return
	}
	r := projectbase.Reference{Kind: kind, Name: id, Qualifier: projectbase.NoTerm, Arguments: p.args.text(name, kind),
		Line: n.Row + 1, Column: p.column(n.Row, n.Start), Symbol: p.scopes.holder()}
	if object != syntax.None {
		p.marks[object] |= markObject
		r.Qualifier = p.expr.qualifier(object)
	}
	p.facts.References = append(p.facts.References, r)
}

// ReferQualified implements lang.Sink.
func (p *references) ReferQualified(name uint32, qualifier string, kind projectbase.ReferenceKind) {
	before := len(p.facts.References)
	p.ReferTo(name, syntax.None, kind)
	if len(p.facts.References) == before || qualifier == "" {
		return
	}
	id := p.ellipsis
	if text := []byte(qualifier); len(text) <= maxQualifier && printable(text) {
		id = p.terms.ID(text)
	}
	p.facts.References[before].Qualifier = id
}

// ReferAs implements lang.Sink.
func (p *references) ReferAs(at, name uint32, qualifier string, kind projectbase.ReferenceKind) {
	if p.marks[at]&markReferred != 0 {
		return
	}
	p.marks[at] |= markReferred
	n := &p.tree.Nodes[at]
	p.facts.References = append(p.facts.References, projectbase.Reference{Kind: kind, Name: p.terms.ID(p.tree.Text(name)),
		Qualifier: p.terms.ID([]byte(qualifier)), Arguments: projectbase.NoTerm, Line: n.Row + 1, Column: p.column(n.Row, n.Start), Symbol: p.scopes.holder()})
}

// ReferOf implements lang.Sink.
func (p *references) ReferOf(owner string, i uint32, kind projectbase.ReferenceKind) {
	before := len(p.facts.References)
	if p.Refer(i, kind); len(p.facts.References) > before && owner != "" {
		p.owned = append(p.owned, owned{before, owner})
	}
}

// settleOwned attaches references to their types. If several types have the
// name, the first one gets them.
func (p *references) settleOwned() {
	if len(p.owned) == 0 {
		return
	}
	types := map[string]int32{}
	for i := range p.facts.Symbols {
		s := &p.facts.Symbols[i]
		if _, has := types[s.Name]; !has && s.Kind.IsType() && s.Owner == "" {
			types[s.Name] = int32(i)
		}
	}
	for _, o := range p.owned {
		if s, has := types[o.owner]; has {
			p.facts.References[o.reference].Symbol = s
		}
	}
}

// Skip implements lang.Sink.
func (p *references) Skip(node uint32) {
	for i := node; i < p.tree.Nodes[node].Next; i++ {
		p.marks[i] |= markReferred
	}
}

// nameOf returns the identifier that a node leads to, and the object if that
// is a member.
func (p *references) nameOf(i uint32) (name, object uint32, ok bool) {
	object = syntax.None
	for range maxUnwrap {
		n := &p.tree.Nodes[i]
		if n.Symbol == syntax.ErrorSymbol {
			return 0, 0, false
		}
		if p.act[n.Symbol]&(actIdentifier|actNamed) != 0 {
			return i, object, true
		}
		next := uint32(syntax.None)
		if m := p.member[n.Symbol]; m != nil {
			object = p.part(i, m.object, false)
			next = p.part(i, m.name, true)
			p.marks[i] |= markReferred
		} else if u := p.unwrap[n.Symbol]; u.on {
			next = p.part(i, u.field, false)
		}
		if next == syntax.None {
			return 0, 0, false
		}
		i = next
	}
	return 0, 0, false
}

// Import implements lang.Sink.
func (p *references) Import(node uint32, i projectbase.Import) {
	i.Line = p.tree.Nodes[node].Row + 1
	i.Symbol = p.scopes.holder()
	i.Module, i.Name, i.Alias = cut(i.Module, maxSignature), cut(i.Name, maxType), cut(i.Alias, maxType)
	p.facts.Imports = append(p.facts.Imports, i)
}

// memberNamed enters the reference of a member. The qualifier of a type's name
// is usually a namespace, so it is no reference of its own.
func (p *references) memberNamed(i uint32, n *syntax.Node) {
	if !p.member[n.Symbol].isType {
		p.Refer(i, projectbase.RefMember)
		return
	}
	if parent := &p.tree.Nodes[n.Parent]; parent.Symbol == n.Symbol && p.member[n.Symbol].object == n.Field {
		return
	}
	p.Refer(i, projectbase.RefType)
}

// ReferIn implements lang.Sink.
func (p *references) ReferIn(node, start, end uint32, kind projectbase.ReferenceKind) {
	p.marks[node] |= markReferred
	p.words.pieces = append(p.words.pieces, piece{node, start, end})
	row := p.tree.Nodes[node].Row
	for _, b := range p.source[p.tree.Nodes[node].Start:start] {
		if b == '\n' {
			row++
		}
	}
	p.facts.References = append(p.facts.References, projectbase.Reference{Kind: kind, Name: p.terms.ID(p.source[start:end]),
		Qualifier: projectbase.NoTerm, Arguments: projectbase.NoTerm, Line: row + 1, Column: p.column(row, start), Symbol: p.scopes.holder()})
}

// Identifier implements lang.Sink.
func (p *references) Identifier(node uint32) { p.marks[node] |= markReferred }
