package java

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
	name := t.ChildOf(node, "scoped_identifier", "identifier")
	if name == syntax.None {
		return false
	}
	d.Rest = true
	return dotted(t, name, d)
}

func module(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	return len(d.Names) > 0 && dotted(t, d.Names[0], d)
}

// dotted declares a dotted name; its last part is the definition.
func dotted(t *syntax.Tree, name uint32, d *lang.Declared) bool {
	d.Text = compact(t.Text(name))
	if t.Kind(name) == "scoped_identifier" {
		if name = t.Child(name, "name"); name == syntax.None {
			return false
		}
	}
	d.Names = append(d.Names[:0], name)
	return true
}

// compact returns text without white space.
func compact(text []byte) string { return string(bytes.Join(bytes.Fields(text), nil)) }

// annotated reads the annotations of a declaration.
func annotated(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "annotation", "marker_annotation":
			annotation(t, c, d)
		case "identifier":
			return true
		}
	}
	return true
}

func annotation(t *syntax.Tree, node uint32, d *lang.Declared) {
	name := t.Child(node, "name")
	if name == syntax.None {
		return
	}
	text := t.Text(name)
	if dot := bytes.LastIndexByte(text, '.'); dot >= 0 {
		text = text[dot+1:]
	}
	switch string(text) {
	case "Deprecated":
		d.Flags |= projectbase.FlagDeprecated
	case "Override":
		d.Flags |= projectbase.FlagOverride
	case "Test", "ParameterizedTest", "RepeatedTest", "TestFactory", "TestTemplate", "Property":
		d.Flags |= projectbase.FlagTest
	}
}

// enumConstant declares an enum constant, which may have a class body.
func enumConstant(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Bare = d.Body != syntax.None
	return annotated(t, node, d)
}

// method declares a method. In an interface, a method without body is
// abstract. A JUnit 3 test has a test name and a test class.
func method(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	if d.Body == syntax.None && within(t, node, "interface_body") {
		d.Flags |= projectbase.FlagAbstract
	}
	if dimensions := t.Child(node, "dimensions"); dimensions != syntax.None && d.Type != syntax.None {
		d.TypeText = compact(append(bytes.Clone(t.Text(d.Type)), t.Text(dimensions)...))
	}
	if bytes.HasPrefix(t.Text(d.Names[0]), []byte("test")) && d.Visibility == projectbase.VisibilityPublic && inTestCase(t, node) {
		d.Flags |= projectbase.FlagTest
	}
	return annotated(t, node, d)
}

// element is a member of an annotation type, shown with its default.
func element(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Flags |= projectbase.FlagAbstract
	return annotated(t, node, d)
}

func within(t *syntax.Tree, node uint32, kind string) bool {
	parent := t.Nodes[node].Parent
	return parent != syntax.None && t.Kind(parent) == kind
}

// inTestCase reports whether the class of a method extends a class called
// TestCase, as in JUnit 3.
func inTestCase(t *syntax.Tree, node uint32) bool {
	if !within(t, node, "class_body") {
		return false
	}
	super := t.Child(t.Nodes[t.Nodes[node].Parent].Parent, "superclass")
	return super != syntax.None && bytes.HasSuffix(t.Text(super), []byte("TestCase"))
}

// fields takes the names from the declarators of a field. The head ends at the
// first value. Members of a value, such as an anonymous class, belong to the
// field.
func fields(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	final := false
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "final":
			final = true
		case "variable_declarator":
			name := t.Child(c, "name")
			if name == syntax.None || t.Kind(name) != "identifier" {
				continue
			}
			d.Names = append(d.Names, name)
			if value := t.Child(c, "value"); value != syntax.None && d.Body == syntax.None {
				d.Body = value
			}
			if dimensions := t.Child(c, "dimensions"); dimensions != syntax.None && len(d.Names) == 1 && d.Type != syntax.None {
				d.TypeText = compact(append(bytes.Clone(t.Text(d.Type)), t.Text(dimensions)...))
			}
		}
	}
	if d.Kind == projectbase.KindConstant {
		d.Flags |= projectbase.FlagStatic
	} else if final && d.Flags.Has(projectbase.FlagStatic) {
		d.Kind = projectbase.KindConstant
	}
	return annotated(t, node, d)
}

// variables declares variables only at top level, where the grammar reads the
// fields of a file without a class as locals.
func variables(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	return t.Nodes[node].Parent == 0 && fields(t, node, d)
}

// component declares a property for a parameter of a record. Parameters of
// methods are not members.
func component(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	list := t.Nodes[node].Parent
	if list == syntax.None || !within(t, list, "record_declaration") {
		return false
	}
	if variable := t.ChildOf(node, "variable_declarator"); variable != syntax.None {
		if name := t.Child(variable, "name"); name != syntax.None {
			d.Names = append(d.Names, name)
			d.TypeText = compact(t.Source[t.Nodes[typeOf(t, node)].Start:t.Nodes[variable].Start])
		}
	}
	d.NoScope, d.Visibility = true, projectbase.VisibilityPublic
	return annotated(t, node, d)
}

// typeOf returns the type of a varargs parameter, which has no field.
func typeOf(t *syntax.Tree, parameter uint32) uint32 {
	for c := t.First(parameter); c != syntax.None; c = t.After(parameter, c) {
		switch t.Kind(c) {
		case "annotation", "marker_annotation", "final", "line_comment", "block_comment":
		default:
			return c
		}
	}
	return parameter
}

// finish sets the default access, which depends on the container.
func finish(f *lang.File, s *projectbase.Symbol) {
	var holder *projectbase.Symbol
	if s.Container >= 0 {
		holder = &f.Symbols[s.Container]
	}
	if s.Kind == projectbase.KindNamespace {
		// A comment right before a package is its licence, except in
		// package-info.java.
		if s.Word == "package" && f.Path.Base() != "package-info.java" {
			s.Doc = ""
		}
		s.Flags |= projectbase.FlagExported
		return
	}
	member := holder != nil && holder.Kind.IsType()
	if s.Kind == projectbase.KindMethod && !member && (holder == nil || holder.Kind == projectbase.KindNamespace) {
		s.Kind, s.Word = projectbase.KindFunction, projectbase.KindFunction.String()
	}
	if s.Visibility == projectbase.VisibilityNone {
		s.Visibility = implied(s, holder)
	}
	open := s.Visibility == projectbase.VisibilityPublic || s.Visibility == projectbase.VisibilityProtected
	if open && (holder == nil || holder.Flags.Has(projectbase.FlagExported)) {
		s.Flags |= projectbase.FlagExported
	}
	if s.Name == "main" && s.Kind.IsCallable() && (s.Flags.Has(projectbase.FlagStatic) && member || s.Kind == projectbase.KindFunction) {
		s.Flags |= projectbase.FlagEntry
	}
	if strings.Contains("\n"+s.Doc, "\n@deprecated") {
		s.Flags |= projectbase.FlagDeprecated
	}
}

// implied returns the default access of a declaration.
func implied(s, holder *projectbase.Symbol) projectbase.Visibility {
	switch {
	case holder == nil || holder.Kind == projectbase.KindNamespace:
		return projectbase.VisibilityInternal
	case !holder.Kind.IsType():
		return projectbase.VisibilityNone // local, or a member of an anonymous class
	case holder.Kind == projectbase.KindInterface, s.Kind == projectbase.KindEnumMember:
		return projectbase.VisibilityPublic
	case holder.Kind == projectbase.KindEnum && s.Kind == projectbase.KindConstructor:
		return projectbase.VisibilityPrivate
	}
	return projectbase.VisibilityInternal
}
