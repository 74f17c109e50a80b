package php

import (
	"bytes"
	"path"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

func file(v *lang.Visit) {
	v.File.Test = strings.HasSuffix(strings.TrimSuffix(string(v.File.Path), path.Ext(string(v.File.Path))), "Test")
}

func namespace(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Rest = d.Body == syntax.None
	return true
}

// typed sets flags from attributes, and recognises enums that fallbackEdits
// turned into classes.
func typed(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	attributes(t, node, d)
	if d.Kind == projectbase.KindClass && len(d.Names) > 0 && t.Nodes[node].Start < t.Nodes[d.Names[0]].Start {
		head := bytes.TrimRight(t.Source[t.Nodes[node].Start:t.Nodes[d.Names[0]].Start], " \t\r\n")
		if len(head) >= 4 && strings.EqualFold(string(head[len(head)-4:]), "enum") {
			d.Kind, d.Word = projectbase.KindEnum, ""
		}
	}
	return true
}

// attributes sets flags from the attributes of a declaration.
func attributes(t *syntax.Tree, node uint32, d *lang.Declared) {
	list := t.ChildOf(node, "attribute_list")
	if list == syntax.None {
		return
	}
	for i := list; i < t.Nodes[list].Next; i++ {
		if t.Kind(i) != "attribute" || t.First(i) == syntax.None {
			continue
		}
		name := t.Text(t.First(i))
		if at := bytes.LastIndexByte(name, '\\'); at >= 0 {
			name = name[at+1:]
		}
		switch string(name) {
		case "Override":
			d.Flags |= projectbase.FlagOverride
		case "Deprecated":
			d.Flags |= projectbase.FlagDeprecated
		case "Test":
			d.Flags |= projectbase.FlagTest
		}
	}
}

func enumCase(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	attributes(t, node, d)
	return true
}

func method(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	attributes(t, node, d)
	if len(d.Names) == 1 && strings.EqualFold(string(t.Text(d.Names[0])), "__construct") {
		d.Kind = projectbase.KindConstructor
	}
	if d.Body == syntax.None {
		d.Flags |= projectbase.FlagAbstract
	}
	if d.Visibility == projectbase.VisibilityNone {
		d.Visibility = projectbase.VisibilityPublic
	}
	return true
}

// member reports whether a node lies in the body of a type.
func member(t *syntax.Tree, node uint32) bool {
	list := t.Nodes[node].Parent
	if list == syntax.None {
		return false
	}
	kind := t.Kind(list)
	return kind == "declaration_list" || kind == "enum_declaration_list"
}

// constants takes the names of a statement's constants. A case of an enum in
// the form of a class is a case, not a constant.
func constants(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	attributes(t, node, d)
	d.NoScope = true
	values := uint32(syntax.None)
	t.Children(node, func(c uint32) bool {
		if t.Kind(c) == "const_element" && t.First(c) != syntax.None {
			d.Names = append(d.Names, t.First(c))
			values = c
		}
		return true
	})
	if len(d.Names) == 1 {
		d.Body = t.After(values, d.Names[0])
	}
	if member(t, node) {
		if len(d.Names) == 1 && caseBefore(t, d.Names[0]) {
			d.Kind, d.Word = projectbase.KindEnumMember, "case"
			return true
		}
		if d.Visibility == projectbase.VisibilityNone {
			d.Visibility = projectbase.VisibilityPublic
		}
	}
	return true
}

// caseBefore reports whether the word before a name is case.
func caseBefore(t *syntax.Tree, name uint32) bool {
	at := t.Nodes[name].Start
	before := bytes.TrimRight(t.Source[max(at, 32)-32:at], " \t\r\n")
	return len(before) >= 4 && strings.EqualFold(string(before[len(before)-4:]), "case")
}

func properties(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	attributes(t, node, d)
	d.NoScope = true
	values := uint32(syntax.None)
	t.Children(node, func(c uint32) bool {
		if t.Kind(c) == "property_element" && t.First(c) != syntax.None {
			d.Names = append(d.Names, t.First(c))
			values = c
		}
		return true
	})
	if len(d.Names) == 1 {
		d.Body = t.After(values, d.Names[0])
	}
	if d.Visibility == projectbase.VisibilityNone {
		d.Visibility = projectbase.VisibilityPublic
	}
	return true
}

func promoted(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	attributes(t, node, d)
	d.Member, d.NoScope = true, true
	if d.Visibility == projectbase.VisibilityNone {
		d.Visibility = projectbase.VisibilityPublic
	}
	return true
}

// closure declares a nameless function by the variable that holds it.
func closure(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	value := t.Child(node, "right")
	if value == syntax.None || len(d.Names) != 1 || t.Kind(d.Names[0]) != "variable_name" {
		return false
	}
	switch t.Kind(value) {
	case "anonymous_function_creation_expression", "arrow_function":
	default:
		return false
	}
	d.Body, d.Type = t.Child(value, "body"), t.Child(value, "return_type")
	if m := t.ChildOf(value, "static_modifier"); m != syntax.None {
		d.Modifiers = append(d.Modifiers, m)
	}
	return true
}

// global reports whether a symbol is visible in the whole program.
func global(f *lang.File, s *projectbase.Symbol) bool {
	return s.Container == projectbase.NoSymbol || f.Symbols[s.Container].Kind == projectbase.KindNamespace
}

// finish removes the $ of variables' names, and marks PHPUnit tests by their
// prefix.
func finish(f *lang.File, s *projectbase.Symbol) {
	if s.Name != "$" { // otherwise a $ without a name
		s.Name = strings.TrimPrefix(s.Name, "$")
	}
	switch {
	case s.Kind.IsType(), s.Kind == projectbase.KindFunction && s.Word != "closure" && global(f, s),
		s.Visibility == projectbase.VisibilityPublic:
		s.Flags |= projectbase.FlagExported
	}
	if s.Kind == projectbase.KindMethod && f.Test && s.Visibility == projectbase.VisibilityPublic && strings.HasPrefix(s.Name, "test") {
		s.Flags |= projectbase.FlagTest
	}
	for line := range strings.Lines(s.Doc) {
		switch {
		case strings.HasPrefix(line, "@deprecated"):
			s.Flags |= projectbase.FlagDeprecated
		case strings.HasPrefix(line, "@test") && f.Test && s.Kind == projectbase.KindMethod:
			s.Flags |= projectbase.FlagTest
		}
	}
}
