package elixir

import "codegraph/projectbase/syntax"

// maxAttributes bounds the search for the attribute that documents a
// declaration.
const maxAttributes = 16

// docstring returns the text of @moduledoc in a module, or of @doc before a
// function. A file has none.
func docstring(t *syntax.Tree, body uint32) uint32 {
	if body == 0 {
		return syntax.None
	}
	call := t.Nodes[body].Parent
	if call != syntax.None && t.Kind(call) == "arguments" {
		call = t.Nodes[call].Parent
	}
	if call == syntax.None || t.Kind(call) != "call" {
		return syntax.None
	}
	if target := t.Child(call, "target"); target != syntax.None && t.Kind(body) == "do_block" {
		switch declarations[string(t.Text(target))].word {
		case "module", "protocol", "implementation":
			return moduleDoc(t, body)
		}
	}
	block := t.Nodes[call].Parent
	before := call
	for range maxAttributes {
		if before = previous(t, block, before); before == syntax.None || t.Kind(before) != "unary_operator" {
			break
		}
		if doc := attributeText(t, before, "doc"); doc != syntax.None {
			return doc
		}
	}
	return syntax.None
}

// moduleDoc returns the text of the @moduledoc among the first children of a block.
func moduleDoc(t *syntax.Tree, block uint32) uint32 {
	c := t.First(block)
	for range maxAttributes {
		if c == syntax.None {
			break
		}
		if t.Kind(c) == "unary_operator" {
			if doc := attributeText(t, c, "moduledoc"); doc != syntax.None {
				return doc
			}
		}
		c = t.After(block, c)
	}
	return syntax.None
}

// previous returns the child of a node before another one.
func previous(t *syntax.Tree, parent, child uint32) uint32 {
	if parent == syntax.None || child == 0 || child-1 == parent {
		return syntax.None
	}
	at := child - 1
	for t.Nodes[at].Parent != parent {
		if at = t.Nodes[at].Parent; at == syntax.None || at <= parent {
			return syntax.None
		}
	}
	return at
}

// attributeText returns the string value of an attribute with the given name:
// @name "text".
func attributeText(t *syntax.Tree, node uint32, name string) uint32 {
	call := t.Child(node, "operand")
	if call == syntax.None || t.Kind(call) != "call" {
		return syntax.None
	}
	target, arguments := t.Child(call, "target"), t.ChildOf(call, "arguments")
	if target == syntax.None || arguments == syntax.None || string(t.Text(target)) != name {
		return syntax.None
	}
	value := t.First(arguments)
	if value == syntax.None || t.Kind(value) != "string" && t.Kind(value) != "sigil" {
		return syntax.None
	}
	return t.ChildOf(value, "quoted_content")
}
