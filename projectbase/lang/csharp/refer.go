package csharp

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// namespaceName excludes the parts of a namespace's name from types.
func namespaceName(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "name"); name != syntax.None {
		v.Skip(name)
	}
}

// usingDirective enters "using N;", "using static T;", "using A = N.T;" and
// their global forms. A directive that is both static and global is shown as
// global.
func usingDirective(v *lang.Visit) {
	t := v.Tree
	var target, alias uint32 = syntax.None, t.Child(v.Node, "name")
	for c := t.First(v.Node); c != syntax.None; c = t.After(v.Node, c) {
		if c != alias {
			target = c
		}
	}
	if target == syntax.None {
		return
	}
	i := projectbase.Import{Module: strings.Join(strings.Fields(string(t.Text(target))), " "), Name: "*"}
	words := bytes.Fields(t.Source[t.Nodes[v.Node].Start:t.Nodes[target].Start])
	has := func(word string) bool {
		for _, w := range words {
			if string(w) == word {
				return true
			}
		}
		return false
	}
	if has("static") {
		i.Kind = projectbase.ImportStatic
	}
	if has("global") {
		i.Kind = projectbase.ImportGlobal
	}
	if alias != syntax.None {
		i.Name, i.Alias = "", string(t.Text(alias))
	}
	v.Import(v.Node, i)
	skipNames(v, target)
}

// skipNames excludes a namespace from types, but not the arguments of an alias
// for a generic type.
func skipNames(v *lang.Visit, node uint32) {
	t := v.Tree
	for {
		switch t.Kind(node) {
		case "identifier":
			v.Skip(node)
			return
		case "qualified_name", "alias_qualified_name":
			if name := t.Child(node, "name"); name != syntax.None && t.Kind(name) == "identifier" {
				v.Skip(node)
				return
			}
			return
		default:
			return
		}
	}
}

func externAlias(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "name"); name != syntax.None {
		v.Import(v.Node, projectbase.Import{Module: string(v.Tree.Text(name)), Alias: string(v.Tree.Text(name))})
		v.Skip(name)
	}
}

// baseList enters the base types. The text does not tell whether the first
// base of a class is a class, so its name decides (see interfaceName). Structs
// implement, interfaces extend, and an enum's base is the type of its values.
func baseList(v *lang.Visit) {
	t := v.Tree
	parent := t.Nodes[v.Node].Parent
	if parent == syntax.None {
		return
	}
	kind := projectbase.RefImplements
	first := false
	switch t.Kind(parent) {
	case "interface_declaration":
		kind = projectbase.RefExtends
	case "enum_declaration":
		kind = projectbase.RefType
	case "class_declaration":
		first = true
	case "record_declaration":
		first = !recordStruct(t, parent)
	}
	for c := t.First(v.Node); c != syntax.None; c = t.After(v.Node, c) {
		k := kind
		if next := t.After(v.Node, c); first && (!interfaceName(t, c) || next != syntax.None && t.Kind(next) == "argument_list") {
			k = projectbase.RefExtends
		}
		first = false
		v.Refer(c, k)
	}
}

// interfaceName reports whether a base has the name of an interface by
// convention: I and a capital letter, except exceptions and attributes such as
// IOException.
func interfaceName(t *syntax.Tree, base uint32) bool {
	if t.Kind(base) == "primary_constructor_base_type" {
		return false
	}
	text, _, _ := bytes.Cut(t.Text(base), []byte("<"))
	if dot := bytes.LastIndexAny(text, ".:"); dot >= 0 {
		text = text[dot+1:]
	}
	name := strings.TrimSpace(string(text))
	rest, ok := strings.CutPrefix(name, "I")
	second, _ := utf8.DecodeRuneInString(rest)
	return ok && unicode.IsUpper(second) && !strings.HasSuffix(name, "Exception") && !strings.HasSuffix(name, "Attribute")
}

// typeOperand enters the type of "x as T" and "x is T".
func typeOperand(v *lang.Visit) {
	if typ := v.Tree.Child(v.Node, "right"); typ != syntax.None {
		v.Refer(typ, projectbase.RefType)
	}
}

// constantPattern reads a bare name in a pattern as a type, because "x is T" and
// "case T:" rarely name a constant. A qualified name is a member.
func constantPattern(v *lang.Visit) {
	t := v.Tree
	if name := t.First(v.Node); name != syntax.None {
		switch t.Kind(name) {
		case "identifier", "generic_name":
			v.Refer(name, projectbase.RefType)
		}
	}
}

// targetTyped enters the instantiation in "T x = new();".
func targetTyped(v *lang.Visit) {
	t := v.Tree
	typ := t.Child(v.Node, "type")
	if typ == syntax.None {
		return
	}
	for c := t.First(v.Node); c != syntax.None; c = t.After(v.Node, c) {
		made := c
		if t.Kind(c) == "variable_declarator" {
			made = value(t, c)
		}
		if made != syntax.None && t.Kind(made) == "implicit_object_creation_expression" {
			v.Refer(typ, projectbase.RefInstantiate)
			return
		}
	}
}

// nameOf excludes nameof from calls.
func nameOf(v *lang.Visit) {
	t := v.Tree
	if function := t.First(v.Node); function != syntax.None && string(t.Text(function)) == "nameof" {
		v.Skip(function)
	}
}

// fallback reports the default section or arm of a switch.
func fallback(t *syntax.Tree, branch uint32) bool {
	switch t.Kind(branch) {
	case "switch_section":
		return bytes.HasPrefix(t.Text(branch), []byte("default"))
	case "switch_expression_arm":
		first := t.First(branch)
		return first != syntax.None && t.Kind(first) == "discard" && t.ChildOf(branch, "when_clause") == syntax.None
	}
	return false
}
