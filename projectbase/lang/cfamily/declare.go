package cfamily

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// definition declares a function with a body, or with a replacement for one (=
// default).
func definition(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	decl := t.Child(node, "declarator")
	in, ok := readDeclarator(t, decl)
	if !ok {
		return false
	}
	if macro := t.Child(node, "type"); !in.callable && macro != syntax.None && t.Kind(decl) == "parenthesized_declarator" {
		// DEFINE_x(name) { ... }: the macro's name is in the position of a
		// type.
		if t.Kind(macro) != "type_identifier" {
			return false
		}
		d.Names, d.Word = []uint32{macro, in.name}, "macro call"
		testMacro(string(t.Text(macro)), d)
		return true
	}
	if !in.callable {
		return false
	}
	d.Names = []uint32{in.name}
	function(t, node, in, d)
	if list := t.ChildOf(node, "field_initializer_list"); list != syntax.None {
		d.Body = list
	}
	if t.ChildOf(node, "pure_virtual_clause") != syntax.None {
		d.Flags |= projectbase.FlagAbstract
	}
	if d.Body == syntax.None {
		d.Body = t.ChildOf(node, "try_statement")
	}
	return true
}

// function sets the fields common to definitions and prototypes of functions.
func function(t *syntax.Tree, node uint32, in declarator, d *lang.Declared) {
	d.Text, d.Owner = in.text, in.owner
	class := enclosing(t, node)
	d.Kind, d.Word = projectbase.KindFunction, ""
	if class != "" || in.owner != "" {
		d.Kind = projectbase.KindMethod
	}
	name := string(t.Text(in.name))
	typ := t.Child(node, "type")
	if typ != syntax.None && t.Nodes[typ].Start == t.Nodes[typ].End {
		typ = syntax.None // inserted for the grammar
	}
	switch {
	case in.cast:
		d.Kind, d.Word = projectbase.KindOperator, "conversion"
	case strings.HasPrefix(in.text, "operator "):
		d.Kind, d.Word = projectbase.KindOperator, "operator"
	case strings.HasPrefix(in.text, "~"):
		d.Kind, d.Word = projectbase.KindMethod, "destructor"
	case typ == syntax.None && (name == class || in.owner != "" && name == baseName(in.owner)):
		d.Kind, d.Word = projectbase.KindConstructor, "constructor"
	case typ == syntax.None && t.ChildOf(node, "declaration") == syntax.None: // otherwise K&R style
		macroCall(t, in, d)
	}
	d.TypeText = typeText(t, node, in)
	if in.override {
		d.Flags |= projectbase.FlagOverride
	}
	if name == "main" && d.Kind == projectbase.KindFunction {
		d.Flags |= projectbase.FlagEntry
	}
	attributes(t, node, d)
}

// enclosing returns the name of the class around a member, or "".
func enclosing(t *syntax.Tree, node uint32) string {
	for p := t.Nodes[node].Parent; p != syntax.None; p = t.Nodes[p].Parent {
		switch t.Kind(p) {
		case "class_specifier", "struct_specifier", "union_specifier":
			name := t.Child(p, "name")
			if name == syntax.None {
				return "(anonymous)"
			}
			return baseName(string(t.Text(name)))
		case "translation_unit", "declaration_list", "compound_statement", "friend_declaration":
			return ""
		}
	}
	return ""
}

