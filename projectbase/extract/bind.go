package extract

import (
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

const (
	maxPatterns = 8  // nested patterns
	maxResults  = 4  // known return values of one callable
	maxDeclared = 64 // symbols declared by one statement
)

// binder is a lang.Binding for one grammar.
type binder struct {
	*lang.Binding
	name, typ, value syntax.Field
	all              bool // all children are names or patterns
}

// pattern is a lang.Pattern for one grammar.
type pattern struct {
	form      lang.PatternForm
	part, key syntax.Field
}

// origin is the source of a pattern's value. Its text is part of
// bindings.text, which only grows while a node is bound.
type origin struct {
	kind     projectbase.BindingKind
	from, to int    // text of a type or chain; equal if unknown
	index    uint32 // see projectbase.Binding
	listed   bool   // it is one of several values already
}

// bindings enters the sources of the types and values of names.
type bindings struct {
	*parsed
	scopes *scopes
	expr   *expressions
	refs   *references
	blocks *blocks

	text   []byte
	read   lang.Bound
	node   *binder
	holder int32
	at     uint32   // node that gives the bindings their position, or syntax.None
	late   uint32   // node after which the names are visible, or syntax.None
	bound  []uint64 // by TermID: the last file and holder that bound it
	file   uint32
}

// bound compiles the tables of Bind.
func (p *plan) bound() {
	p.binders, p.pattern = make([]*binder, len(p.act)), make([]*pattern, len(p.act))
	for i := range p.language.Bind.Nodes {
		b := &p.language.Bind.Nodes[i]
		compiled := &binder{Binding: b, name: p.fieldOr(b.Name, "name"), typ: noField, value: noField}
		if compiled.all = b.Name == "*"; compiled.all {
			compiled.name = noField
		}
		if b.Type != "" {
			compiled.typ = p.fieldOr(b.Type, "")
		}
		if b.Value != "" {
			compiled.value = p.fieldOr(b.Value, "")
		}
		p.assigns = p.assigns || b.Assign
		for _, s := range p.grammar.Lookup(b.Node, true) {
			p.act[s] |= actBind
			p.binders[s] = compiled
		}
	}
	p.texts = p.language.Lookup.Scope != nil && p.language.Lookup.Scope.Fixed
	for _, f := range p.language.Bind.Patterns {
		compiled := &pattern{form: f.Form, part: p.fieldOr(f.Part, ""), key: p.fieldOr(f.Key, "")}
		for _, s := range p.grammar.Lookup(f.Node, true) {
			p.pattern[s] = compiled
		}
	}
}

// bindNode enters the bindings of a node. holder is the symbol around the
// node, not one that it declares.
func (p *bindings) bindNode(i uint32, b *binder, holder int32) {
	s := p
	d := &s.read
	*d = lang.Bound{Names: d.Names[:0], Type: syntax.None, Value: syntax.None, Kind: b.Kind, At: syntax.None}
	for c := p.tree.First(i); c != syntax.None; c = p.tree.After(i, c) {
		switch f := p.tree.Nodes[c].Field; {
		case f != 0 && f == b.typ:
			d.Type = c
		case f != 0 && f == b.value:
			d.Value = c
		case b.all, f != 0 && f == b.name:
			d.Names = append(d.Names, c)
		}
	}
	if b.Refine != nil && !b.Refine(p.tree, i, d) || len(d.Names) == 0 {
		return
	}
	s.text, s.node, s.holder, s.at, s.late = s.text[:0], b, holder, d.At, syntax.None
	if b.Late {
		s.late = d.Value
	}
	values := d.Value
	if values != syntax.None && p.listed(values) {
		values = p.tree.First(values)
		if values == syntax.None || p.tree.After(d.Value, values) == syntax.None {
			d.Value = values
		} else if d.Kind == projectbase.BindElement {
			d.Value = syntax.None
		} else if typ := p.declaredType(d); typ.kind == projectbase.BindUnknown {
			p.bindEach(d.Names, d.Value)
			return
		}
	}
	o := p.origin(d)
	if len(d.Names) == 1 {
		p.bindPattern(d.Names[0], o, maxPatterns)
		return
	}
	shared := o.kind != projectbase.BindValue && o.kind != projectbase.BindElement // all have the type
	for k, name := range d.Names {
		if !shared {
			o.index, o.listed = uint32(k), true
		}
		p.bindPattern(name, o, maxPatterns)
	}
}

// bindEach binds names to the values of a list one by one. A single pattern
// stands for its names.
func (p *bindings) bindEach(names []uint32, list uint32) {
	if len(names) == 1 {
		single := names[0]
		f := p.patternOf(single)
		if f == nil || f.form != lang.PatternList && f.form != lang.PatternItems {
			p.bindPattern(single, origin{}, maxPatterns)
			return
		}
		value := p.tree.First(list)
		for c := p.tree.First(single); c != syntax.None; c = p.tree.After(single, c) {
			if f.part == 0 || p.tree.Nodes[c].Field == f.part {
				value = p.bindNext(c, value, list)
			}
		}
		return
	}
	value := p.tree.First(list)
	for _, name := range names {
		value = p.bindNext(name, value, list)
	}
}

// bindNext binds a name to one value of a list and returns the next.
func (p *bindings) bindNext(name, value, list uint32) uint32 {
	o := origin{}
	if value != syntax.None {
		o = p.valueOf(value, p.node.Kind)
		value = p.tree.After(list, value)
	}
	p.bindPattern(name, o, maxPatterns)
	return value
}

// origin returns the source of the value that a node binds.
func (p *bindings) origin(d *lang.Bound) origin {
	if o := p.declaredType(d); o.kind != projectbase.BindUnknown || d.Value == syntax.None {
		return o
	}
	return p.valueOf(d.Value, d.Kind)
}

func (p *bindings) declaredType(d *lang.Bound) origin {
	kind := projectbase.BindType
	if d.Kind == projectbase.BindParameter {
		kind = d.Kind
	}
	if d.TypeText != "" {
		return p.append(kind, append(p.text, foldText([]byte(d.TypeText), maxType)...))
	}
	var text []byte
	if d.Type != syntax.None {
		text = p.typeText(d.Type)
	}
	if len(text) == 0 && kind == projectbase.BindType {
		return origin{}
	}
	if slices.Contains(p.language.Bind.Inferred, string(text)) {
		return origin{}
	}
	return p.append(kind, append(p.text, text...))
}

// append makes an origin of the text appended to bindings.text.
func (p *bindings) append(kind projectbase.BindingKind, text []byte) origin {
	o := origin{kind: kind, from: len(p.text), to: len(text)}
	p.text = text
	return o
}

// valueOf returns the origin of an expression.
func (p *bindings) valueOf(i uint32, kind projectbase.BindingKind) origin {
	s := p
	if kind == projectbase.BindElement {
		if text, ok := p.expr.chain(s.text, i, maxQualifier); ok {
			return p.append(kind, text)
		}
		return origin{}
	}
	for range maxLinks {
		c := p.link(i)
		if c == nil {
			break
		}
		if c.made != nil {
			if text := c.made(p.tree, i); text != "" {
				return p.append(projectbase.BindType, append(s.text, foldText([]byte(text), maxType)...))
			}
		}
		switch c.form {
		case lang.ChainSame:
			if i = p.part(i, c.of, false); i == syntax.None {
				return origin{}
			}
			continue
		case lang.ChainLast:
			if i = p.part(i, 0, true); i == syntax.None {
				return origin{}
			}
			continue
		case lang.ChainAs:
			typ := p.part(i, 0, true)
			if typ == syntax.None {
				return origin{}
			}
			if typ != p.tree.First(i) {
				return p.typeOrigin(typ)
			}
			i = typ
			continue
		}
		if c.form == lang.ChainNew || c.form == lang.ChainCast {
			if typ := p.part(i, c.typ, false); typ != syntax.None {
				return p.typeOrigin(typ)
			}
			return origin{}
		}
		break
	}
	if n := &p.tree.Nodes[i]; n.Symbol == syntax.ErrorSymbol || !p.texts && p.act[n.Symbol]&actString != 0 {
		return origin{}
	}
	if text, ok := p.expr.chain(s.text, i, maxQualifier); ok {
		return p.append(projectbase.BindValue, text)
	}
	return origin{}
}

// typeOrigin returns the origin of a type node.
func (p *bindings) typeOrigin(typ uint32) origin {
	if text := p.typeText(typ); len(text) > 0 {
		return p.append(projectbase.BindType, append(p.text, text...))
	}
	return origin{}
}

// bindName enters a binding.
func (p *bindings) bindName(name uint32, o origin) {
	s := p
	n := &p.tree.Nodes[name]
	text := p.tree.Text(name)
	if len(text) == 0 || len(text) == 1 && text[0] == '_' || !printable(text) {
		return
	}
	p.refs.values.bind(p.terms.ID(text), p.marks[name]&markDefinition != 0)
	p.marks[name] |= markBound
	if p.marks[name]&markDefinition != 0 && !s.node.Also && (o.kind == projectbase.BindUnknown || p.typed(n)) {
		return
	}
	if c := text[0]; p.language.Bind.Capitals && c >= 'A' && c <= 'Z' && s.node.Kind != projectbase.BindParameter && p.marks[name]&markDefinition == 0 {
		return
	}
	id := p.terms.ID(text)
	if p.tree.Errors > 0 && int(id) < len(p.keyword) && p.keyword[id] || p.reserved[id] {
		return
	}
	if p.assigns && !p.first(id) && s.node.Assign && o.kind == projectbase.BindUnknown {
		return
	}
	row, at := n.Row, n.Start
	if s.at != syntax.None {
		row, at = p.tree.Nodes[s.at].Row, p.tree.Nodes[s.at].Start
	} else if s.late != syntax.None && p.marks[name]&markDefinition == 0 && p.tree.Nodes[s.late].Start > at {
		row, at = p.tree.Nodes[s.late].EndRow, p.tree.Nodes[s.late].End
	}
	if p.marks[name]&markDefinition == 0 {
		p.blocks.bind(len(p.facts.Bindings), id, s)
	}
	p.enter(projectbase.Binding{Kind: o.kind, Name: id, Index: o.index, Line: row + 1, Column: p.column(row, at), Symbol: s.holder}, o)
}

func (p *bindings) enter(b projectbase.Binding, o origin) {
	b.Source = projectbase.NoTerm
	if o.to > o.from {
		b.Source = p.terms.ID(p.text[o.from:o.to])
	}
	p.facts.Bindings = append(p.facts.Bindings, b)
}

// typed reports whether the symbol named at a node needs no binding.
func (p *bindings) typed(name *syntax.Node) bool {
	list := p.facts.Symbols
	for k := len(list) - 1; k >= max(0, len(list)-maxDeclared); k-- {
		if s := &list[k]; s.NameLine == name.Row+1 && s.NameColumn == p.column(name.Row, name.Start) {
			return s.Type != "" && !slices.Contains(p.language.Bind.Inferred, s.Type) || s.Kind.IsType() || s.Kind.IsCallable() && s.Kind != projectbase.KindProperty
		}
	}
	return true
}

// first reports whether the holder has not yet bound the name.
func (p *bindings) first(id projectbase.TermID) bool {
	s := p
	if n := int(id) + 1; len(s.bound) < n {
		s.bound = slices.Grow(s.bound, n-len(s.bound))[:n]
	}
	by := uint64(s.file)<<32 | uint64(uint32(s.holder+1))
	was := s.bound[id]
	s.bound[id] = by
	return was != by
}

// settle sorts the bindings by position.
func (p *bindings) settle() {
	if !slices.IsSortedFunc(p.facts.Bindings, bindingOrder) {
		slices.SortStableFunc(p.facts.Bindings, bindingOrder)
	}
}

func bindingOrder(a, b projectbase.Binding) int {
	return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
}
