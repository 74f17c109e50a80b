package extract

import (
	"bytes"
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// declarations enters symbols, with their signatures and documentation.
type declarations struct {
	*parsed
	words    *wordScan
	scopes   *scopes
	refs     *references
	bindings *bindings

	leading leading
	members map[memberName]struct{} // by container; used if a declaration has Once
	docs    comments
	header  headerText
	folded  []byte
}

// memberName is a name declared in a container.
type memberName struct {
	container int32
	name      projectbase.TermID
}

// leading is the last run of siblings that belong to the next declaration.
type leading struct {
	first, next uint32 // its first node, and the node after it; 0 if there is none
	end         uint32 // offset after the last node that is not a modifier
	references  int    // number of references before it
	docs        comments
}

func (p *declarations) start() {
	p.leading, p.docs, p.header = leading{}, comments{}, headerText{}
	clear(p.members)
}

// read enters the symbols that a node of the tables declares.
func (p *declarations) read(i uint32, decl *declaration) {
	d := lang.Declared{Kind: decl.Kind, Word: decl.Word, Body: syntax.None, Type: syntax.None, Flat: decl.Flat}
	var h head
	p.readHead(i, decl, &d, &h)
	if decl.Refine != nil && !decl.Refine(p.tree, i, &d) {
		return
	}
	p.define(i, &d, &h)
}

// noFields is the entry of a node that a hook declares.
var noFields = &declaration{Declaration: &lang.Declaration{}, name: noField, body: noField, typ: noField}

// Declare implements lang.Sink.
func (p *declarations) Declare(i uint32, d lang.Declared) {
	var h head
	p.readHead(i, noFields, &d, &h)
	p.define(i, &d, &h)
}

// define enters the symbols of a declaration that has been read.
func (p *declarations) define(i uint32, d *lang.Declared, h *head) {
	if len(d.Names) == 0 && d.Text == "" || d.Flat && p.scopes.local(i) {
		return
	}
	container, ok := p.container(d)
	if !ok {
		return
	}
	for _, m := range d.Modifiers {
		p.modify(m, d, h)
	}
	p.locate(i, d, h)
	p.rankRows(d, h, container)
	first := int32(len(p.facts.Symbols))
	if h.led {
		p.ledTo(first)
	}
	if top := len(p.scopes.open) - 1; top >= 0 && d.Visibility == projectbase.VisibilityNone && container == p.scopes.open[top].symbol {
		d.Access, d.Visibility = p.scopes.open[top].access, p.scopes.open[top].visibility
	}
	s := p.symbol(i, d, h)
	s.Container = container
	next := p.tree.Nodes[i].Next
	if parent := p.tree.Nodes[i].Parent; d.Rest && parent != syntax.None {
		next = p.tree.Nodes[parent].Next
		s.Span.End, s.Span.EndLine = p.tree.Nodes[parent].End, p.tree.Nodes[parent].EndRow+1
	}
	if d.Last != 0 {
		next = p.tree.Nodes[d.Last].Next
		s.Span.End, s.Span.EndLine = p.tree.Nodes[d.Last].End, p.tree.Nodes[d.Last].EndRow+1
	}
	if len(d.Names) == 0 {
		s.Name = d.Text
		s.NameLine, s.NameColumn = h.row+1, p.column(h.row, h.start)
		p.facts.Symbols = append(p.facts.Symbols, s)
	}
	for _, name := range d.Names {
		p.named(s, name, d.Text)
	}
	if s.Doc != "" && (d.Kind.IsType() || d.Kind == projectbase.KindNamespace) {
		p.header.add(s.Doc)
	}
	if d.NoScope || len(p.facts.Symbols) == int(first) {
		return
	}
	p.scopes.open = append(p.scopes.open, scope{next: next, symbol: first, callable: p.scopes.callable, floor: p.scopes.floor, closure: p.scopes.closure, body: d.Body, words: len(p.words.occurrences)})
	if d.Kind.IsCallable() {
		p.scopes.callable, p.scopes.floor = first, len(p.scopes.controls)
		p.refs.values.enter()
		if len(p.language.Bind.Results) > 0 && p.facts.Symbols[first].Type == "" && d.Kind != projectbase.KindConstructor {
			p.bindings.returnValue(p.bindings.tail(d.Body))
		}
	} else if d.Kind.IsType() {
		p.scopes.callable, p.scopes.floor, p.scopes.closure = projectbase.NoSymbol, len(p.scopes.controls), 0
	}
}

// lead adds a node to the run of siblings before a declaration.
func (p *declarations) lead(i uint32, n *syntax.Node, a action) {
	if i != p.leading.next || i == 0 {
		p.leading.first, p.leading.references, p.leading.docs = i, len(p.facts.References), p.docs
	}
	p.leading.next = n.Next
	if a&actModifier == 0 {
		p.leading.end = n.End
	}
}

// ledTo moves the references of the leading siblings to their symbol.
func (p *declarations) ledTo(symbol int32) {
	holder := p.scopes.holder()
	for k := p.leading.references; k < len(p.facts.References); k++ {
		if r := &p.facts.References[k]; r.Symbol == holder {
			r.Symbol = symbol
		}
	}
}

// container returns the symbol that contains a declaration. It returns false
// if a member has no type around it, or if the container already has all
// names.
func (p *declarations) container(d *lang.Declared) (int32, bool) {
	holder := p.scopes.holder()
	if d.Member {
		for holder >= 0 && !p.facts.Symbols[holder].Kind.IsType() {
			holder = p.facts.Symbols[holder].Container
		}
		if holder < 0 {
			return 0, false
		}
	}
	if !p.once || holder < 0 {
		return holder, true
	}
	if p.members == nil {
		p.members = map[memberName]struct{}{}
	}
	kept := d.Names[:0]
	for _, name := range d.Names {
		key := memberName{holder, p.terms.ID(p.tree.Text(name))}
		if _, has := p.members[key]; has && d.Once {
			continue
		}
		p.members[key] = struct{}{}
		kept = append(kept, name)
	}
	d.Names = kept
	return holder, len(kept) > 0 || d.Text != ""
}

// named enters one symbol of a declaration, with the name at a node.
func (p *declarations) named(s projectbase.Symbol, name uint32, text string) {
	n := &p.tree.Nodes[name]
	if n.End == n.Start {
		return // a name that the parser inserted
	}
	p.marks[name] |= markDefinition | markReferred
	s.Name = text
	if s.Name == "" {
		s.Name = p.terms.Text(p.terms.ID(p.tree.Text(name)))
		if !printable(p.tree.Text(name)) {
			s.Name = cut(s.Name, maxType)
		}
	}
	s.NameLine, s.NameColumn = n.Row+1, p.column(n.Row, n.Start)
	p.facts.Symbols = append(p.facts.Symbols, s)
}

// headEnds are the bytes between a head and its body.
const headEnds = " \t\r\n{=:;,("

var arrow = []byte("=>")

// valued reports whether signatures of a kind show a short value.
func valued(k projectbase.Kind) bool {
	switch k {
	case projectbase.KindConstant, projectbase.KindVariable, projectbase.KindField, projectbase.KindEnumMember, projectbase.KindType:
		return true
	}
	return false
}

// locate finds the end of the head, and the start of the declaration including
// its wrappers.
func (p *declarations) locate(i uint32, d *lang.Declared, h *head) {
	n := &p.tree.Nodes[i]
	h.end = n.End
	if d.Body != syntax.None {
		h.end = p.tree.Nodes[d.Body].Start
	}
	h.end = p.trimBlanks(h.start, h.start+uint32(len(trimHead(p.source[h.start:max(h.end, h.start)]))))
	for k := len(h.omit) - 1; k >= 0; k-- {
		o := h.omit[k]
		if o.start >= h.end && d.Body != syntax.None {
			continue // a comment after the head
		}
		if o.end < h.end || o.start <= h.start {
			break
		}
		h.end = h.start + uint32(len(trimHead(p.source[h.start:o.start])))
	}
	h.shown = h.end
	// In broken code, a declaration may end before its modifiers.
	if valued(d.Kind) && !d.Bare && h.start <= n.End && n.End <= h.start+maxValue && bytes.IndexByte(p.source[h.start:n.End], '\n') < 0 {
		h.shown = h.start + uint32(len(trimHead(p.source[h.start:n.End])))
	}
	if p.leading.next == i && i > 0 {
		h.led, h.outer = true, p.tree.Nodes[p.leading.first].Start
		h.omit = append(h.omit, omitted{h.outer, p.leading.end, false})
	}
	for w := i; ; {
		parent := p.tree.Nodes[w].Parent
		if parent == syntax.None {
			return
		}
		symbol := p.tree.Nodes[parent].Symbol
		if symbol == syntax.ErrorSymbol || p.act[symbol]&actWrapper == 0 || !p.onlyChild(parent, w) {
			return
		}
		for c := p.tree.First(parent); c != w; c = p.tree.After(parent, c) {
			if p.act[p.tree.Nodes[c].Symbol]&(actAttribute|actComment) != 0 {
				h.omit = append(h.omit, omitted{p.tree.Nodes[c].Start, p.tree.Nodes[c].End, false})
			}
		}
		w = parent
		h.outer = p.tree.Nodes[w].Start
	}
}

// trimBlanks removes masked text from the end of a head.
func (p *declarations) trimBlanks(start, end uint32) uint32 {
	for {
		i, found := slices.BinarySearchFunc(p.blanks, end, func(o omitted, at uint32) int { return cmp.Compare(o.end, at) })
		if !found || p.blanks[i].start < start {
			return end
		}
		end = start + uint32(len(trimHead(p.source[start:p.blanks[i].start])))
	}
}

// onlyChild reports whether parent wraps only child, apart from attributes,
// modifiers and comments before it and a semicolon after it. A group in
// parentheses is no wrapper, even with one member.
func (p *declarations) onlyChild(parent, child uint32) bool {
	if p.tree.Nodes[child].Next != p.tree.Nodes[parent].Next {
		return false
	}
	if after := p.source[p.tree.Nodes[child].End:p.tree.Nodes[parent].End]; len(bytes.Trim(after, " \t\r\n;")) > 0 {
		return false
	}
	for c := p.tree.First(parent); c != syntax.None && c != child; c = p.tree.After(parent, c) {
		s := p.tree.Nodes[c].Symbol
		if s == syntax.ErrorSymbol || p.act[s]&(actAttribute|actModifier|actComment) == 0 {
			return false
		}
	}
	return true
}

// rankRows sets the line kind of the rows of a head.
func (p *declarations) rankRows(d *lang.Declared, h *head, container int32) {
	rank := projectbase.LineCode
	switch {
	case d.Kind == projectbase.KindConstant && container >= 0 && p.facts.Symbols[container].Kind.IsType():
		rank = projectbase.LineProperty
	case d.Kind.IsType():
		rank = projectbase.LineStruct
	case d.Kind == projectbase.KindProperty, d.Kind == projectbase.KindField, d.Kind == projectbase.KindEvent, d.Kind == projectbase.KindEnumMember:
		rank = projectbase.LineProperty
	case d.Kind.IsCallable():
		rank = projectbase.LineMethod
	default:
		return
	}
	last := h.row + uint32(bytes.Count(p.source[h.start:h.end], newline))
	for row := h.row; row <= last && int(row) < len(p.words.ranks); row++ {
		p.words.ranks[row] = max(p.words.ranks[row], rank)
	}
}

// symbol returns the common part of the symbols of a declaration.
func (p *declarations) symbol(i uint32, d *lang.Declared, h *head) projectbase.Symbol {
	n := &p.tree.Nodes[i]
	row := n.Row
	if h.outer != n.Start {
		row -= uint32(bytes.Count(p.source[h.outer:n.Start], newline))
	}
	s := projectbase.Symbol{Kind: d.Kind, Word: d.Word, Owner: d.Owner,
		Span:       projectbase.Span{Start: h.outer, End: n.End, Line: row + 1, EndLine: n.EndRow + 1, Column: p.column(row, h.outer)},
		Visibility: d.Visibility, Access: d.Access, Flags: d.Flags}
	if s.Word == "" {
		s.Word = d.Kind.String()
	}
	s.Signature = p.fold(i, h.outer, h, false) + d.Suffix
	if h.outer == n.Start {
		s.Signature = d.Prefix + s.Signature
	}
	if prototype := d.Prefix + p.fold(i, h.start, h, true) + d.Suffix; prototype != s.Signature {
		s.Prototype = prototype
	}
	if s.Type = cut(d.TypeText, maxType); s.Type == "" && d.Type != syntax.None {
		s.Type = foldText(p.tree.Text(d.Type), maxType)
	}
	if h.led {
		s.Doc = p.leading.docs.before(p.parsed, row, h.outer)
	}
	if holder := p.scopes.holder(); s.Doc == "" && (holder < 0 || p.docs.start >= p.facts.Symbols[holder].Span.Start) {
		s.Doc = p.docs.before(p.parsed, row, n.Start)
		if s.Doc == "" && h.row != row {
			s.Doc = p.docs.before(p.parsed, h.row, h.start)
		}
	}
	if p.language.Declare.Docstring != nil && d.Body != syntax.None {
		if doc := p.language.Declare.Docstring(p.tree, d.Body); doc != syntax.None {
			s.Doc = prose(p.tree.Text(doc), maxDoc)
		}
	}
	return s
}

// finish applies the rules about whole symbols, once all are known.
func (p *declarations) finish() {
	p.file.Symbols = p.facts.Symbols
	for i := range p.facts.Symbols {
		s := &p.facts.Symbols[i]
		if s.Kind == projectbase.KindFunction && s.Container >= 0 && p.facts.Symbols[s.Container].Kind.IsType() {
			s.Kind = projectbase.KindMethod
			if s.Word == projectbase.KindFunction.String() {
				s.Word = s.Kind.String()
			}
		}
		if p.language.Declare.Finish != nil {
			p.language.Declare.Finish(&p.file, s)
		}
	}
}
