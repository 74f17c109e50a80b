package extract

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// bindPattern binds the names in a pattern to parts of a value.
func (p *bindings) bindPattern(i uint32, o origin, depth int) {
	n := &p.tree.Nodes[i]
	if n.Symbol == syntax.ErrorSymbol || depth == 0 {
		return
	}
	f := p.pattern[n.Symbol]
	if f == nil {
		switch {
		case p.act[n.Symbol]&(actIdentifier|actNamed) != 0:
			p.bindName(i, o)
		case p.member[n.Symbol] != nil:
			if name := p.part(i, p.member[n.Symbol].name, true); name != syntax.None && p.marks[name]&markDefinition != 0 {
				p.bindName(name, o)
			}
		}
		return
	}
	switch f.form {
	case lang.PatternName:
		p.bindName(i, o)
		return
	case lang.PatternFirst:
		if first := p.tree.First(i); first != syntax.None {
			p.bindPattern(first, o, depth-1)
		}
		return
	case lang.PatternSame:
		if o.kind == projectbase.BindUnknown && f.key != 0 {
			if value := p.tree.FieldChild(i, f.key); value != syntax.None {
				o = p.valueOf(value, projectbase.BindUnknown)
			}
		}
		if part := p.part(i, f.part, true); part != syntax.None {
			p.bindPattern(part, o, depth-1)
		}
		return
	}
	at := uint32(0)
	for c := p.tree.First(i); c != syntax.None; c = p.tree.After(i, c) {
		child := &p.tree.Nodes[c]
		if f.form != lang.PatternMembers && f.form != lang.PatternKey && f.part != 0 && child.Field != f.part || f.key != 0 && child.Field == f.key ||
			child.Symbol != syntax.ErrorSymbol && p.act[child.Symbol]&actComment != 0 {
			continue
		}
		switch f.form {
		case lang.PatternList:
			if at == 0 && p.tree.After(i, c) == syntax.None {
				p.bindPattern(c, o, depth-1)
				return
			}
			p.bindPattern(c, p.result(o, at), depth-1)
			at++
		case lang.PatternItems:
			p.bindPattern(c, p.one(o, at), depth-1)
			at++
		case lang.PatternMembers:
			p.bindMember(c, o, depth-1)
		default:
			p.bindPattern(c, origin{}, depth-1)
		}
	}
}

// result returns the origin of one of several returned values.
func (p *bindings) result(o origin, index uint32) origin {
	if o.kind == projectbase.BindType {
		if index > 0 {
			return origin{}
		}
		return o
	}
	return p.one(o, index)
}

// one returns the origin of one element of a value.
func (p *bindings) one(o origin, index uint32) origin {
	switch {
	case o.kind == projectbase.BindUnknown, o.listed:
		return origin{}
	case o.kind == projectbase.BindType:
		o = p.asChain(o)
	}
	o.index, o.listed = index, true
	return o
}

// asChain returns the origin of a type as a chain.
func (p *bindings) asChain(o origin) origin {
	s := p
	text := append(s.text, '<')
	text = append(append(text, s.text[o.from:o.to]...), '>')
	return p.append(projectbase.BindValue, text)
}

// bindMember binds one child of a pattern of members to a member of o.
func (p *bindings) bindMember(i uint32, o origin, depth int) {
	key, taken := i, i
	f := p.patternOf(i)
	if f != nil {
		switch f.form {
		case lang.PatternKey:
			taken = p.part(i, f.part, false)
			if key = taken; f.key != 0 {
				key = p.tree.FieldChild(i, f.key)
			}
			if taken == syntax.None {
				taken = key
			}
			if taken == syntax.None {
				return
			}
		case lang.PatternSame:
			if key = p.part(i, f.part, true); key == syntax.None {
				return
			}
			taken = key
		default:
			p.bindPattern(i, origin{}, depth)
			return
		}
	}
	p.bindPattern(taken, p.memberOf(o, key), depth)
}

// memberOf returns the origin of the member of o called key.
func (p *bindings) memberOf(o origin, key uint32) origin {
	if key == syntax.None || o.kind == projectbase.BindUnknown || o.listed ||
		p.tree.Nodes[key].Symbol == syntax.ErrorSymbol || p.act[p.tree.Nodes[key].Symbol]&actIdentifier == 0 {
		return origin{}
	}
	if o.kind == projectbase.BindType {
		o = p.asChain(o)
	}
	s := p
	text := append(s.text, s.text[o.from:o.to]...)
	if o.kind == projectbase.BindElement {
		text = append(text, "[]"...)
	}
	text = append(append(text, '.'), p.tree.Text(key)...)
	if len(text)-len(s.text) > maxQualifier {
		return origin{}
	}
	return p.append(projectbase.BindValue, text)
}
