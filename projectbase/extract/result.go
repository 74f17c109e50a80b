package extract

import (
	"codegraph/projectbase"
	"codegraph/projectbase/syntax"
)

// returned enters the value of the return statement at a node.
func (p *bindings) returned(i uint32) {
	top := len(p.scopes.open) - 1
	if top < 0 || p.scopes.open[top].symbol != p.scopes.callable || p.scopes.open[top].results >= maxResults || p.facts.Symbols[p.scopes.callable].Type != "" ||
		!p.leaves(i, p.scopes.open[top].body) {
		return
	}
	value := p.tree.First(i)
	for value != syntax.None && p.tree.Nodes[value].Symbol != syntax.ErrorSymbol && p.act[p.tree.Nodes[value].Symbol]&(actComment|actModifier) != 0 {
		value = p.tree.After(i, value)
	}
	p.returnValue(value)
}

// leaves reports whether the statement at a node leaves the callable with the
// given body, rather than a closure in it.
func (p *bindings) leaves(i, body uint32) bool {
	for i = p.tree.Nodes[i].Parent; i != syntax.None; i = p.tree.Nodes[i].Parent {
		if i == body {
			return true
		}
		if s := p.tree.Nodes[i].Symbol; s != syntax.ErrorSymbol && p.act[s]&actClosure != 0 {
			return false
		}
	}
	return body == syntax.None
}

// returnValue enters a value that the innermost callable returns.
func (p *bindings) returnValue(value uint32) {
	if value != syntax.None && p.listed(value) {
		first := p.tree.First(value)
		if first == syntax.None || p.tree.After(value, first) != syntax.None {
			return
		}
		value = first
	}
	if value == syntax.None {
		return
	}
	p.text = p.text[:0]
	o := p.valueOf(value, projectbase.BindUnknown)
	if o.kind == projectbase.BindUnknown {
		return
	}
	n := &p.tree.Nodes[value]
	p.scopes.open[len(p.scopes.open)-1].results++
	p.enter(projectbase.Binding{Kind: o.kind, Name: projectbase.NoTerm, Line: n.Row + 1, Column: p.column(n.Row, n.Start), Symbol: p.scopes.callable}, o)
}

// tail returns the last expression of a body, or the body if it is an
// expression.
func (p *bindings) tail(body uint32) uint32 {
	if body == syntax.None || p.tree.Nodes[body].Symbol == syntax.ErrorSymbol || p.act[p.tree.Nodes[body].Symbol]&actTail == 0 {
		return body
	}
	last := uint32(syntax.None)
	for c := p.tree.First(body); c != syntax.None; c = p.tree.After(body, c) {
		if s := p.tree.Nodes[c].Symbol; s == syntax.ErrorSymbol || p.act[s]&(actComment|actModifier) == 0 {
			last = c
		}
	}
	return last
}
