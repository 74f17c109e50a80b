package ecmascript

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// variable completes variables. A variable with a function or class as value
// gets its kind; a pattern declares each of its names.
func variable(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	statement := t.Nodes[node].Parent
	value := t.Child(node, "value")
	d.Type = annotated(t, t.Child(node, "type"))
	word := keyword(t, statement)
	d.Prefix = word + " "
	if fn, kind := callableOrClass(t, value); fn != syntax.None {
		body(t, fn, kind, projectbase.KindFunction, d)
		exported(t, node, d)
		return true
	}
	if objectValue(t, value, d) {
		exported(t, node, d)
		return true
	}
	if inBlock(t, statement, word) {
		return false
	}
	d.Word, d.Body = word, value
	if word != "let" && word != "var" {
		d.Kind = projectbase.KindConstant
	}
	if k := t.Kind(d.Names[0]); k == "object_pattern" || k == "array_pattern" {
		d.Names, d.NoScope = bound(t, d.Names[0], d.Names[:0]), true
	}
	exported(t, node, d)
	return true
}

// inBlock reports whether a statement's variables belong to a block or loop.
// Variables declared with var belong to the function or file.
func inBlock(t *syntax.Tree, statement uint32, word string) bool {
	above := t.Nodes[statement].Parent
	if above == syntax.None {
		return false
	}
	switch t.Kind(above) {
	case "for_statement":
		return true
	case "switch_case", "switch_default":
		return word != "var"
	case "statement_block":
		if word == "var" || t.Nodes[above].Parent == syntax.None {
			return false
		}
		switch t.Kind(t.Nodes[above].Parent) {
		case "module", "internal_module", "ambient_declaration":
			return false
		}
		return true
	}
	return false
}

// keyword returns the word that a statement begins with: const, let, var or using.
func keyword(t *syntax.Tree, statement uint32) string {
	text := t.Text(statement)
	for _, word := range []string{"const", "let", "var", "using", "await using"} {
		if bytes.HasPrefix(text, []byte(word)) {
			return word
		}
	}
	return "var"
}

// bound appends the names bound by a pattern.
func bound(t *syntax.Tree, pattern uint32, names []uint32) []uint32 {
	for i := pattern; i < t.Nodes[pattern].Next; i++ {
		switch t.Kind(i) {
		case "shorthand_property_identifier_pattern":
			names = append(names, i)
		case "identifier":
			parent := t.Nodes[i].Parent
			field := t.Grammar.FieldName(t.Nodes[i].Field)
			switch t.Kind(parent) {
			case "array_pattern", "rest_pattern":
				names = append(names, i)
			case "pair_pattern":
				if field == "value" {
					names = append(names, i)
				}
			case "assignment_pattern":
				if field == "left" {
					names = append(names, i)
				}
			}
		}
	}
	return names
}

// assignment declares functions and classes assigned to a name or member, and
// values assigned to exports.
func assignment(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	left, right := d.Names[0], d.Body
	fn, kind := callableOrClass(t, right)
	d.NoScope = right != syntax.None && t.Kind(right) == "assignment_expression"
	member := t.Kind(left) == "member_expression"
	if !member && (fn == syntax.None || t.Kind(left) != "identifier") {
		return false
	}
	if !member {
		body(t, fn, kind, projectbase.KindFunction, d)
		return true
	}
	on, name := t.Child(left, "object"), t.Child(left, "property")
	if on == syntax.None || name == syntax.None {
		return false
	}
	d.Names[0] = name
	switch owner := string(t.Text(on)); {
	case owner == "module" && string(t.Text(name)) == "exports":
		return wholeModule(t, fn, kind, d)
	case owner == "exports" || owner == "module.exports":
		return exportedMember(t, fn, kind, right, d)
	case fn == syntax.None:
		return prototypeMember(t, owner, right, d)
	case owner != "this":
		d.Owner = ownerName(owner)
	case inConstructor(t, node):
		d.Member = true
	}
	body(t, fn, kind, projectbase.KindMethod, d)
	return true
}

