package kotlin

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// packaged names a package in one word with its dots. What follows are its members.
func packaged(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "identifier")
	if name == syntax.None {
		return false
	}
	d.Text, d.Rest = compact(t.Text(name)), true
	for c := t.First(name); c != syntax.None; c = t.After(name, c) {
		d.Names = append(d.Names[:0], c)
	}
	return len(d.Names) > 0
}

// compact returns text without white space.
func compact(text []byte) string { return string(bytes.Join(bytes.Fields(text), nil)) }

// class tells classes, interfaces, enums and their like by the words before the
// name.
func class(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "type_identifier", "simple_identifier")
	if name == syntax.None {
		return false
	}
	d.Names = append(d.Names, name)
	d.Body = t.ChildOf(node, "class_body", "enum_class_body")
	annotated(t, node, d)
	if d.Word == "object" {
		if modified(t, node, "data") {
			d.Word = "data object"
		}
		return true
	}
	words := bytes.Fields(t.Source[t.Nodes[node].Start:t.Nodes[name].Start])
	last := func(n int) string {
		if len(words) < n {
			return ""
		}
		return string(words[len(words)-n])
	}
	switch {
	case last(1) == "interface":
		d.Kind, d.Word = projectbase.KindInterface, "interface"
	case last(1) == "class" && last(2) == "enum":
		d.Kind = projectbase.KindEnum
	case modified(t, node, "annotation"):
		d.Kind, d.Word = projectbase.KindInterface, "annotation"
	case modified(t, node, "data"):
		d.Word = "data class"
	case modified(t, node, "value"), modified(t, node, "inline"):
		d.Word = "value class"
	}
	return true
}

// modified reports whether a declaration has a modifier.
func modified(t *syntax.Tree, node uint32, word string) bool {
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "type_identifier", "simple_identifier", "variable_declaration", "function_value_parameters":
			return false
		case "annotation":
		default:
			if string(t.Text(c)) == word {
				return true
			}
		}
	}
	return false
}

// companion has a name of its own only where it is given one.
func companion(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if name := t.ChildOf(node, "type_identifier"); name != syntax.None {
		d.Names = append(d.Names, name)
	} else {
		d.Text = "Companion"
	}
	d.Body = t.ChildOf(node, "class_body")
	annotated(t, node, d)
	return true
}

func enumEntry(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if name := t.ChildOf(node, "simple_identifier"); name != syntax.None {
		d.Names = append(d.Names, name)
	}
	d.Body = t.ChildOf(node, "class_body")
	d.Bare = d.Body != syntax.None
	annotated(t, node, d)
	return true
}

func typeAlias(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "type_identifier")
	if name == syntax.None {
		return false
	}
	d.Names = append(d.Names, name)
	for c := name; c != syntax.None; c = t.After(node, c) {
		if isType(t.Kind(c)) {
			d.Type = c
		}
	}
	annotated(t, node, d)
	return true
}

func isType(kind string) bool {
	switch kind {
	case "user_type", "nullable_type", "not_nullable_type", "function_type", "parenthesized_type", "parenthesized_user_type":
		return true
	}
	return false
}

// function reads the receiver of an extension, which owns it, from before the
// name, and the result from behind the parameters.
func function(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	behind := false
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch kind := t.Kind(c); {
		case kind == "simple_identifier" && len(d.Names) == 0:
			d.Names = append(d.Names, c)
		case kind == "function_value_parameters":
			behind = true
		case kind == "function_body":
			d.Body = c
		case isType(kind) && len(d.Names) == 0:
			d.Owner = lastName(t, c)
		case isType(kind) && behind:
			d.Type = c
		}
	}
	switch {
	case d.Owner != "":
		d.Kind, d.Word = projectbase.KindMethod, "extension"
	case member(t, node):
		d.Kind = projectbase.KindMethod
	}
	if d.Body == syntax.None && inInterface(t, node) {
		d.Flags |= projectbase.FlagAbstract
	}
	annotated(t, node, d)
	return len(d.Names) > 0
}

// lastName returns the last part of a type's name, without its arguments.
func lastName(t *syntax.Tree, typ uint32) string {
	if t.Kind(typ) != "user_type" {
		inner := t.ChildOf(typ, "user_type", "nullable_type", "parenthesized_type", "parenthesized_user_type")
		if inner == syntax.None {
			return ""
		}
		if typ = inner; t.Kind(typ) != "user_type" {
			if typ = t.ChildOf(typ, "user_type"); typ == syntax.None {
				return ""
			}
		}
	}
	name, _ := nameOf(t, typ)
	if name == syntax.None {
		return ""
	}
	return string(t.Text(name))
}

