package elixir

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// call reads a call as a declaration, an import, or a plain call. Module
// attributes such as @doc are syntactically calls.
func call(v *lang.Visit) {
	t := v.Tree
	target := t.Child(v.Node, "target")
	if target == syntax.None {
		return
	}
	if t.Kind(target) == "dot" {
		name := t.Child(target, "right")
		if name != syntax.None && t.Kind(name) == "identifier" {
			v.ReferTo(name, t.Child(target, "left"), projectbase.RefCall)
		}
		return
	}
	if t.Kind(target) != "identifier" {
		return
	}
	word := string(t.Text(target))
	if attribute(t, v.Node) {
		switch word {
		case "doc", "moduledoc", "typedoc", "shortdoc":
			v.Skip(target)
		case "spec", "type", "typep", "opaque", "callback", "macrocallback":
			v.Skip(v.Node) // types are syntactically calls
		}
		return
	}
	switch word {
	case "if", "unless", "case", "cond", "with", "for", "receive", "try", "quote", "unquote":
		v.Skip(target)
		return
	case "alias", "import", "require", "use":
		v.Skip(target)
		imported(v, word)
		return
	}
	if what, ok := declarations[word]; ok {
		v.Skip(target)
		if what.kind != projectbase.KindUnknown {
			declare(v, word)
		}
		return
	}
	v.ReferTo(target, syntax.None, projectbase.RefCall)
}

// attribute reports whether a call is the name of a module attribute.
func attribute(t *syntax.Tree, node uint32) bool {
	parent := t.Nodes[node].Parent
	return parent != syntax.None && t.Kind(parent) == "unary_operator" && t.Source[t.Nodes[parent].Start] == '@'
}

// declare declares a module or function, named by the first argument.
func declare(v *lang.Visit, word string) {
	t, what := v.Tree, declarations[word]
	arguments := t.ChildOf(v.Node, "arguments")
	if arguments == syntax.None {
		return
	}
	first := t.First(arguments)
	if first == syntax.None {
		return
	}
	d := lang.Declared{Kind: what.kind, Word: what.word, Body: t.ChildOf(v.Node, "do_block"), Type: syntax.None}
	switch what.kind {
	case projectbase.KindClass, projectbase.KindInterface:
		if t.Kind(first) != "alias" {
			return
		}
		d.Names = []uint32{first}
	default:
		name := function(t, first)
		if name == syntax.None {
			return
		}
		v.Skip(name)
		d.Names = []uint32{name}
		d.Visibility, d.Flags = projectbase.VisibilityPublic, projectbase.FlagExported
		if what.private {
			d.Visibility, d.Flags = projectbase.VisibilityPrivate, 0
		}
		if keywords := t.After(arguments, first); d.Body == syntax.None && keywords != syntax.None && t.Kind(keywords) == "keywords" {
			d.Body = keywords // do: expression
		}
	}
	v.Declare(v.Node, d)
}

// function returns the name in the head of a function, which may have a guard.
func function(t *syntax.Tree, head uint32) uint32 {
	if t.Kind(head) == "binary_operator" {
		left, right := t.Child(head, "left"), t.Child(head, "right")
		if left == syntax.None || right == syntax.None ||
			string(bytes.TrimSpace(t.Source[t.Nodes[left].End:t.Nodes[right].Start])) != "when" {
			return syntax.None // the definition of an operator
		}
		head = left
	}
	if head == syntax.None {
		return head
	}
	if t.Kind(head) == "call" {
		head = t.Child(head, "target")
	}
	if head == syntax.None || t.Kind(head) != "identifier" {
		return syntax.None
	}
	return head
}

// imported enters the modules of alias, import, require and use.
func imported(v *lang.Visit, word string) {
	t := v.Tree
	arguments := t.ChildOf(v.Node, "arguments")
	if arguments == syntax.None {
		return
	}
	first := t.First(arguments)
	if first == syntax.None {
		return
	}
	name := ""
	if word == "import" || word == "use" {
		name = "*"
	}
	switch t.Kind(first) {
	case "alias":
		i := projectbase.Import{Module: string(t.Text(first)), Name: name}
		if options := t.After(arguments, first); options != syntax.None {
			i.Alias = as(t, options)
		}
		v.Import(v.Node, i)
	case "dot":
		prefix, list := t.Child(first, "left"), t.Child(first, "right")
		if prefix == syntax.None || list == syntax.None {
			return
		}
		for c := t.First(list); c != syntax.None; c = t.After(list, c) {
			v.Import(c, projectbase.Import{Module: string(t.Text(prefix)) + "." + string(t.Text(c)), Name: name})
		}
	}
}

// as returns the name that "as:" gives a module.
func as(t *syntax.Tree, options uint32) string {
	for c := t.First(options); c != syntax.None; c = t.After(options, c) {
		key, value := t.Child(c, "key"), t.Child(c, "value")
		if key != syntax.None && value != syntax.None && bytes.HasPrefix(t.Text(key), []byte("as:")) {
			return string(t.Text(value))
		}
	}
	return ""
}
