package kotlin

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// property distinguishes properties from fields and variables. A property has
// accessors, a delegate, a receiver, or no value. Accessors on lines of their
// own are the siblings after it.
func property(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Word = "val"
	accessed := false
	value := func(c uint32) {
		if d.Body == syntax.None {
			d.Body = c
		}
	}
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch kind := t.Kind(c); {
		case kind == "binding_pattern_kind":
			d.Word = string(t.Text(c))
		case kind == "variable_declaration":
			variable(t, c, d)
		case kind == "multi_variable_declaration":
			t.Children(c, func(v uint32) bool {
				variable(t, v, d)
				return true
			})
			d.Type = syntax.None
		case isType(kind) && len(d.Names) == 0:
			d.Owner = lastName(t, c)
		case kind == "getter", kind == "setter":
			accessed = true
			value(c)
			d.Suffix += accessor(t, c)
		case kind == "property_delegate":
			accessed = true
			value(c)
		case len(d.Names) > 0 && kind != "type_constraints" && !isComment(kind):
			value(c)
		}
	}
	last := accessors(t, node, d)
	member := member(t, node)
	switch {
	case modified(t, node, "const"):
		d.Kind = projectbase.KindConstant
	case accessed || last || d.Owner != "" || member && d.Body == syntax.None && !modified(t, node, "lateinit"):
		d.Kind = projectbase.KindProperty
	case member:
		d.Kind = projectbase.KindField
	}
	if d.Body == syntax.None && !last && inInterface(t, node) {
		d.Flags |= projectbase.FlagAbstract
	}
	annotated(t, node, d)
	return len(d.Names) > 0
}

// variable takes the name and type of a variable, unless it is _.
func variable(t *syntax.Tree, node uint32, d *lang.Declared) {
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch kind := t.Kind(c); {
		case kind == "simple_identifier":
			if string(t.Text(c)) != "_" {
				d.Names = append(d.Names, c)
			}
		case isType(kind):
			d.Type = c
		}
	}
}

func isComment(kind string) bool { return kind == "line_comment" || kind == "multiline_comment" }

// accessors takes the accessors after a property, and reports whether there
// are any.
func accessors(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	parent := t.Nodes[node].Parent
	if parent == syntax.None {
		return false
	}
	for c := t.After(parent, node); c != syntax.None; c = t.After(parent, c) {
		switch kind := t.Kind(c); {
		case kind == "getter", kind == "setter":
			d.Last = c
			d.Suffix += accessor(t, c)
		case !isComment(kind):
			return d.Last != 0
		}
	}
	return d.Last != 0
}

// accessor writes an accessor without annotations, type and body: " get()", " private set".
func accessor(t *syntax.Tree, node uint32) string {
	b := " "
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		if strings.HasSuffix(t.Kind(c), "_modifier") {
			b += string(t.Text(c)) + " "
		}
	}
	word := t.Kind(node)[:3]
	b += word
	if text := t.Text(node); bytes.IndexByte(text, '(') >= 0 && t.ChildOf(node, "function_body") != syntax.None {
		b += "("
		if parameter := t.ChildOf(node, "parameter_with_optional_type"); parameter != syntax.None {
			b += compact(t.Text(parameter))
		}
		b += ")"
	}
	return b
}

// classParameter declares a property for a val or var parameter of a primary
// constructor.
func classParameter(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	binding := t.ChildOf(node, "binding_pattern_kind")
	name := t.ChildOf(node, "simple_identifier")
	if binding == syntax.None || name == syntax.None {
		return false
	}
	d.Word = string(t.Text(binding))
	d.Names = append(d.Names, name)
	for c := t.After(node, name); c != syntax.None; c = t.After(node, c) {
		switch kind := t.Kind(c); {
		case isType(kind) && d.Type == syntax.None:
			d.Type = c
		case !isComment(kind) && d.Body == syntax.None:
			d.Body = c
		}
	}
	d.NoScope = true
	annotated(t, node, d)
	return true
}
