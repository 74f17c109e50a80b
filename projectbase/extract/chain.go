package extract

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// maxLinks bounds the depth of nodes in a chain.
const maxLinks = 64

// expressions writes chains of names, types and qualifiers as text.
type expressions struct {
	*parsed
	links []byte // reused buffer
}

// chain is a lang.Chain for one grammar.
type chain struct {
	form          lang.ChainForm
	of, name, typ syntax.Field
	outer         []syntax.Symbol // for lang.ChainOuter: kinds of nodes with the field of
	prefix        string
	made          func(*syntax.Tree, uint32) string
}

// chained compiles the kinds that a chain of names goes through.
func (p *plan) chained() {
	p.chains = make([][]chain, len(p.act))
	for s, m := range p.member {
		if m != nil {
			p.chains[s] = []chain{{form: lang.ChainMember, of: m.object, name: m.name}}
		}
	}
	for s, c := range p.call {
		switch {
		case c == nil:
		case c.kind == projectbase.RefCall:
			p.chains[s] = []chain{{form: lang.ChainCall, of: c.function, name: noField}}
		case c.kind == projectbase.RefInstantiate:
			p.chains[s] = []chain{{form: lang.ChainNew, typ: c.function}}
		}
	}
	for s, u := range p.unwrap {
		if u.on {
			p.chains[s] = []chain{{form: lang.ChainSame, of: u.field}}
		}
	}
	seen := map[syntax.Symbol]bool{}
	for _, c := range p.language.Bind.Chains {
		compiled := chain{form: c.Form, of: p.fieldOr(c.Of, ""), name: p.fieldOr(c.Name, ""), typ: p.fieldOr(c.Type, ""), prefix: c.Prefix, made: c.Made}
		if c.Name == "" {
			compiled.name = noField
		}
		if kind, field, ok := strings.Cut(c.Of, "."); ok {
			compiled.of, compiled.outer = p.fieldOr(field, ""), p.grammar.Lookup(kind, true)
		}
		kinds := p.grammar.Lookup(c.Node, true)
		if len(kinds) == 0 {
			kinds = p.grammar.Lookup(c.Node, false)
		}
		for _, s := range kinds {
			if !seen[s] {
				p.chains[s], seen[s] = nil, true
			}
			p.chains[s] = append(p.chains[s], compiled)
		}
	}
}

// chain appends an expression as a chain. It returns false if it is none, or
// longer than limit bytes; the appended text is then invalid.
func (p *expressions) chain(dst []byte, i uint32, limit int) ([]byte, bool) {
	return p.appendLinks(dst, i, len(dst)+limit, maxLinks)
}

func (p *expressions) appendLinks(dst []byte, i uint32, limit, depth int) ([]byte, bool) {
	if i == syntax.None || depth == 0 {
		return dst, false
	}
	c := p.link(i)
	if c == nil {
		return p.appendName(dst, i, limit)
	}
	if c.form == lang.ChainMember {
		if text := p.tree.Text(i); len(dst)+len(text) <= limit && plainChain(text) {
			return append(dst, text...), true
		}
	}
	ok := true
	switch c.form {
	case lang.ChainName:
		return p.appendText(dst, p.tree.Text(i), limit)
	case lang.ChainSame:
		return p.appendLinks(dst, p.part(i, c.of, false), limit, depth-1)
	case lang.ChainLast:
		return p.appendLinks(dst, p.part(i, 0, true), limit, depth-1)
	case lang.ChainIndex:
		dst, ok = p.appendLinks(dst, p.part(i, c.of, false), limit-2, depth-1)
		return append(dst, "[]"...), ok
	case lang.ChainCast:
		return p.cast(dst, p.part(i, c.typ, false), limit)
	case lang.ChainAs:
		if typ := p.part(i, 0, true); typ != p.tree.First(i) {
			return p.cast(dst, typ, limit)
		}
		return p.appendLinks(dst, p.tree.First(i), limit, depth-1)
	case lang.ChainNew:
		dst, ok = p.appendLinks(dst, p.part(i, c.typ, false), limit-2, depth-1)
		return append(dst, "()"...), ok
	case lang.ChainMember:
		return p.appendMember(dst, p.part(i, c.of, false), p.part(i, c.name, true), limit, depth)
	case lang.ChainOuter:
		return p.appendMember(dst, p.outer(i, c), p.part(i, c.name, true), limit, depth)
	case lang.ChainCall:
		of := p.part(i, c.of, false)
		if name := p.calledName(i, c); name == syntax.None {
			dst, ok = p.appendLinks(dst, of, limit-2, depth-1)
		} else if of == syntax.None || of == name {
			dst, ok = p.appendLinks(dst, name, limit-2, depth-1)
		} else {
			dst, ok = p.appendMember(dst, of, name, limit-2, depth)
		}
		return append(dst, "()"...), ok
	}
	return dst, false
}

