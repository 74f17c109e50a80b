package php

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// named enters a name with or without a namespace.
func named(v *lang.Visit, node uint32, kind projectbase.ReferenceKind) {
	t := v.Tree
	switch t.Kind(node) {
	case "name":
		if relative(t.Text(node)) {
			v.Skip(node)
			return
		}
		v.ReferTo(node, syntax.None, kind)
	case "qualified_name":
		prefix, name := parts(t, node)
		if name != syntax.None {
			v.ReferTo(name, prefix, kind)
		}
		v.Skip(node)
	}
}

// relative reports whether a name means the class around it: self, static,
// parent.
func relative(name []byte) bool {
	switch strings.ToLower(string(name)) {
	case "self", "static", "parent":
		return true
	}
	return false
}

// parts returns the prefix and the last part of a qualified name. The prefix
// of a global name, \f, is the node with its backslash.
func parts(t *syntax.Tree, node uint32) (prefix, name uint32) {
	prefix, name = syntax.None, syntax.None
	t.Children(node, func(c uint32) bool {
		switch t.Kind(c) {
		case "namespace_name_as_prefix":
			prefix = c
		case "name":
			name = c
		}
		return true
	})
	return prefix, name
}

// namedType enters a type, unless it means the class around it.
func namedType(v *lang.Visit) {
	if c := v.Tree.First(v.Node); c != syntax.None {
		named(v, c, projectbase.RefType)
	}
}

func attribute(v *lang.Visit) {
	if c := v.Tree.First(v.Node); c != syntax.None {
		named(v, c, projectbase.RefDecorate)
	}
}

func bases(kind projectbase.ReferenceKind) func(*lang.Visit) {
	return func(v *lang.Visit) {
		v.Tree.Children(v.Node, func(c uint32) bool {
			named(v, c, kind)
			return true
		})
	}
}

func creation(v *lang.Visit) {
	if c := v.Tree.First(v.Node); c != syntax.None {
		named(v, c, projectbase.RefInstantiate)
	}
}

// call enters a called function, and declares the constant of a call of
// define.
func call(v *lang.Visit) {
	t := v.Tree
	f := t.Child(v.Node, "function")
	if f == syntax.None {
		return
	}
	switch t.Kind(f) {
	case "variable_name":
		// The name includes the $, because no function of that name is called.
		if t.First(f) != syntax.None && string(t.Text(f)) != "$this" {
			v.ReferTo(f, syntax.None, projectbase.RefCall)
		}
	case "name":
		switch word := strings.ToLower(string(t.Text(f))); word {
		case "isset", "empty", "eval", "die":
		default:
			v.ReferTo(f, syntax.None, projectbase.RefCall)
			if word == "define" {
				define(v)
			}
		}
	default:
		named(v, f, projectbase.RefCall)
	}
}

func define(v *lang.Visit) {
	t := v.Tree
	arguments := t.Child(v.Node, "arguments")
	if arguments == syntax.None || t.First(arguments) == syntax.None {
		return
	}
	first := t.First(arguments)
	name := t.First(first)
	if name == syntax.None || t.Kind(name) != "string" && t.Kind(name) != "encapsed_string" {
		return
	}
	content := t.First(name)
	if content == syntax.None || t.After(name, content) != syntax.None || t.Kind(content) != "string_content" {
		return
	}
	v.Declare(v.Node, lang.Declared{Kind: projectbase.KindConstant, Word: "define", Names: []uint32{content}, Body: syntax.None,
		Type: syntax.None, NoScope: true, Flat: true})
}

// methodCall enters a method of an object.
func methodCall(v *lang.Visit) {
	t := v.Tree
	name, object := t.Child(v.Node, "name"), t.Child(v.Node, "object")
	if name != syntax.None && t.Kind(name) == "name" && object != syntax.None {
		v.ReferTo(name, object, projectbase.RefCall)
	}
}

// memberAccess excludes a variable that contains a member's name.
func memberAccess(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "name"); name != syntax.None && v.Tree.Kind(name) != "name" {
		v.Skip(name)
	}
}

// scopedCall enters a static method and its class.
func scopedCall(v *lang.Visit) {
	t := v.Tree
	name, scope := t.Child(v.Node, "name"), t.Child(v.Node, "scope")
	if scope == syntax.None {
		return
	}
	named(v, scope, projectbase.RefType)
	if name != syntax.None && t.Kind(name) == "name" {
		v.ReferTo(name, scope, projectbase.RefCall)
	}
}

func scopedProperty(v *lang.Visit) {
	t := v.Tree
	name, scope := t.Child(v.Node, "name"), t.Child(v.Node, "scope")
	if scope == syntax.None {
		return
	}
	named(v, scope, projectbase.RefType)
	if name != syntax.None && t.Kind(name) == "variable_name" && t.First(name) != syntax.None {
		v.ReferTo(t.First(name), scope, projectbase.RefMember)
	}
}

// classConstant enters a constant or case and its class.
func classConstant(v *lang.Visit) {
	t := v.Tree
	class := t.First(v.Node)
	if class == syntax.None {
		return
	}
	named(v, class, projectbase.RefType)
	if name := t.After(v.Node, class); name != syntax.None && t.Kind(name) == "name" && string(t.Text(name)) != "class" {
		v.ReferTo(name, class, projectbase.RefMember)
	}
}

func instanceOf(v *lang.Visit) {
	t := v.Tree
	left, right := t.Child(v.Node, "left"), t.Child(v.Node, "right")
	if left == syntax.None || right == syntax.None {
		return
	}
	if bytes.EqualFold(bytes.TrimSpace(t.Source[t.Nodes[left].End:t.Nodes[right].Start]), []byte("instanceof")) {
		named(v, right, projectbase.RefType)
	}
}