// typeText returns the type before the name, or the one after an arrow.
func typeText(t *syntax.Tree, node uint32, in declarator) string {
	if in.cast {
		return strings.TrimPrefix(in.text, "operator ")
	}
	if in.typed != syntax.None {
		return folded(t.Text(in.typed))
	}
	from := t.Child(node, "type")
	if from == syntax.None || in.inner == syntax.None {
		return ""
	}
	for c := t.First(node); c != from && c != syntax.None; c = t.After(node, c) {
		if t.Kind(c) == "type_qualifier" && t.Text(c)[0] != 'i' && !bytes.HasPrefix(t.Text(c), []byte("conste")) {
			from = c
			break
		}
	}
	typ := &t.Nodes[t.Child(node, "type")]
	text := t.Source[t.Nodes[from].Start:typ.End]
	if body := bytes.IndexByte(text, '{'); body >= 0 {
		text = text[:body]
	}
	name, inner := &t.Nodes[in.name], &t.Nodes[in.inner]
	between := t.Source[typ.End:max(typ.End, inner.Start)]
	if in.pointer && bytes.IndexByte(t.Source[typ.End:max(typ.End, name.Start)], '(') >= 0 {
		// A pointer to a function: the type surrounds the name.
		return folded(t.Source[t.Nodes[from].Start:name.Start]) + folded(t.Source[name.End:max(name.End, t.Nodes[in.outer].End)])
	}
	out := []byte(folded(text))
	if len(out) == 0 {
		return "" // a type that the parser inserted
	}
	for i, c := range between {
		if c == '*' || c == '&' {
			if i > 0 && out[len(out)-1] != '*' && out[len(out)-1] != '&' && (between[0] == ' ' || between[0] == '\t') {
				out = append(out, ' ')
			}
			out = append(out, c)
		}
	}
	return string(out)
}

// declaration is one or more variables, fields or prototypes.
func declaration(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	first := true
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		if f := t.Nodes[c].Field; f == 0 || t.Grammar.FieldName(f) != "declarator" {
			continue
		}
		in, ok := readDeclarator(t, c)
		if !ok || !first && (d.Kind.IsCallable() != in.callable) {
			continue
		}
		if first {
			first = false
			declared(t, node, in, d)
		}
		d.Names = append(d.Names, in.name)
	}
	if first {
		return false
	}
	if d.Body == syntax.None {
		d.Body = t.Child(node, "default_value")
	}
	inlineType(t, node, d)
	return true
}

// declared reads the first declarator of a declaration, which determines the
// kind.
func declared(t *syntax.Tree, node uint32, in declarator, d *lang.Declared) {
	if in.callable {
		function(t, node, in, d)
		if d.Word == "" {
			d.Word = "prototype"
		}
		return
	}
	d.Owner, d.Body = in.owner, in.value
	d.TypeText = typeText(t, node, in)
	attributes(t, node, d)
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		if t.Kind(c) != "type_qualifier" {
			continue
		}
		switch string(t.Text(c)) {
		case "constexpr":
			d.Kind, d.Word = projectbase.KindConstant, "constexpr"
		case "const":
			if d.Kind != projectbase.KindField && !in.pointer {
				d.Kind, d.Word = projectbase.KindConstant, "const"
			}
		}
	}
}

// inlineType ends a head before the members of a type in it. The type has a
// symbol of its own.
func inlineType(t *syntax.Tree, node uint32, d *lang.Declared) {
	typ := t.Child(node, "type")
	if typ == syntax.None {
		return
	}
	switch t.Kind(typ) {
	case "struct_specifier", "union_specifier", "enum_specifier", "class_specifier":
	default:
		return
	}
	body := t.Child(typ, "body")
	if body == syntax.None {
		return
	}
	if n := &t.Nodes[node]; n.Row != n.EndRow || n.End-n.Start > 120 {
		d.Suffix = " " + folded(t.Text(d.Names[0]))
	}
	d.Body, d.NoScope = body, true
}