// calledName returns the member that a call names apart from its object.
func (p *expressions) calledName(i uint32, c *chain) uint32 {
	if c.name == noField {
		return syntax.None
	}
	return p.tree.FieldChild(i, c.name)
}

// appendMember appends a chain, the separator and the member.
func (p *expressions) appendMember(dst []byte, object, name uint32, limit, depth int) ([]byte, bool) {
	if object == syntax.None || name == syntax.None {
		return dst, false
	}
	dst, ok := p.appendLinks(dst, object, limit-1, depth-1)
	if !ok {
		return dst, false
	}
	o, n := &p.tree.Nodes[object], &p.tree.Nodes[name]
	separator := "."
	if o.End <= n.Start {
		switch between := p.source[o.End:n.Start]; {
		case bytes.Contains(between, []byte("::")):
			separator = "::"
		case bytes.Contains(between, []byte("->")):
			separator = "->"
		}
	}
	return p.appendLinks(append(dst, separator...), name, limit, depth-1)
}

// outer returns the object of a member if a node around the member names it.
func (p *expressions) outer(i uint32, c *chain) uint32 {
	for range maxLinks {
		i = p.tree.Nodes[i].Parent
		if i == syntax.None {
			break
		}
		for _, s := range c.outer {
			if p.tree.Nodes[i].Symbol == s {
				return p.part(i, c.of, false)
			}
		}
	}
	return syntax.None
}

func (p *expressions) cast(dst []byte, typ uint32, limit int) ([]byte, bool) {
	if typ == syntax.None {
		return dst, false
	}
	dst, ok := p.appendText(append(dst, '<'), p.typeText(typ), limit-1)
	return append(dst, '>'), ok
}

// appendName appends a leaf: an identifier, or "" for a string.
func (p *expressions) appendName(dst []byte, i uint32, limit int) ([]byte, bool) {
	n := &p.tree.Nodes[i]
	if n.Symbol == syntax.ErrorSymbol {
		return dst, false
	}
	switch a := p.act[n.Symbol]; {
	case a&actString != 0:
		return p.appendText(dst, []byte(`""`), limit)
	case a&(actIdentifier|actNamed) != 0:
		return p.appendText(dst, p.tree.Text(i), limit)
	}
	return dst, false
}

func (p *expressions) appendText(dst, text []byte, limit int) ([]byte, bool) {
	if len(text) == 0 || len(dst)+len(text) > limit || !printable(text) {
		return dst, false
	}
	return append(dst, text...), true
}

// plainChain reports whether text consists of names, dots, colons, arrows and
// backslashes, so that it is a chain as written.
func plainChain(text []byte) bool {
	for i, c := range text {
		switch {
		case c >= 'a' && c <= 'z', c >= 'A' && c <= 'Z', c == '_', c == '$', c == '\\':
		case c >= '0' && c <= '9', c == '.', c == ':':
			if i == 0 {
				return false
			}
		case c == '-' && i > 0 && i+1 < len(text) && text[i+1] == '>', c == '>' && i > 0 && text[i-1] == '-':
		default:
			return false
		}
	}
	return true
}

// qualifier returns the chain before a member's name.
func (p *expressions) qualifier(object uint32) projectbase.TermID {
	text := p.tree.Text(object)
	if name := bytes.TrimRight(text, `\`); len(name) > 0 {
		text = name // without the separator after a prefix
	}
	if len(text) == 0 {
		return projectbase.NoTerm
	}
	if len(text) > maxQualifier || !plainChain(text) {
		chain, ok := p.chain(p.links[:0], object, maxQualifier)
		p.links = chain[:0]
		switch {
		case ok:
			text = chain
		case p.tree.First(object) != syntax.None || len(text) > maxQualifier || bytes.IndexByte(text, '\n') >= 0 || !printable(text):
			return p.ellipsis
		}
	}
	return p.terms.ID(text)
}
