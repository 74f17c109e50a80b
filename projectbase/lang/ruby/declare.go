package ruby

import (
	"bytes"
	"path"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

func file(v *lang.Visit) {
	p := string(v.File.Path)
	base := strings.TrimSuffix(path.Base(p), path.Ext(p))
	v.File.Test = strings.HasSuffix(base, "_test") || strings.HasSuffix(base, "_spec") || strings.HasPrefix(base, "test_")
	v.File.Named = nil
}

// end ends the head of a declaration without a body before the word end.
func end(t *syntax.Tree, node uint32, d *lang.Declared) {
	if d.Body == syntax.None {
		t.Children(node, func(c uint32) bool {
			if t.Kind(c) == "end" {
				d.Body = c
			}
			return true
		})
	}
}

// resolved takes the last part of a path as name, and the other parts as
// owner.
func resolved(t *syntax.Tree, d *lang.Declared) bool {
	if len(d.Names) != 1 || t.Kind(d.Names[0]) != "scope_resolution" {
		return true
	}
	name, scope := t.Child(d.Names[0], "name"), t.Child(d.Names[0], "scope")
	if name == syntax.None {
		return false
	}
	d.Names = []uint32{name}
	if scope != syntax.None && t.Nodes[scope].Row == t.Nodes[name].Row {
		d.Owner = string(t.Text(scope))
	}
	return true
}

func class(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	end(t, node, d)
	return resolved(t, d)
}

func method(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	end(t, node, d)
	if len(d.Names) == 0 {
		return false
	}
	if string(t.Text(d.Names[0])) == "initialize" {
		d.Kind, d.Visibility = projectbase.KindConstructor, projectbase.VisibilityPrivate
	}
	if t.Kind(d.Names[0]) == "operator" {
		d.Kind = projectbase.KindOperator
	}
	if singleton(t, node) {
		d.Flags |= projectbase.FlagStatic
	}
	called(t, node, d)
	return true
}

// singleton reports whether a node is directly in a "class << self".
func singleton(t *syntax.Tree, node uint32) bool {
	for p := t.Nodes[node].Parent; p != syntax.None; p = t.Nodes[p].Parent {
		switch t.Kind(p) {
		case "singleton_class":
			return true
		case "body_statement", "argument_list", "call":
		default:
			return false
		}
	}
	return false
}

// called applies a call around a definition: "private def a".
func called(t *syntax.Tree, node uint32, d *lang.Declared) {
	list := t.Nodes[node].Parent
	if list == syntax.None || t.Kind(list) != "argument_list" || t.Nodes[list].Parent == syntax.None {
		return
	}
	name := t.Child(t.Nodes[list].Parent, "method")
	if name == syntax.None {
		return
	}
	switch word := string(t.Text(name)); word {
	case "private", "protected", "public":
		d.Access, d.Visibility = word, visibility(word)
	case "private_class_method":
		d.Access, d.Visibility = "private", projectbase.VisibilityPrivate
	case moduleFunction:
		d.Flags |= projectbase.FlagStatic
	}
}

// moduleFunction makes methods callable on their module.
const moduleFunction = "module_function"

func visibility(word string) projectbase.Visibility {
	switch word {
	case "private":
		return projectbase.VisibilityPrivate
	case "protected":
		return projectbase.VisibilityProtected
	}
	return projectbase.VisibilityPublic
}

// singletonMethod declares a method of an object, usually the class around it.
// Sections do not apply to it.
func singletonMethod(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	end(t, node, d)
	d.Flags |= projectbase.FlagStatic
	d.Visibility = projectbase.VisibilityPublic
	if object := t.Child(node, "object"); object != syntax.None {
		switch t.Kind(object) {
		case "constant", "scope_resolution", "identifier":
			if owner := string(t.Text(object)); owner != className(t, node) {
				d.Owner = owner
			}
		}
	}
	called(t, node, d)
	return true
}

// className returns the name of the class or module around a node.
func className(t *syntax.Tree, node uint32) string {
	for p := t.Nodes[node].Parent; p != syntax.None; p = t.Nodes[p].Parent {
		if kind := t.Kind(p); kind != "class" && kind != "module" {
			continue
		}
		name := t.Child(p, "name")
		if name != syntax.None && t.Kind(name) == "scope_resolution" {
			name = t.Child(name, "name")
		}
		if name == syntax.None {
			return ""
		}
		return string(t.Text(name))
	}
	return ""
}

// assignment declares constants, and the variables of a class and its objects.
func assignment(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) != 1 {
		return false
	}
	d.NoScope = true
	switch t.Kind(d.Names[0]) {
	case "constant":
	case "scope_resolution":
		if !resolved(t, d) || t.Kind(d.Names[0]) != "constant" {
			return false
		}
	case "left_assignment_list":
		list := d.Names[0]
		d.Names = nil
		t.Children(list, func(c uint32) bool {
			if t.Kind(c) == "constant" {
				d.Names = append(d.Names, c)
			}
			return true
		})
		return len(d.Names) > 0
	case "instance_variable", "class_variable":
		d.Kind, d.Word = projectbase.KindField, "variable"
		d.Member, d.Once = true, true
		return true
	default:
		return false
	}
	made(t, d)
	return true
}