// InstanceField declares the field in a constructor's "this.a = value", and
// the symbols of other assignments.
func InstanceField(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if assignment(t, node, d) {
		return true
	}
	left := t.Child(node, "left")
	if left == syntax.None || t.Kind(left) != "member_expression" {
		return false
	}
	on, name := t.Child(left, "object"), t.Child(left, "property")
	if on == syntax.None || name == syntax.None || t.Kind(on) != "this" || !inConstructor(t, node) {
		return false
	}
	d.Kind, d.Word, d.Names = projectbase.KindField, "", []uint32{name}
	d.Member, d.Once, d.NoScope = true, true, true
	if text := t.Text(name); text[0] == '#' {
		return false
	}
	return true
}

// inConstructor reports whether "this" at a node is the object of a class's
// constructor.
func inConstructor(t *syntax.Tree, node uint32) bool {
	for node = t.Nodes[node].Parent; node != syntax.None; node = t.Nodes[node].Parent {
		switch t.Kind(node) {
		case "function_declaration", "function_expression", "generator_function", "generator_function_declaration", "class_body", "object":
			return false
		case "method_definition":
			name := t.Child(node, "name")
			return name != syntax.None && string(t.Text(name)) == "constructor"
		}
	}
	return false
}

// prototypeMember declares a member of a prototype whose value is no function
// literal. Most often it is a function with a name elsewhere.
func prototypeMember(t *syntax.Tree, owner string, value uint32, d *lang.Declared) bool {
	if !strings.HasSuffix(owner, prototype) || value == syntax.None {
		return false
	}
	d.Owner, d.Body, d.NoScope = ownerName(owner), value, true
	if t.Kind(value) != "identifier" {
		d.Kind = projectbase.KindField
	}
	return true
}

// wholeModule declares the value of module.exports: a function or class, under
// its own name if it has one.
func wholeModule(t *syntax.Tree, fn uint32, kind int, d *lang.Declared) bool {
	value := d.Body
	d.Flags |= projectbase.FlagExported | projectbase.FlagDefault
	if fn == syntax.None {
		return objectValue(t, value, d)
	}
	body(t, fn, kind, projectbase.KindFunction, d)
	if own := t.Child(fn, "name"); own != syntax.None {
		d.Names[0] = own
	}
	return true
}

// exportedMember declares a member of exports. A name of the file as value
// declares nothing: see moduleExports.
func exportedMember(t *syntax.Tree, fn uint32, kind int, value uint32, d *lang.Declared) bool {
	d.Flags |= projectbase.FlagExported
	if fn != syntax.None {
		body(t, fn, kind, projectbase.KindFunction, d)
		return true
	}
	if value == syntax.None || objectValue(t, value, d) {
		return value != syntax.None
	}
	switch t.Kind(value) {
	case "identifier", "unary_expression", "assignment_expression", "undefined":
		return false
	}
	d.Kind, d.Word, d.Flat = projectbase.KindVariable, "", true
	return true
}

const prototype = ".prototype"

// ownerName returns the type's name in the object of an assigned member.
func ownerName(object string) string {
	object = strings.TrimSuffix(object, prototype)
	for i := range len(object) {
		c := object[i]
		if c != '.' && c != '_' && c != '$' && (c < '0' || c > '9') && (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c < 0x80 || i > 80 {
			return ""
		}
	}
	return object
}

// prototypeOf returns the type whose prototype is an object literal.
func prototypeOf(t *syntax.Tree, object uint32) string {
	parent := t.Nodes[object].Parent
	if parent == syntax.None || t.Kind(parent) != "assignment_expression" {
		return ""
	}
	left := t.Child(parent, "left")
	if left == syntax.None || t.Kind(left) != "member_expression" || !bytes.HasSuffix(t.Text(left), []byte(prototype)) {
		return ""
	}
	return ownerName(string(t.Text(left)))
}

// pair declares the members of an object that are functions, classes, or
// objects with functions.
func pair(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 || t.Kind(d.Names[0]) == "number" {
		return false
	}
	value := d.Body
	fn, kind := callableOrClass(t, value)
	switch {
	case fn != syntax.None:
		body(t, fn, kind, projectbase.KindMethod, d)
		d.Owner = prototypeOf(t, t.Nodes[node].Parent)
	case value == syntax.None || !objectValue(t, value, d):
		return false
	}
	Named(t, d)
	return true
}
