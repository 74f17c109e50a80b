package kotlin

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

func packageName(v *lang.Visit) {
	if name := v.Tree.ChildOf(v.Node, "identifier"); name != syntax.None {
		v.File.Package = compact(v.Tree.Text(name))
	}
}

// importHeader enters "import a.b", "import a.*" and "import a.b as c".
func importHeader(v *lang.Visit) {
	t := v.Tree
	path := t.ChildOf(v.Node, "identifier")
	if path == syntax.None {
		return
	}
	i := projectbase.Import{Module: compact(t.Text(path))}
	if t.ChildOf(v.Node, "wildcard_import") != syntax.None {
		i.Name = "*"
	} else {
		last := t.First(path)
		for c := last; c != syntax.None; c = t.After(path, c) {
			last = c
		}
		if last != syntax.None && last != t.First(path) {
			i.Name = string(t.Text(last))
			i.Module = string(bytes.TrimRight([]byte(i.Module[:len(i.Module)-len(i.Name)]), "."))
		}
	}
	if alias := t.ChildOf(v.Node, "import_alias"); alias != syntax.None {
		v.Skip(alias)
		if name := t.First(alias); name != syntax.None {
			i.Alias = string(t.Text(name))
		}
	}
	v.Import(v.Node, i)
}

func annotate(v *lang.Visit) {
	for c := v.Tree.First(v.Node); c != syntax.None; c = v.Tree.After(v.Node, c) {
		typ := c
		if v.Tree.Kind(c) == "constructor_invocation" {
			typ = v.Tree.ChildOf(c, "user_type")
		}
		if typ != syntax.None && v.Tree.Kind(typ) == "user_type" {
			refer(v, typ, projectbase.RefDecorate)
		}
	}
}

// refer enters the type in a user_type, and skips the packages before it.
func refer(v *lang.Visit, typ uint32, kind projectbase.ReferenceKind) {
	name, before := nameOf(v.Tree, typ)
	if name == syntax.None {
		return
	}
	qualifier := ""
	if before != syntax.None {
		qualifier = compact(v.Tree.Source[v.Tree.Nodes[typ].Start:v.Tree.Nodes[before].End])
	}
	v.ReferQualified(name, qualifier, kind)
	for c := v.Tree.First(typ); c != syntax.None && c != name; c = v.Tree.After(typ, c) {
		if v.Tree.Kind(c) == "type_identifier" && lower(v.Tree.Text(c)) {
			v.Skip(c)
		}
	}
}

func lower(name []byte) bool {
	first, _ := utf8.DecodeRune(name)
	return unicode.IsLower(first)
}

func userType(v *lang.Visit) { refer(v, v.Node, projectbase.RefType) }

// base enters a base type: a class is called, and an interface extends other
// interfaces.
func base(v *lang.Visit) {
	t := v.Tree
	kind := projectbase.RefImplements
	typ := t.ChildOf(v.Node, "user_type")
	switch {
	case typ != syntax.None:
	case t.ChildOf(v.Node, "constructor_invocation") != syntax.None:
		kind = projectbase.RefExtends
		typ = t.ChildOf(t.ChildOf(v.Node, "constructor_invocation"), "user_type")
	case t.ChildOf(v.Node, "explicit_delegation") != syntax.None:
		typ = t.ChildOf(t.ChildOf(v.Node, "explicit_delegation"), "user_type")
	}
	if typ == syntax.None {
		return
	}
	if parent := t.Nodes[v.Node].Parent; parent != syntax.None && t.Kind(parent) == "class_declaration" {
		if name := t.ChildOf(parent, "type_identifier"); name != syntax.None {
			if word, _ := wordBefore(t.Source, t.Nodes[name].Start); word == "interface" {
				kind = projectbase.RefExtends
			}
		}
	}
	refer(v, typ, kind)
}

// typeParameter excludes the name of a type parameter from references.
func typeParameter(v *lang.Visit) {
	if name := v.Tree.ChildOf(v.Node, "type_identifier"); name != syntax.None {
		v.Skip(name)
	}
}

// call distinguishes an instantiation from a function call by the first letter
// of the name. Only the declaration would tell for certain.
func call(v *lang.Visit) {
	t := v.Tree
	callee := t.First(v.Node)
	if callee == syntax.None {
		return
	}
	name := callee
	if t.Kind(callee) == "navigation_expression" {
		if suffix := t.ChildOf(callee, "navigation_suffix"); suffix != syntax.None {
			if name = t.First(suffix); name == syntax.None {
				return
			}
		}
	}
	kind := projectbase.RefCall
	if first, _ := utf8.DecodeRune(bytes.TrimLeft(t.Text(name), "_")); unicode.IsUpper(first) {
		kind = projectbase.RefInstantiate
	}
	v.Refer(callee, kind)
}

// infix enters the function between its operands: a to b.
func infix(v *lang.Visit) {
	t := v.Tree
	left := t.First(v.Node)
	if left == syntax.None {
		return
	}
	if name := t.After(v.Node, left); name != syntax.None && t.Kind(name) == "simple_identifier" {
		v.ReferTo(name, left, projectbase.RefCall)
	}
}

// callableReference enters the function of "Type::name" or "::name". The text
// before it may be a variable.
func callableReference(v *lang.Visit) {
	t := v.Tree
	object := t.ChildOf(v.Node, "type_identifier")
	if name := t.ChildOf(v.Node, "simple_identifier"); name != syntax.None {
		v.ReferTo(name, object, projectbase.RefMember)
	}
	if object != syntax.None && lower(t.Text(object)) {
		v.Skip(object)
	}
}

// fallback reports the else entry of a when.
func fallback(t *syntax.Tree, branch uint32) bool {
	return t.Kind(branch) == "when_entry" && t.ChildOf(branch, "when_condition") == syntax.None
}

// argument skips the name of a named argument.
func argument(v *lang.Visit) {
	if name := v.Tree.First(v.Node); name != syntax.None && v.Tree.After(v.Node, name) != syntax.None {
		if v.Tree.Kind(name) == "simple_identifier" {
			v.Skip(name)
		}
	}
}
