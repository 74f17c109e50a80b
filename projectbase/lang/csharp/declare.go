package csharp

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var isReserved = func() map[string]bool {
	set := map[string]bool{}
	for _, word := range reserved {
		set[word] = true
	}
	return set
}()

// namespace declares nested namespaces with one dotted name, as C# writes
// them. The members of a file-scoped namespace are its siblings.
func namespace(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	name := d.Names[0]
	d.Text = compact(t.Text(name))
	if t.Kind(name) == "qualified_name" {
		if last := t.Child(name, "name"); last != syntax.None {
			d.Names[0] = last
		}
	}
	d.Rest = t.Kind(node) == "file_scoped_namespace_declaration"
	return true
}

// compact returns text without white space.
func compact(text []byte) string { return string(bytes.Join(bytes.Fields(text), nil)) }

// class excludes blocks of extension members, which preprocess turns into
// classes. Their members belong to the class around them.
func class(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) > 0 && string(t.Text(d.Names[0])) == "extension" && t.Nodes[d.Names[0]].Start == t.Nodes[node].Start {
		return false
	}
	return attributed(t, node, d)
}

// attributed reads the attributes of a declaration. A reserved word as a name
// means a syntax error.
func attributed(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) > 0 && isReserved[string(t.Text(d.Names[0]))] {
		return false
	}
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "attribute_list":
			attributes(t, c, d)
		case "modifier":
		default:
			return true
		}
	}
	return true
}

func attributes(t *syntax.Tree, list uint32, d *lang.Declared) {
	for c := t.First(list); c != syntax.None; c = t.After(list, c) {
		name := t.Child(c, "name")
		if name == syntax.None {
			continue
		}
		text := t.Text(name)
		if dot := bytes.LastIndexAny(text, ".:"); dot >= 0 {
			text = text[dot+1:]
		}
		text, _, _ = bytes.Cut(text, []byte("<"))
		switch attribute := strings.TrimSuffix(string(text), "Attribute"); {
		case attribute == "Obsolete":
			d.Flags |= projectbase.FlagDeprecated
		case isTest(attribute):
			d.Flags |= projectbase.FlagTest
		}
	}
}

// isTest reports whether an attribute marks a test of xUnit, NUnit or MSTest.
// Attributes that end in Fact and similar words are project-specific
// replacements.
func isTest(attribute string) bool {
	switch attribute {
	case "Test", "TestCase", "TestCaseSource", "TestFixture", "TestFixtureSource", "TestClass":
		return true
	}
	return strings.HasSuffix(attribute, "Fact") || strings.HasSuffix(attribute, "Theory") || strings.HasSuffix(attribute, "TestMethod")
}

// record tells a record struct from a record class.
func record(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if recordStruct(t, node) {
		d.Kind, d.Word = projectbase.KindStruct, "record struct"
	}
	return attributed(t, node, d)
}

func recordStruct(t *syntax.Tree, node uint32) bool {
	name := t.Child(node, "name")
	if name == syntax.None {
		return false
	}
	before := bytes.Fields(t.Source[t.Nodes[node].Start:t.Nodes[name].Start])
	return len(before) > 1 && string(before[len(before)-1]) == "struct"
}

// member declares a member of a type. In an interface, a member without body
// is abstract. An explicit implementation belongs to its interface.
func member(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if d.Body == syntax.None && inInterface(t, node) && d.Flags&projectbase.FlagStatic == 0 {
		d.Flags |= projectbase.FlagAbstract
	}
	return attributed(t, node, d)
}

// inInterface reports whether node is a member of an interface, also inside
// conditional compilation.
func inInterface(t *syntax.Tree, node uint32) bool {
	for p := t.Nodes[node].Parent; p != syntax.None; p = t.Nodes[p].Parent {
		switch kind := t.Kind(p); {
		case kind == "interface_declaration":
			return true
		case kind != "declaration_list" && !strings.HasPrefix(kind, "preproc_"):
			return false
		}
	}
	return false
}

// constructor ends the head before the call of another constructor.
func constructor(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if call := t.ChildOf(node, "constructor_initializer"); call != syntax.None {
		d.Body = call
	}
	return attributed(t, node, d)
}

func destructor(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) > 0 {
		d.Text = "~" + string(t.Text(d.Names[0]))
	}
	return attributed(t, node, d)
}

// operator declares an operator as "operator +" or "operator checked int".
func operator(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	from, to := t.Nodes[node].Start, t.Nodes[node].End
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "attribute_list", "modifier", "explicit_interface_specifier":
			from = t.Nodes[c].End
		case "parameter_list":
			to = t.Nodes[c].Start
		}
	}
	head := strings.Join(strings.Fields(string(t.Source[from:max(from, to)])), " ")
	at := strings.Index(head, "operator")
	if at < 0 {
		return false
	}
	d.Text = strings.ToValidUTF8(head[at:], "\uFFFD")
	return member(t, node, d)
}

// indexer is a property with parameters.
func indexer(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Text = "this[]"
	return property(t, node, d)
}

// property shows the accessors in the signature.
func property(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if !member(t, node, d) {
		return false
	}
	if d.Body != syntax.None {
		d.Suffix = accessors(t, d.Body)
		if d.Flags&projectbase.FlagAbstract == 0 && d.Flags&projectbase.FlagStatic == 0 && inInterface(t, node) && !bodied(t, d.Body) {
			d.Flags |= projectbase.FlagAbstract
		}
		return true
	}
	d.Body = t.Child(node, "value")
	if d.Body != syntax.None && t.Kind(d.Body) == "arrow_expression_clause" {
		d.Suffix = " { get; }"
		d.Flags &^= projectbase.FlagAbstract
	}
	return true
}