// made recognises classes created by a call: A = Struct.new(:b) do ... end.
func made(t *syntax.Tree, d *lang.Declared) {
	value := d.Body
	if value == syntax.None || t.Kind(value) != "call" {
		return
	}
	receiver, name := t.Child(value, "receiver"), t.Child(value, "method")
	if receiver == syntax.None || name == syntax.None {
		return
	}
	word := ""
	switch string(t.Text(receiver)) + "." + string(t.Text(name)) {
	case "Struct.new":
		word = "struct"
	case "Data.define":
		word = "data"
	case "Class.new":
		word = "class"
	case "Module.new":
		word = "module"
	default:
		return
	}
	d.Kind, d.Word, d.NoScope = projectbase.KindClass, word, false
	d.Body = t.Child(value, "block")
}

func alias(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.NoScope = true
	return len(d.Names) == 1 && t.Kind(d.Names[0]) != "global_variable"
}

// finish applies the recorded statements about names. The default visibility
// of methods is public.
func finish(f *lang.File, s *projectbase.Symbol) {
	s.Name = strings.TrimPrefix(s.Name, ":")
	s.Doc = strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(s.Doc, "=begin"), "=end"))
	if !s.Kind.IsCallable() {
		s.Access, s.Visibility = "", projectbase.VisibilityNone // sections apply only to methods
	}
	if s.Access == moduleFunction {
		s.Access = ""
		s.Flags |= projectbase.FlagStatic
	}
	if s.Container >= 0 && s.Kind.IsCallable() {
		key := f.Symbols[s.Container].Name + " " + s.Name
		for _, word := range []string{"private", "protected", "public", moduleFunction, "private_class_method"} {
			if _, said := f.Named[word+" "+key]; !said {
				continue
			}
			switch static := s.Flags.Has(projectbase.FlagStatic); {
			case word == moduleFunction:
				s.Flags |= projectbase.FlagStatic
			case word == "private_class_method" && static:
				s.Access, s.Visibility = "private", projectbase.VisibilityPrivate
			case word != "private_class_method" && !static:
				s.Access, s.Visibility = word, visibility(word)
			}
		}
		if s.Visibility == projectbase.VisibilityNone && f.Symbols[s.Container].Kind.IsType() {
			s.Visibility = projectbase.VisibilityPublic
		}
	}
	if s.Visibility == projectbase.VisibilityPublic || s.Kind.IsType() {
		s.Flags |= projectbase.FlagExported
	}
	if s.Kind == projectbase.KindMethod && strings.HasPrefix(s.Name, "test_") && (f.Test || s.Container >= 0 && testClass(&f.Symbols[s.Container])) {
		s.Flags |= projectbase.FlagTest
	}
	for line := range strings.Lines(s.Doc) {
		if strings.HasPrefix(line, "@deprecated") {
			s.Flags |= projectbase.FlagDeprecated
		}
	}
}

// testClass reports whether a class contains tests, by its base class.
func testClass(s *projectbase.Symbol) bool {
	_, base, _ := strings.Cut(s.Signature, "<")
	return strings.Contains(base, "Test")
}

// literal returns the node and text of a name given as a symbol or a string
// without interpolation.
func literal(t *syntax.Tree, node uint32) (name uint32, text string) {
	switch t.Kind(node) {
	case "simple_symbol":
		return node, strings.TrimPrefix(string(t.Text(node)), ":")
	case "string", "delimited_symbol":
		content := t.First(node)
		if content != syntax.None && t.Kind(content) == "string_content" && t.After(node, content) == syntax.None &&
			bytes.IndexByte(t.Text(content), '\n') < 0 {
			return content, string(t.Text(content))
		}
	}
	return syntax.None, ""
}
