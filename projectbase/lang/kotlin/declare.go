package kotlin

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// packaged declares a package with a dotted name. The following siblings are
// its members.
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

// class distinguishes classes, interfaces, enums and objects by the words
// before the name.
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
	word, at := wordBefore(t.Source, t.Nodes[name].Start)
	outer, _ := wordBefore(t.Source, at)
	switch {
	case word == "interface":
		d.Kind, d.Word = projectbase.KindInterface, "interface"
	case word == "class" && outer == "enum" && at > t.Nodes[node].Start:
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

// companion declares a companion object, which may have a name.
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

// function reads the receiver of an extension, which becomes the owner, and
// the result type.
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
	word, _ := wordBefore(t.Source, t.Nodes[name].Start)
	return word == "interface"
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

// constructor has the name of its class, which no node in it contains.
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

// annotated reads the annotations of a declaration.
func annotated(t *syntax.Tree, node uint32, d *lang.Declared) {
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "annotation":
			t.Children(c, func(made uint32) bool {
				if t.Kind(made) == "constructor_invocation" {
					made = t.First(made)
				}
				if made != syntax.None && t.Kind(made) == "user_type" {
					if name, _ := nameOf(t, made); name != syntax.None {
						annotation(string(t.Text(name)), d)
					}
				}
				return true
			})
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

// finish sets the default access: public.
func finish(f *lang.File, s *projectbase.Symbol) {
	var holder *projectbase.Symbol
	if s.Container >= 0 {
		holder = &f.Symbols[s.Container]
	}
	if s.Kind == projectbase.KindNamespace {
		s.Doc = "" // a licence; packages have no documentation in Kotlin
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
