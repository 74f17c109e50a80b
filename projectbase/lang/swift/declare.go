package swift

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// marked sets flags from attributes.
func marked(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	t.Children(node, func(c uint32) bool {
		if t.Nodes[c].Symbol == syntax.ErrorSymbol || t.Kind(c) != "attribute" {
			return t.Nodes[c].Field == 0
		}
		text := t.Text(c)
		switch {
		case bytes.HasPrefix(text, []byte("@available")) && bytes.Contains(text, []byte("deprecated")):
			d.Flags |= projectbase.FlagDeprecated
		case bytes.HasPrefix(text, []byte("@Test")):
			d.Flags |= projectbase.FlagTest
		case string(text) == "@main":
			d.Flags |= projectbase.FlagEntry
		}
		return true
	})
	if len(d.Names) > 0 {
		if text := t.Text(d.Names[0]); len(text) > 2 && text[0] == '`' {
			d.Text = string(bytes.Trim(text, "`"))
		}
	}
	return true
}

// typeDeclaration sets the kind from the word before the name. An extension
// contains members of a type declared elsewhere.
func typeDeclaration(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	d.Names = d.Names[:1]
	name := d.Names[0]
	words := bytes.Fields(t.Source[headStart(t, node, name):t.Nodes[name].Start])
	if len(words) == 0 {
		return false
	}
	d.Word = string(words[len(words)-1])
	switch d.Word {
	case "struct":
		d.Kind = projectbase.KindStruct
	case "enum":
		d.Kind = projectbase.KindEnum
	case "extension":
		d.Kind = projectbase.KindNamespace
		d.Text = string(t.Text(name))
		d.Names = nil
	}
	return marked(t, node, d)
}

// headStart returns the offset after the attributes and modifiers of a declaration.
func headStart(t *syntax.Tree, node, name uint32) uint32 {
	at := t.Nodes[node].Start
	t.Children(node, func(c uint32) bool {
		if c == name {
			return false
		}
		if t.Nodes[c].Symbol != syntax.ErrorSymbol && (t.Kind(c) == "attribute" || strings.HasSuffix(t.Kind(c), "comment")) {
			at = t.Nodes[c].End
		}
		return true
	})
	return at
}

// member reports whether a node is a member of a type or extension.
func member(t *syntax.Tree, node uint32) bool {
	switch parentKind(t, node) {
	case "class_body", "enum_class_body", "protocol_body":
		return true
	}
	return false
}

func parentKind(t *syntax.Tree, node uint32) string {
	parent := t.Nodes[node].Parent
	if parent == syntax.None || t.Nodes[parent].Symbol == syntax.ErrorSymbol {
		return ""
	}
	return t.Kind(parent)
}

// function completes functions, methods and operators. The grammar gives the
// result the field of the name too.
func function(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	result(t, d, true)
	if member(t, node) {
		d.Kind = projectbase.KindMethod
	}
	if parentKind(t, node) == "protocol_body" {
		d.Flags |= projectbase.FlagAbstract
	}
	head := t.Source[t.Nodes[node].Start:t.Nodes[node].End]
	if len(d.Names) == 0 {
		d.Kind, d.Text = projectbase.KindOperator, operatorName(head)
		if d.Text == "" {
			return false
		}
	} else {
		if t.Kind(d.Names[0]) == "custom_operator" {
			d.Kind = projectbase.KindOperator
		}
		head = t.Source[t.Nodes[node].Start:t.Nodes[d.Names[0]].Start]
		if bytes.Contains(head, []byte("class func")) {
			d.Flags |= projectbase.FlagStatic
		}
	}
	asynchronous(t, node, d)
	return marked(t, node, d)
}

// operatorName returns the text between func and its parameters.
func operatorName(head []byte) string {
	_, after, ok := bytes.Cut(head, []byte("func"))
	if !ok {
		return ""
	}
	name, _, ok := bytes.Cut(after, []byte("("))
	if !ok || len(name) > 40 {
		return ""
	}
	name, _, _ = bytes.Cut(name, []byte("<T"))
	return string(bytes.TrimSpace(name))
}

// result separates the return type from the names.
func result(t *syntax.Tree, d *lang.Declared, named bool) {
	var names []uint32
	for _, n := range d.Names {
		switch t.Kind(n) {
		case "simple_identifier", "custom_operator", "type_identifier":
			if named && len(names) == 0 {
				names = append(names, n)
				continue
			}
		}
		d.Type = n
	}
	d.Names = names
}

// asynchronous handles the word async after the parameters.
func asynchronous(t *syntax.Tree, node uint32, d *lang.Declared) {
	if async := t.ChildOf(node, "async"); async != syntax.None {
		d.Modifiers = append(d.Modifiers, async)
	}
}