// nameOf returns the last name in a user_type, and the one before it.
func nameOf(t *syntax.Tree, typ uint32) (name, before uint32) {
	name, before = syntax.None, syntax.None
	for c := t.First(typ); c != syntax.None; c = t.After(typ, c) {
		if t.Kind(c) == "type_identifier" {
			name, before = c, name
		}
	}
	return name, before
}

// member reports whether node is directly in the body of a type, which may have no name.
func member(t *syntax.Tree, node uint32) bool {
	body := t.Nodes[node].Parent
	return body != syntax.None && (t.Kind(body) == "class_body" || t.Kind(body) == "enum_class_body")
}

// inInterface reports whether node is a member of an interface.
func inInterface(t *syntax.Tree, node uint32) bool {
	body := t.Nodes[node].Parent
	if body == syntax.None || t.Kind(body) != "class_body" {
		return false
	}
	owner := t.Nodes[body].Parent
	if owner == syntax.None || t.Kind(owner) != "class_declaration" {
		return false
	}
	name := t.ChildOf(owner, "type_identifier")
	if name == syntax.None {
		return false
	}
	words := bytes.Fields(t.Source[t.Nodes[owner].Start:t.Nodes[name].Start])
	return len(words) > 0 && string(words[len(words)-1]) == "interface"
}

// constructor has the name of its class, which nothing in it spells.
func constructor(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Text = "constructor"
	if body := t.Nodes[node].Parent; body != syntax.None && t.Nodes[body].Parent != syntax.None {
		if name := t.ChildOf(t.Nodes[body].Parent, "type_identifier"); name != syntax.None {
			d.Text = string(t.Text(name))
		}
	}
	d.Body = t.ChildOf(node, "constructor_delegation_call", "statements")
	annotated(t, node, d)
	return true
}

// property tells properties, which have accessors, a delegate or a receiver or
// are declared only, from fields and variables with a value. Accessors on lines
// of their own are the siblings after it.
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

// variable takes the name and type of a variable; _ is none.
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

// accessors takes the accessors that follow a property, and reports whether
// there are any.
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

// classParameter makes a property of a parameter of a primary constructor that
// is one.
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

// annotated reads the annotations of a declaration.
func annotated(t *syntax.Tree, node uint32, d *lang.Declared) {
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "annotation":
			if name, _ := annotationName(t, c); name != syntax.None {
				annotation(string(t.Text(name)), d)
			}
		case "type_identifier", "simple_identifier", "variable_declaration":
			return
		}
	}
}

func annotation(name string, d *lang.Declared) {
	switch name {
	case "Deprecated":
		d.Flags |= projectbase.FlagDeprecated
	case "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate":
		d.Flags |= projectbase.FlagTest
	case "JvmStatic":
		d.Flags |= projectbase.FlagStatic
	}
}

// finish applies Kotlin's rules of access: everything is public unless it says
// otherwise.
func finish(f *lang.File, s *projectbase.Symbol) {
	var holder *projectbase.Symbol
	if s.Container >= 0 {
		holder = &f.Symbols[s.Container]
	}
	if s.Kind == projectbase.KindNamespace {
		s.Doc = "" // a license; packages have no docs in Kotlin
		s.Flags |= projectbase.FlagExported
		return
	}
	local := holder != nil && !holder.Kind.IsType() && holder.Kind != projectbase.KindNamespace
	if s.Visibility == projectbase.VisibilityNone && !local {
		s.Visibility = projectbase.VisibilityPublic
	}
	open := s.Visibility == projectbase.VisibilityPublic || s.Visibility == projectbase.VisibilityProtected
	if open && (holder == nil || holder.Flags.Has(projectbase.FlagExported)) {
		s.Flags |= projectbase.FlagExported
	}
	if s.Name == "main" && s.Kind.IsCallable() && s.Owner == "" && (s.Kind == projectbase.KindFunction && !local || s.Flags.Has(projectbase.FlagStatic)) {
		s.Flags |= projectbase.FlagEntry
	}
	if strings.Contains("\n"+s.Doc, "\n@deprecated") {
		s.Flags |= projectbase.FlagDeprecated
	}
}