// typedef declares a type name. A struct without a name, or with the same
// name, makes one symbol with its typedef.
func typedef(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	typ := t.Child(node, "type")
	var first declarator
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		if f := t.Nodes[c].Field; f == 0 || t.Grammar.FieldName(f) != "declarator" {
			continue
		}
		in, ok := readDeclarator(t, c)
		if !ok {
			continue
		}
		if len(d.Names) == 0 {
			first = in
		}
		d.Names = append(d.Names, in.name)
	}
	if len(d.Names) == 0 {
		return false
	}
	d.NoScope, d.TypeText = true, typeText(t, node, first)
	attributes(t, node, d)
	if typ == syntax.None {
		return true
	}
	name, body := t.Child(typ, "name"), t.Child(typ, "body")
	if body == syntax.None {
		return name == syntax.None || !bytes.Equal(t.Text(name), t.Text(d.Names[0])) || first.pointer
	}
	if name != syntax.None {
		if bytes.Equal(t.Text(name), t.Text(d.Names[0])) {
			d.Names = d.Names[1:]
			if len(d.Names) == 0 {
				return false
			}
		}
		d.Body, d.Suffix = body, " "+string(t.Text(d.Names[0]))
		return true
	}
	d.Body, d.NoScope, d.TypeText = body, false, ""
	switch t.Kind(typ) {
	case "enum_specifier":
		d.Kind, d.Word = projectbase.KindEnum, ""
	case "union_specifier":
		d.Kind, d.Word = projectbase.KindStruct, "union"
	case "class_specifier":
		d.Kind, d.Word = projectbase.KindClass, ""
	default:
		d.Kind, d.Word = projectbase.KindStruct, ""
	}
	d.Suffix = " " + string(t.Text(d.Names[0]))
	return true
}

// Specifier is a struct, union, class or enum with its members.
func Specifier(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 || d.Body == syntax.None {
		return false
	}
	in, ok := readDeclarator(t, d.Names[0])
	if !ok {
		return false
	}
	d.Names, d.Owner = []uint32{in.name}, in.owner
	attributes(t, node, d)
	return true
}

// constant declares a macro without parameters, except an include guard.
func constant(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Body = t.Child(node, "value")
	if d.Body != syntax.None || len(d.Names) == 0 {
		return trimDirective(t, node, d)
	}
	if parent := t.Nodes[node].Parent; parent != syntax.None && t.Kind(parent) == "preproc_ifdef" {
		if guard := t.Child(parent, "name"); guard != syntax.None && bytes.Equal(t.Text(guard), t.Text(d.Names[0])) && t.Nodes[parent].Parent == 0 {
			return false
		}
	}
	return trimDirective(t, node, d)
}

// attributes sets flags from [[...]] and __attribute__((...)).
func attributes(t *syntax.Tree, node uint32, d *lang.Declared) {
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "attribute_specifier", "attribute_declaration", "ms_declspec_modifier":
			if bytes.Contains(t.Text(c), []byte("deprecated")) {
				d.Flags |= projectbase.FlagDeprecated
			}
		case "function_declarator", "pointer_declarator", "reference_declarator":
			attributes(t, c, d)
		}
	}
}

// Finish sets the visibility: static symbols are private to the file, members
// have the visibility of their section.
func Finish(f *lang.File, s *projectbase.Symbol) {
	FinishC(f, s)
	if s.Container < 0 || f.Symbols[s.Container].Kind == projectbase.KindNamespace {
		return
	}
	class := &f.Symbols[s.Container]
	if s.Visibility == projectbase.VisibilityNone && class.Kind.IsType() {
		if s.Visibility = projectbase.VisibilityPublic; class.Kind == projectbase.KindClass {
			s.Visibility = projectbase.VisibilityPrivate
		}
	}
	if s.Visibility == projectbase.VisibilityPublic {
		s.Flags |= projectbase.FlagExported
	}
}

// FinishC is Finish for C, where members have no visibility.
func FinishC(f *lang.File, s *projectbase.Symbol) {
	if s.Container < 0 || f.Symbols[s.Container].Kind == projectbase.KindNamespace {
		if s.Flags.Has(projectbase.FlagStatic) {
			s.Visibility, s.Access = projectbase.VisibilityPrivate, "static"
		} else if s.Kind != projectbase.KindNamespace && s.Owner == "" {
			s.Flags |= projectbase.FlagExported
		}
	}
}
