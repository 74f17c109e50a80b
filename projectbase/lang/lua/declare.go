package lua

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// function splits the name of a function into its own name and its table's.
func function(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 0 {
		return false
	}
	end(t, node, d)
	split(t, d)
	return true
}

// end ends the head of an empty function before the word end.
func end(t *syntax.Tree, fn uint32, d *lang.Declared) {
	if d.Body = t.Child(fn, "body"); d.Body != syntax.None {
		return
	}
	t.Children(fn, func(c uint32) bool {
		if t.Nodes[c].Symbol != syntax.ErrorSymbol && t.Kind(c) == "end" {
			d.Body = c
		}
		return true
	})
}

// split makes the table before a name the owner.
func split(t *syntax.Tree, d *lang.Declared) {
	name := d.Names[0]
	part := ""
	switch t.Kind(name) {
	case "method_index_expression":
		d.Kind, d.Word, part = projectbase.KindMethod, "method", "method"
	case "dot_index_expression":
		part = "field"
	default:
		return
	}
	if table := t.Child(name, "table"); table != syntax.None {
		d.Owner = strings.Join(strings.Fields(string(t.Text(table))), "")
	}
	if name = t.Child(name, part); name != syntax.None {
		d.Names[0] = name
	}
}

// field declares the functions of a table.
func field(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	value := d.Body
	if value == syntax.None || t.Kind(value) != "function_definition" || len(d.Names) == 0 {
		return false
	}
	end(t, value, d)
	switch t.Kind(d.Names[0]) {
	case "identifier":
		return true
	case "string":
		if content := t.Child(d.Names[0], "content"); content != syntax.None {
			d.Text, d.Names = string(t.Text(content)), nil
			return true
		}
	}
	return false
}

// assignment declares functions assigned to a name, and the first assignments
// of the file to its variables and fields of its tables.
func assignment(v *lang.Visit) {
	t := v.Tree
	left, right := t.ChildOf(v.Node, "variable_list"), t.ChildOf(v.Node, "expression_list")
	if left == syntax.None || right == syntax.None {
		return
	}
	node, d := v.Node, lang.Declared{Kind: projectbase.KindVariable, Word: "variable", Body: right, Type: syntax.None, NoScope: true}
	if parent := t.Nodes[node].Parent; t.Kind(parent) == "variable_declaration" {
		d.Access, d.Visibility = "local", projectbase.VisibilityPrivate
	}
	names(t, left, &d)
	if len(d.Names) == 0 {
		return
	}
	value := t.First(right)
	if len(d.Names) == 1 && value != syntax.None && t.Kind(value) == "function_definition" {
		d.Kind, d.Word, d.NoScope = projectbase.KindFunction, "function", false
		end(t, value, &d)
		split(t, &d)
		if t.Kind(d.Names[0]) == "identifier" {
			v.Declare(node, d)
		}
		return
	}
	if !ofFile(t, node) || !unseen(v, left) {
		return
	}
	d.NoScope = value == syntax.None || t.Kind(value) != "table_constructor" || len(d.Names) > 1
	if t.Kind(d.Names[0]) == "dot_index_expression" && len(d.Names) == 1 {
		d.Kind, d.Word = projectbase.KindField, "field"
		split(t, &d)
	}
	for _, name := range d.Names {
		if t.Kind(name) != "identifier" {
			return
		}
	}
	v.Declare(node, d)
}

// names collects the names in a list of variables.
func names(t *syntax.Tree, list uint32, d *lang.Declared) {
	t.Children(list, func(c uint32) bool {
		switch t.Kind(c) {
		case "identifier", "dot_index_expression":
			d.Names = append(d.Names, c)
		case "attribute":
			if strings.Contains(string(t.Text(c)), "const") {
				d.Kind, d.Word = projectbase.KindConstant, "const"
			}
		}
		return true
	})
}

// variables declares local variables of a file without a value.
func variables(v *lang.Visit) {
	t := v.Tree
	list := t.ChildOf(v.Node, "variable_list")
	if list == syntax.None || !ofFile(t, v.Node) || !unseen(v, list) {
		return
	}
	d := lang.Declared{Kind: projectbase.KindVariable, Word: "variable", Body: syntax.None, Type: syntax.None, NoScope: true,
		Access: "local", Visibility: projectbase.VisibilityPrivate}
	names(t, list, &d)
	v.Declare(v.Node, d)
}

// ofFile reports whether a statement is at top level, not in a block.
func ofFile(t *syntax.Tree, statement uint32) bool {
	parent := t.Nodes[statement].Parent
	if parent != syntax.None && t.Nodes[parent].Symbol != syntax.ErrorSymbol && t.Kind(parent) == "variable_declaration" {
		parent = t.Nodes[parent].Parent
	}
	return parent == 0
}

// unseen reports whether the file names the variables for the first time.
func unseen(v *lang.Visit, list uint32) bool {
	text := string(v.Tree.Text(list))
	if _, has := v.File.Named[text]; has {
		return false
	}
	if v.File.Named == nil {
		v.File.Named = map[string]projectbase.SymbolFlags{}
	}
	v.File.Named[text] = 0
	return true
}

// finish exports the members of the table that the file returns, and names
// without local.
func finish(f *lang.File, s *projectbase.Symbol) {
	module, _, _ := strings.Cut(s.Owner, ".")
	switch {
	case s.Access != "" || s.Container >= 0:
	case s.Owner == "" || module == f.Package || module == "_G":
		s.Flags |= projectbase.FlagExported
		s.Visibility = projectbase.VisibilityPublic
	}
	if s.Container < 0 && s.Owner == "" && s.Name == f.Package && !s.Kind.IsCallable() {
		s.Flags |= projectbase.FlagDefault // the value that the file returns
	}
	if strings.HasPrefix(s.Name, "_") && s.Visibility != projectbase.VisibilityPublic {
		s.Visibility = projectbase.VisibilityPrivate
	}
	if s.Kind.IsCallable() && strings.HasPrefix(strings.ToLower(s.Name), "test") && testFile(f.Path) {
		s.Flags |= projectbase.FlagTest
	}
	if strings.Contains(s.Doc, "@deprecated") {
		s.Flags |= projectbase.FlagDeprecated
	}
	if strings.Contains(s.Doc, "@private") {
		s.Visibility = projectbase.VisibilityPrivate
	}
}

// testFile reports whether a file has the name of a test file.
func testFile(p projectbase.Path) bool {
	name := strings.ToLower(string(p))
	return strings.Contains(name, "test") || strings.Contains(name, "spec")
}
