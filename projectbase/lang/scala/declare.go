package scala

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// packaged declares a package with a dotted name. Without a body, the
// following siblings are its members.
func packaged(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	name := d.Names[0]
	d.Text, d.Rest = compact(t.Text(name)), d.Body == syntax.None
	for c := t.First(name); c != syntax.None; c = t.After(name, c) {
		d.Names[0] = c
	}
	return true
}

// compact returns text without white space.
func compact(text []byte) string { return string(bytes.Join(bytes.Fields(text), nil)) }

// class distinguishes case classes and objects from others.
func class(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	if isCase(t, node) {
		d.Word = strings.TrimSpace("case " + d.Word)
		if d.Word == "case" {
			d.Word = "case class"
		}
	}
	if d.Word == "object" && extendsApp(t, node) {
		d.Flags |= projectbase.FlagEntry
	}
	return annotated(t, node, d)
}

// isCase reports whether the word case precedes a class or object.
func isCase(t *syntax.Tree, node uint32) bool {
	name := t.Child(node, "name")
	if name == syntax.None {
		return false
	}
	_, at := wordBefore(t.Source, t.Nodes[name].Start)
	word, at := wordBefore(t.Source, at)
	return word == "case" && at >= t.Nodes[node].Start
}

// wordBefore returns the word before an offset, and its start.
func wordBefore(source []byte, at uint32) (string, uint32) {
	end := len(bytes.TrimRight(source[:at], " \t\r\n"))
	start := end
	for start > 0 && source[start-1] >= 'a' && source[start-1] <= 'z' {
		start--
	}
	return string(source[start:end]), uint32(start)
}

// extendsApp reports whether an object is a program because it extends App.
func extendsApp(t *syntax.Tree, node uint32) bool {
	extends := t.Child(node, "extend")
	if extends == syntax.None {
		return false
	}
	for c := t.First(extends); c != syntax.None; c = t.After(extends, c) {
		if string(t.Text(c)) == "App" {
			return true
		}
	}
	return false
}

// annotated reads the annotations of a declaration.
func annotated(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "annotation":
			if name := t.Child(c, "name"); name != syntax.None {
				annotation(string(t.Text(name)), d)
			}
		case "identifier", "type_identifier", "operator_identifier":
			return true
		}
	}
	return true
}

func annotation(name string, d *lang.Declared) {
	name, _, _ = strings.Cut(name, "[")
	switch name[strings.LastIndexByte(name, '.')+1:] {
	case "deprecated":
		d.Flags |= projectbase.FlagDeprecated
	case "Test":
		d.Flags |= projectbase.FlagTest
	case "main":
		d.Flags |= projectbase.FlagEntry
	}
}

// enum reads the visibility from the text, because the grammar has no
// modifiers of enums.
func enum(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	word, _, _ := bytes.Cut(t.Text(node), []byte(" "))
	switch word, _, _ := bytes.Cut(word, []byte("[")); string(word) {
	case "private":
		d.Visibility = projectbase.VisibilityPrivate
	case "protected":
		d.Visibility = projectbase.VisibilityProtected
	}
	if d.Visibility != projectbase.VisibilityNone {
		d.Access = string(word)
	}
	return annotated(t, node, d)
}

// enumCase begins its signature at the word case, which several cases may
// share.
func enumCase(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Prefix = "case "
	return annotated(t, node, d)
}

// function declares a def: a constructor, an extension method, whose owner is
// the extended type, a member, or a function.
func function(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	parent := t.Nodes[node].Parent
	kind := ""
	if parent != syntax.None {
		kind = t.Kind(parent)
	}
	member := kind == "template_body" || kind == "with_template_body" || kind == "enum_body"
	switch {
	case string(t.Text(d.Names[0])) == "this":
		d.Kind, d.Word, d.Text = projectbase.KindConstructor, "constructor", "this"
		if member {
			if name := t.Child(t.Nodes[parent].Parent, "name"); name != syntax.None {
				d.Text = string(t.Text(name))
			}
		}
	case kind == "extension_definition":
		d.Kind, d.Word, d.Owner = projectbase.KindMethod, "extension", extended(t, parent)
	case t.Kind(d.Names[0]) == "operator_identifier":
		d.Kind, d.Word = projectbase.KindOperator, "def"
	case member:
		d.Kind = projectbase.KindMethod
	}
	if t.Kind(node) == "function_declaration" && member {
		d.Flags |= projectbase.FlagAbstract
	}
	return annotated(t, node, d)
}

// extended returns the name of the extended type.
func extended(t *syntax.Tree, extension uint32) string {
	parameters := t.Child(extension, "parameters")
	for parameters != syntax.None && t.Kind(parameters) == "parameters" && bytes.HasPrefix(t.Text(parameters), []byte("(using")) {
		parameters = t.After(extension, parameters)
	}
	if parameters == syntax.None {
		return ""
	}
	parameter := t.ChildOf(parameters, "parameter")
	if parameter == syntax.None {
		return ""
	}
	return typeName(t, t.Child(parameter, "type"))
}

