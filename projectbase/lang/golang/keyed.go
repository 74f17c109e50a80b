package golang

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// keyed makes the key of a composite literal's element a member of the
// literal's type, if that is named. A map key is a value.
func keyed(v *lang.Visit) {
	t := v.Tree
	key := t.First(v.Node)
	if key == syntax.None || t.Kind(key) != "literal_element" {
		return
	}
	name := t.First(key)
	if name == syntax.None || t.Kind(name) != "identifier" {
		return
	}
	switch typ, known := literalType(t, t.Nodes[v.Node].Parent); {
	case typ != syntax.None:
		v.ReferTo(name, typ, projectbase.RefMember)
	case !known:
		v.Skip(name)
	}
}

// literalType returns the named type of a literal's braces, or None. It
// returns false if the literal does not tell whether it has keys or fields.
func literalType(t *syntax.Tree, value uint32) (typ uint32, known bool) {
	inner := false // the braces belong to an element without a type
	for value != syntax.None {
		switch t.Kind(value) {
		case "literal_value", "literal_element", "keyed_element":
			inner = inner || t.Kind(value) == "literal_element"
			value = t.Nodes[value].Parent
			continue
		case "composite_literal":
			typ = t.Child(value, "type")
		}
		break
	}
	if typ == 0 || typ == syntax.None {
		return syntax.None, false
	}
	if inner {
		switch t.Kind(typ) {
		case "slice_type", "array_type", "implicit_length_array_type":
			typ = t.Child(typ, "element")
		case "map_type":
			typ = t.Child(typ, "value")
		default:
			return syntax.None, false
		}
	}
	if typ != syntax.None && t.Kind(typ) == "pointer_type" {
		typ = t.First(typ)
	}
	if typ == syntax.None {
		return syntax.None, false
	}
	switch t.Kind(typ) {
	case "type_identifier", "qualified_type", "generic_type":
		return typ, true
	}
	return syntax.None, true
}
