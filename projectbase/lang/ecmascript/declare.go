package ecmascript

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// Function completes a function: its result, and whether it is exported.
func Function(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Type = annotated(t, t.Child(node, "return_type"))
	exported(t, node, d)
	return true
}

func generator(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Flags |= projectbase.FlagGenerator
	return Function(t, node, d)
}

// Class completes a class.
func Class(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	exported(t, node, d)
	return true
}

// expression declares functions and classes that are values only if they have
// names of their own and are not the value of a variable, property or export.
func expression(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 || given(t, node) {
		return false
	}
	d.Type = annotated(t, t.Child(node, "return_type"))
	return true
}

func generatorExpression(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Flags |= projectbase.FlagGenerator
	return expression(t, node, d)
}

// given reports whether the value at node gets a symbol from its variable or
// property.
func given(t *syntax.Tree, node uint32) bool {
	for {
		parent := t.Nodes[node].Parent
		if parent == syntax.None {
			return false
		}
		switch t.Kind(parent) {
		case "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression":
			node = parent
			continue
		case "variable_declarator", "assignment_expression", "pair", "field_definition", "public_field_definition", "export_statement":
			return true
		}
		return false
	}
}

// annotated returns the type in a type annotation.
func annotated(t *syntax.Tree, annotation uint32) uint32 {
	if annotation == syntax.None {
		return syntax.None
	}
	return t.First(annotation)
}

// exported sets the export flags of a declaration in an export statement.
func exported(t *syntax.Tree, node uint32, d *lang.Declared) {
	for range 3 {
		node = t.Nodes[node].Parent
		if node == syntax.None {
			return
		}
		switch t.Kind(node) {
		case "export_statement":
			d.Flags |= projectbase.FlagExported
			if t.ChildOf(node, "default") != syntax.None {
				d.Flags |= projectbase.FlagDefault
			}
			return
		case "lexical_declaration", "variable_declaration", "ambient_declaration", "expression_statement":
		default:
			return
		}
	}
}

// Method completes a method of a class, an interface or an object.
func Method(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	name := d.Names[0]
	accessor := false
	for c := t.First(node); c != syntax.None && c < name; c = t.After(node, c) {
		switch t.Kind(c) {
		case "get", "set":
			d.Kind, d.Word, accessor = projectbase.KindProperty, t.Kind(c), true
		}
	}
	Named(t, d)
	d.Type = annotated(t, t.Child(node, "return_type"))
	if b := bytes.TrimRight(t.Source[t.Nodes[node].Start:t.Nodes[name].Start], " \t\r\n"); len(b) > 0 && b[len(b)-1] == '*' {
		d.Flags |= projectbase.FlagGenerator
	}
	parent := t.Nodes[node].Parent
	if t.Kind(parent) == "object" {
		d.Owner = prototypeOf(t, parent)
		return true
	}
	if !accessor && d.Flags&projectbase.FlagStatic == 0 && string(t.Text(name)) == "constructor" {
		d.Kind, d.Word = projectbase.KindConstructor, ""
	}
	return true
}

// Named removes quotes from a property's name, and makes names with # private.
func Named(t *syntax.Tree, d *lang.Declared) {
	name := d.Names[0]
	text := t.Text(name)
	switch {
	case t.Kind(name) == "string" && len(text) > 2:
		d.Text = string(text[1 : len(text)-1])
	case len(text) > 0 && text[0] == '#':
		d.Visibility = projectbase.VisibilityPrivate
	}
}

// Field completes a field of a class or interface. A field with a function as
// value or type is a method.
func Field(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	Named(t, d)
	value := t.Child(node, "value")
	d.Type = annotated(t, t.Child(node, "type"))
	if fn, kind := callableOrClass(t, value); fn != syntax.None {
		body(t, fn, kind, projectbase.KindMethod, d)
		return true
	}
	d.Body = value
	if d.Type != syntax.None && t.Kind(d.Type) == "function_type" {
		d.Kind, d.Type = projectbase.KindMethod, t.Child(d.Type, "return_type")
	}
	return true
}

// Results of callableOrClass.
const (
	isFunction = iota
	isGenerator
	isClass
)

// callableOrClass returns the function or class in an expression, behind
// parentheses, type assertions and further assignments; None if there is none.
func callableOrClass(t *syntax.Tree, value uint32) (fn uint32, kind int) {
	for value != syntax.None {
		switch t.Kind(value) {
		case "arrow_function", "function_expression":
			return value, isFunction
		case "generator_function":
			return value, isGenerator
		case "class":
			return value, isClass
		case "assignment_expression":
			value = t.Child(value, "right")
		case "parenthesized_expression", "as_expression", "satisfies_expression", "non_null_expression":
			value = t.First(value)
		default:
			return syntax.None, 0
		}
	}
	return syntax.None, 0
}

// body makes the function or class fn the value of a declaration.
func body(t *syntax.Tree, fn uint32, is int, kind projectbase.Kind, d *lang.Declared) {
	d.Flat, d.Body = false, t.Child(fn, "body")
	if is == isClass {
		d.Kind, d.Word = projectbase.KindClass, ""
		return
	}
	d.Kind, d.Word = kind, ""
	if is == isGenerator {
		d.Flags |= projectbase.FlagGenerator
	}
	if result := annotated(t, t.Child(fn, "return_type")); result != syntax.None {
		d.Type = result
	}
	if t.Kind(fn) == "arrow_function" {
		d.Suffix = " =>"
	}
	if first := t.First(fn); first != syntax.None && t.Kind(first) == "async" {
		d.Modifiers = append(d.Modifiers, first)
	}
}

// hasMethods reports whether an object literal contains functions.
func hasMethods(t *syntax.Tree, object uint32) bool {
	found := false
	t.Children(object, func(c uint32) bool {
		switch t.Kind(c) {
		case "method_definition":
			found = true
		case "pair":
			fn, _ := callableOrClass(t, t.Child(c, "value"))
			found = fn != syntax.None
		}
		return !found
	})
	return found
}

// object returns the object literal in a value, behind Object.freeze and type
// assertions.
func object(t *syntax.Tree, value uint32) uint32 {
	for value != syntax.None {
		switch t.Kind(value) {
		case "object":
			return value
		case "parenthesized_expression", "as_expression", "satisfies_expression":
			value = t.First(value)
		default:
			return syntax.None
		}
	}
	return syntax.None
}

// objectValue turns an object literal with methods into a class of its own:
// the usual way to write a singleton or module.
func objectValue(t *syntax.Tree, value uint32, d *lang.Declared) bool {
	o := object(t, value)
	if o == syntax.None || !hasMethods(t, o) {
		return false
	}
	d.Kind, d.Word, d.Body, d.Flat = projectbase.KindClass, "object", o, false
	return true
}
