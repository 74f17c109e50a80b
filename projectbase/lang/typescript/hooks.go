package typescript

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/ecmascript"
	"codegraph/projectbase/syntax"
)

type refine = func(*syntax.Tree, uint32, *lang.Declared) bool

// member lets refine declare members of an interface, a class, or the object
// type of an alias. Other object types have no name, so their members are no
// symbols.
func member(refine refine) refine {
	return func(t *syntax.Tree, node uint32, d *lang.Declared) bool {
		switch parent := t.Nodes[node].Parent; t.Kind(parent) {
		case "class_body":
			return refine(t, node, d)
		case "interface_body":
		case "object_type":
			if !aliased(t, parent) {
				return false
			}
		default:
			return false
		}
		if !refine(t, node, d) {
			return false
		}
		if d.Kind.IsCallable() {
			d.Flags |= projectbase.FlagAbstract
		}
		return true
	}
}

// typeAlias sets the type of an alias that consists of type names. The members
// of an object type become symbols below the alias.
func typeAlias(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if value := t.Child(node, "value"); value != syntax.None {
		switch t.Kind(value) {
		case "type_identifier", "nested_type_identifier", "generic_type", "union_type", "array_type", "readonly_type", "parenthesized_type":
			d.Type = value
		}
	}
	return ecmascript.Class(t, node, d)
}

// aliased reports whether an object type is the type of an alias, or part of
// an intersection or union that is.
func aliased(t *syntax.Tree, node uint32) bool {
	for {
		node = t.Nodes[node].Parent
		switch t.Kind(node) {
		case "type_alias_declaration":
			return true
		case "intersection_type", "union_type", "parenthesized_type":
		default:
			return false
		}
	}
}

func unnamed(text, result string) refine {
	return func(t *syntax.Tree, node uint32, d *lang.Declared) bool {
		d.Text, d.Names, d.Body = text, nil, syntax.None
		if result := t.Child(node, result); result != syntax.None {
			d.Type = t.First(result)
		}
		return true
	}
}

// index declares an index signature, but not the key of a mapped type.
func index(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	return t.ChildOf(node, "mapped_type_clause") == syntax.None && unnamed("[]", "type")(t, node, d)
}

func field(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if t.ChildOf(node, "accessor") != syntax.None {
		d.Kind, d.Word = projectbase.KindProperty, "accessor"
	}
	return ecmascript.Field(t, node, d)
}

// parameter declares a field for a constructor's parameter with a modifier.
func parameter(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 || t.Kind(d.Names[0]) != "identifier" ||
		t.ChildOf(node, "accessibility_modifier", "override_modifier", "readonly") == syntax.None {
		return false
	}
	if annotation := t.Child(node, "type"); annotation != syntax.None {
		d.Type = t.First(annotation)
	}
	d.Word, d.Member, d.NoScope = "parameter property", true, true
	return true
}

// module splits the name of a namespace: A.B.C is the namespace C of A.B.
func module(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	switch name := d.Names[0]; t.Kind(name) {
	case "string":
		ecmascript.Named(t, d)
	case "nested_identifier":
		if last, before := t.Child(name, "property"), t.Child(name, "object"); last != syntax.None && before != syntax.None {
			d.Names[0], d.Owner = last, string(t.Text(before))
		}
	}
	return ecmascript.Class(t, node, d)
}

// qualified excludes the parts of the namespace name A.B.C from references.
func qualified(v *lang.Visit) {
	if name := v.Tree.Child(v.Node, "name"); name != syntax.None && v.Tree.Kind(name) == "nested_identifier" {
		v.Skip(name)
	}
}

// extends enters the value of the clause as the base of the class.
func extends(v *lang.Visit) {
	if base := v.Tree.Child(v.Node, "value"); base != syntax.None {
		v.Refer(base, projectbase.RefExtends)
	}
}

func bases(kind projectbase.ReferenceKind) func(*lang.Visit) {
	return func(v *lang.Visit) {
		v.Tree.Children(v.Node, func(c uint32) bool {
			v.Refer(c, kind)
			return true
		})
	}
}

// binder excludes the name of a type parameter from references.
func binder(v *lang.Visit) {
	t := v.Tree
	name := t.Child(v.Node, "name")
	if name == syntax.None {
		name = t.First(v.Node)
	}
	if name != syntax.None && t.Kind(name) == "type_identifier" {
		v.Skip(name)
	}
}

// enumMembers declares the members of an enum. Members without value have no
// node.
func enumMembers(v *lang.Visit) {
	t := v.Tree
	t.Children(v.Node, func(c uint32) bool {
		d := lang.Declared{Kind: projectbase.KindEnumMember, Body: syntax.None, Type: syntax.None, NoScope: true}
		name := c
		switch t.Kind(c) {
		case "enum_assignment":
			if name = t.Child(c, "name"); name == syntax.None {
				return true
			}
			d.Body = t.Child(c, "value")
		case "property_identifier", "string":
		default:
			return true
		}
		d.Names = []uint32{name}
		ecmascript.Named(t, &d)
		v.Declare(c, d)
		return true
	})
}

// alias declares the local name in import A = B.C.
func alias(v *lang.Visit) {
	t := v.Tree
	name := t.First(v.Node)
	if name == syntax.None {
		return
	}
	target := t.After(v.Node, name)
	if target == syntax.None {
		return
	}
	d := lang.Declared{Kind: projectbase.KindType, Word: "import", Names: []uint32{name}, Body: target, Type: target, NoScope: true}
	ecmascript.Class(t, v.Node, &d)
	v.Declare(v.Node, d)
	v.Refer(target, projectbase.RefType)
}