// accessors writes an accessor list without attributes and bodies: " { get; private set; }".
func accessors(t *syntax.Tree, list uint32) string {
	b := []byte(" {")
	for c := t.First(list); c != syntax.None; c = t.After(list, c) {
		if t.Kind(c) != "accessor_declaration" {
			continue
		}
		from := t.Nodes[c].Start
		for m := t.First(c); m != syntax.None; m = t.After(c, m) {
			switch t.Kind(m) {
			case "attribute_list":
				from = t.Nodes[m].End
			case "modifier":
				b = append(append(b, ' '), t.Text(m)...)
				from = t.Nodes[m].End
			}
		}
		word := bytes.TrimLeft(t.Source[from:t.Nodes[c].End], " \t\r\n")
		end := 0
		for end < len(word) && word[end] >= 'a' && word[end] <= 'z' {
			end++
		}
		b = append(append(append(b, ' '), word[:end]...), ';')
	}
	return string(append(b, " }"...))
}

func bodied(t *syntax.Tree, list uint32) bool {
	for c := t.First(list); c != syntax.None; c = t.After(list, c) {
		if t.Child(c, "body") != syntax.None {
			return true
		}
	}
	return false
}

// fields takes names and types from the declarators inside a field or event
// declaration. The head ends at the first value.
func fields(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	inner := t.ChildOf(node, "variable_declaration")
	if inner == syntax.None {
		return false
	}
	d.NoScope, d.Body = true, syntax.None
	for c := t.First(inner); c != syntax.None; c = t.After(inner, c) {
		if t.Nodes[c].Field != 0 && t.Kind(c) != "variable_declarator" {
			d.Type = c
			continue
		}
		name := t.Child(c, "name")
		if name == syntax.None || t.Kind(name) != "identifier" {
			continue
		}
		d.Names = append(d.Names, name)
		if v := value(t, c); v != syntax.None && d.Body == syntax.None {
			d.Body = v
		}
	}
	if d.Kind == projectbase.KindField && hasModifier(t, node, "const") {
		d.Kind, d.Word = projectbase.KindConstant, "const"
	}
	if d.Kind == projectbase.KindEvent && inInterface(t, node) {
		d.Flags |= projectbase.FlagAbstract
	}
	return attributed(t, node, d)
}

// value returns the initial value of a declarator, or None.
func value(t *syntax.Tree, declarator uint32) uint32 {
	for c := t.First(declarator); c != syntax.None; c = t.After(declarator, c) {
		if t.Nodes[c].Field == 0 && t.Nodes[c].Symbol != syntax.ErrorSymbol && t.Kind(c) != "bracketed_argument_list" && t.Kind(c) != "comment" {
			return c
		}
	}
	return syntax.None
}

func hasModifier(t *syntax.Tree, node uint32, word string) bool {
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		if t.Kind(c) == "modifier" && string(t.Text(c)) == word {
			return true
		}
	}
	return false
}

// positional declares a property for a parameter of a record. Parameters of
// other types are not members.
func positional(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	list := t.Nodes[node].Parent
	if list == syntax.None || t.Kind(list) != "parameter_list" {
		return false
	}
	owner := t.Nodes[list].Parent
	if owner == syntax.None || t.Kind(owner) != "record_declaration" {
		return false
	}
	d.Word, d.Suffix, d.Visibility = "parameter", " { get; init; }", projectbase.VisibilityPublic
	if recordStruct(t, owner) && !hasModifier(t, owner, "readonly") {
		d.Suffix = " { get; set; }"
	}
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		if t.Nodes[c].Field == 0 && len(d.Names) > 0 && t.Nodes[c].Start > t.Nodes[d.Names[0]].Start {
			d.Body = c
		}
	}
	d.NoScope = true
	return attributed(t, node, d)
}

// finish sets the default access, which depends on the container.
func finish(f *lang.File, s *projectbase.Symbol) {
	var holder *projectbase.Symbol
	if s.Container >= 0 {
		holder = &f.Symbols[s.Container]
	}
	member := holder != nil && holder.Kind.IsType()
	if s.Visibility == projectbase.VisibilityNone {
		s.Visibility = implied(s, holder)
	}
	open := s.Kind == projectbase.KindNamespace || s.Visibility == projectbase.VisibilityPublic ||
		s.Visibility == projectbase.VisibilityProtected && !strings.Contains(s.Access, "private")
	if open && (holder == nil || holder.Flags.Has(projectbase.FlagExported)) {
		s.Flags |= projectbase.FlagExported
	}
	if s.Name == "Main" && member && s.Kind == projectbase.KindMethod && s.Flags.Has(projectbase.FlagStatic) {
		s.Flags |= projectbase.FlagEntry
	}
}

// implied returns the default access of a declaration.
func implied(s, holder *projectbase.Symbol) projectbase.Visibility {
	switch {
	case s.Kind == projectbase.KindNamespace:
		return projectbase.VisibilityNone
	case holder == nil || holder.Kind == projectbase.KindNamespace:
		if s.Kind.IsType() {
			return projectbase.VisibilityInternal
		}
		return projectbase.VisibilityNone
	case !holder.Kind.IsType():
		return projectbase.VisibilityNone // a local function
	case holder.Kind == projectbase.KindInterface, holder.Kind == projectbase.KindEnum:
		return projectbase.VisibilityPublic
	case s.Kind == projectbase.KindConstructor && s.Flags.Has(projectbase.FlagStatic), s.Word == "destructor":
		return projectbase.VisibilityNone // not called by name
	}
	return projectbase.VisibilityPrivate
}
