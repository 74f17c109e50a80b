package sql

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// created declares the first object named in a statement. The head ends at the
// first child of a kind in bodies.
func created(bodies ...string) func(*syntax.Tree, uint32, *lang.Declared) bool {
	return func(t *syntax.Tree, node uint32, d *lang.Declared) bool {
		object := t.ChildOf(node, "object_reference")
		if object == syntax.None {
			return false
		}
		name := t.Child(object, "name")
		if name == syntax.None {
			return false
		}
		d.Names, d.Body = []uint32{name}, t.ChildOf(node, bodies...)
		d.Text = unquoted(t.Text(name))
		return true
	}
}

// unquoted removes the quotes of all dialects from an identifier.
func unquoted(name []byte) string { return string(bytes.Trim(name, "\"`[]")) }

// function declares a function. Its result follows a keyword.
func function(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if !created("function_body")(t, node, d) {
		return false
	}
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		if t.Kind(c) == "keyword_returns" {
			d.Type = t.After(node, c)
		}
	}
	return true
}

// index declares an index with a bare identifier as name.
func index(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "identifier")
	if name == syntax.None {
		return false
	}
	d.Names, d.Text = []uint32{name}, unquoted(t.Text(name))
	return true
}

// typed distinguishes enumerations from other types.
func typed(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if t.ChildOf(node, "keyword_enum") != syntax.None {
		d.Kind, d.Word = projectbase.KindEnum, "enum"
	}
	return created("enum_elements")(t, node, d)
}

// column declares a column of a table.
func column(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	parent := t.Nodes[node].Parent
	d.NoScope, d.Text = true, unquoted(t.Text(d.Names[0]))
	return parent != syntax.None && t.Kind(parent) == "column_definitions"
}

// uses enters the tables in a statement, and the function of a trigger.
func uses(v *lang.Visit) {
	t := v.Tree
	trigger, first := t.Kind(v.Node) == "create_trigger", true
	before := ""
	for c := t.First(v.Node); c != syntax.None; c = t.After(v.Node, c) {
		kind := t.Kind(c)
		if kind != "object_reference" {
			before = kind
			continue
		}
		if own := trigger && first; own {
			first = false
			continue
		}
		if name := t.Child(c, "name"); name != syntax.None {
			if before == "keyword_function" || before == "keyword_procedure" {
				refer(v, name, t.Child(c, "schema"), projectbase.RefCall)
			} else {
				refer(v, name, t.Child(c, "schema"), projectbase.RefType)
			}
		}
	}
}

// refer enters a name, quoted or not.
func refer(v *lang.Visit, name, schema uint32, kind projectbase.ReferenceKind) {
	n, text := &v.Tree.Nodes[name], v.Tree.Text(name)
	if len(text) > 2 && bytes.IndexByte([]byte("\"`["), text[0]) >= 0 {
		v.ReferIn(name, n.Start+1, n.End-1, kind)
		return
	}
	v.ReferTo(name, schema, kind)
}