// special declares init, deinit and subscript, which have a keyword instead of
// a name.
func special(name string) func(*syntax.Tree, uint32, *lang.Declared) bool {
	return func(t *syntax.Tree, node uint32, d *lang.Declared) bool {
		d.Names, d.Text = nil, name
		if parentKind(t, node) == "protocol_body" {
			d.Flags |= projectbase.FlagAbstract
		}
		asynchronous(t, node, d)
		return marked(t, node, d)
	}
}

// subscript declares a subscript with its accessors.
func subscript(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	result(t, d, false)
	d.Names, d.Text = nil, "subscript"
	if d.Body = t.ChildOf(node, "computed_property"); d.Body != syntax.None {
		d.Suffix = accessors(t, d.Body)
	}
	return marked(t, node, d)
}

// accessors returns the accessors of a computed property, for its signature.
func accessors(t *syntax.Tree, computed uint32) string {
	get, set := false, false
	t.Children(computed, func(c uint32) bool {
		if t.Nodes[c].Symbol == syntax.ErrorSymbol {
			return true
		}
		switch t.Kind(c) {
		case "computed_getter", "getter_specifier", "statements":
			get = true
		case "computed_setter", "setter_specifier", "computed_modify":
			set = true
		}
		return true
	})
	switch {
	case get && set:
		return " { get set }"
	case set:
		return " { set }"
	}
	return " { get }"
}

// property declares a variable of a type or file. A variable with accessors or
// observers is a property, unless it is a local.
func property(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	inType := member(t, node)
	if !inType && parentKind(t, node) != "source_file" {
		return false
	}
	d.Names = bound(t, d.Names)
	if len(d.Names) == 0 {
		return false
	}
	if annotation := t.ChildOf(node, "type_annotation"); annotation != syntax.None {
		d.Type = t.First(annotation)
	}
	constant := false
	if binding := t.ChildOf(node, "value_binding_pattern"); binding != syntax.None {
		d.Word = string(t.Text(binding))
		constant = d.Word == "let"
	}
	d.Body, d.NoScope = t.Child(node, "value"), true
	switch {
	case !inType && constant:
		d.Kind = projectbase.KindConstant
	case !inType:
		d.Kind = projectbase.KindVariable
	}
	if computed := t.Child(node, "computed_value"); computed != syntax.None {
		d.Kind, d.Body, d.NoScope, d.Suffix = projectbase.KindProperty, computed, false, accessors(t, computed)
	} else if observers := t.ChildOf(node, "willset_didset_block"); observers != syntax.None {
		d.Kind, d.NoScope = projectbase.KindProperty, false
		if d.Body == syntax.None {
			d.Body = observers
		}
	}
	return marked(t, node, d)
}

// bound returns the names bound by patterns.
func bound(t *syntax.Tree, patterns []uint32) []uint32 {
	var names []uint32
	for _, pattern := range patterns {
		if t.Kind(pattern) != "pattern" {
			continue
		}
		for i := pattern; i < t.Nodes[pattern].Next; i++ {
			if t.Nodes[i].Symbol != syntax.ErrorSymbol && t.Kind(i) == "simple_identifier" {
				names = append(names, i)
			}
		}
	}
	return names
}

// required declares a property requirement of a protocol.
func required(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Names, d.NoScope = bound(t, d.Names), true
	d.Flags |= projectbase.FlagAbstract
	if annotation := t.ChildOf(node, "type_annotation"); annotation != syntax.None {
		d.Type = t.First(annotation)
	}
	if d.Body = t.ChildOf(node, "protocol_property_requirements"); d.Body != syntax.None {
		d.Suffix = accessors(t, d.Body)
	}
	return marked(t, node, d)
}

// entry declares one or more cases of an enum.
func entry(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.NoScope = true
	return marked(t, node, d)
}

// alias declares a type alias.
func alias(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	result(t, d, true)
	d.Body, d.NoScope = d.Type, true
	return len(d.Names) > 0 && marked(t, node, d)
}

// macro declares a macro, whose name has no field.
func macro(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "simple_identifier")
	if name == syntax.None {
		return false
	}
	d.Names, d.Body = []uint32{name}, t.ChildOf(node, "macro_definition")
	return marked(t, node, d)
}

// precedence declares a precedence group.
func precedence(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "simple_identifier")
	if name == syntax.None {
		return false
	}
	d.Names, d.Body = []uint32{name}, t.ChildOf(node, "precedence_group_attributes")
	d.Bare, d.NoScope = true, true
	return true
}

// finish marks XCTest tests by their names.
func finish(f *lang.File, s *projectbase.Symbol) {
	if f.Test && s.Kind == projectbase.KindMethod && strings.HasPrefix(s.Name, "test") && strings.Contains(s.Signature, s.Name+"()") {
		s.Flags |= projectbase.FlagTest
	}
	if s.Kind == projectbase.KindMethod && s.Name == "main" && s.Flags.Has(projectbase.FlagStatic) && s.Container >= 0 &&
		f.Symbols[s.Container].Flags.Has(projectbase.FlagEntry) {
		s.Flags |= projectbase.FlagEntry
	}
}