// typeName returns the last name of a type, without arguments.
func typeName(t *syntax.Tree, typ uint32) string {
	for typ != syntax.None {
		switch t.Kind(typ) {
		case "type_identifier":
			return string(t.Text(typ))
		case "generic_type":
			typ = t.Child(typ, "type")
		case "stable_type_identifier":
			typ = t.ChildOf(typ, "type_identifier")
		case "annotated_type", "lazy_parameter_type", "repeated_parameter_type":
			typ = t.First(typ)
		default:
			return ""
		}
	}
	return ""
}

// given has the name that the compiler derives from its type, if it has none:
// given_Ord_Int.
func given(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if d.Body != syntax.None && t.Kind(d.Body) == "with_template_body" || t.ChildOf(node, "with_template_body") != syntax.None {
		d.Kind = projectbase.KindClass
	}
	if len(d.Names) == 0 {
		d.Text = "given"
		if d.Type == syntax.None {
			return false
		}
		for i := d.Type; i < t.Nodes[d.Type].Next; i++ {
			if t.Kind(i) == "type_identifier" {
				d.Text += "_" + string(t.Text(i))
			}
		}
	}
	if d.Kind == projectbase.KindClass {
		d.Type = syntax.None
	}
	return annotated(t, node, d)
}

// variable takes the names from a pattern. Members of types are fields.
func variable(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	patterns := d.Names
	d.Names = nil
	for _, p := range patterns {
		d.Names = bound(t, p, d.Names)
	}
	parent := t.Nodes[node].Parent
	if parent != syntax.None {
		switch t.Kind(parent) {
		case "template_body", "with_template_body", "enum_body":
			d.Kind = projectbase.KindField
			if kind := t.Kind(node); kind == "val_declaration" || kind == "var_declaration" {
				d.Flags |= projectbase.FlagAbstract
			}
		}
	}
	return annotated(t, node, d)
}

// bound appends the names bound by a pattern. A capitalised name is a
// constant.
func bound(t *syntax.Tree, pattern uint32, names []uint32) []uint32 {
	switch t.Kind(pattern) {
	case "identifier":
		return append(names, pattern)
	case "identifiers":
		for c := t.First(pattern); c != syntax.None; c = t.After(pattern, c) {
			names = append(names, c)
		}
		return names
	case "tuple_pattern", "case_class_pattern", "capture_pattern", "typed_pattern", "infix_pattern":
		for c := t.First(pattern); c != syntax.None; c = t.After(pattern, c) {
			if t.Kind(c) != "identifier" || lower(t.Text(c)) {
				names = bound(t, c, names)
			}
		}
	}
	return names
}

// classParameter declares a property for a val or var parameter, or any
// parameter of a case class.
func classParameter(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	list := t.Nodes[node].Parent
	if len(d.Names) == 0 || list == syntax.None || t.Nodes[list].Parent == syntax.None {
		return false
	}
	owner := t.Nodes[list].Parent
	word, at := wordBefore(t.Source, t.Nodes[d.Names[0]].Start)
	switch {
	case (word == "val" || word == "var") && at >= t.Nodes[node].Start:
		d.Word = word
	case (t.Kind(owner) == "full_enum_case" || t.Kind(owner) == "class_definition" && isCase(t, owner)) && t.Child(owner, "class_parameters") == list:
		d.Word = "parameter"
	default:
		return false
	}
	d.NoScope = true
	return annotated(t, node, d)
}

// finish sets the default access, public. A symbol private to a package is
// internal.
func finish(f *lang.File, s *projectbase.Symbol) {
	var holder *projectbase.Symbol
	if s.Container >= 0 {
		holder = &f.Symbols[s.Container]
	}
	if s.Kind == projectbase.KindNamespace {
		s.Doc = "" // a licence; packages have no documentation in Scala
		s.Flags |= projectbase.FlagExported
		return
	}
	local := holder != nil && holder.Kind.IsCallable()
	switch {
	case s.Visibility == projectbase.VisibilityNone && !local:
		s.Visibility = projectbase.VisibilityPublic
	case s.Visibility == projectbase.VisibilityPrivate && strings.Contains(s.Access, "[") && s.Access != "private[this]":
		s.Visibility = projectbase.VisibilityInternal
	}
	open := s.Visibility == projectbase.VisibilityPublic || s.Visibility == projectbase.VisibilityProtected
	if open && (holder == nil || holder.Flags.Has(projectbase.FlagExported)) {
		s.Flags |= projectbase.FlagExported
	}
	if s.Name == "main" && s.Kind == projectbase.KindMethod && holder != nil && strings.HasSuffix(holder.Word, "object") {
		s.Flags |= projectbase.FlagEntry
	}
	if strings.Contains("\n"+s.Doc, "\n@deprecated") {
		s.Flags |= projectbase.FlagDeprecated
	}
}
