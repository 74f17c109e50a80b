package ecmascript

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// program marks test files by the file names of the usual test runners.
func program(v *lang.Visit) {
	path := string(v.File.Path)
	name := path[strings.LastIndexByte(path, '/')+1:]
	v.File.Test = strings.Contains(name, ".test.") || strings.Contains(name, ".spec.") ||
		strings.Contains("/"+path, "/__tests__/")
}

// unquoted returns the text of a string literal.
func unquoted(t *syntax.Tree, node uint32) string {
	if node == syntax.None {
		return ""
	}
	text := t.Text(node)
	if len(text) < 2 {
		return string(text)
	}
	return string(text[1 : len(text)-1])
}

func importStatement(v *lang.Visit) {
	t := v.Tree
	source := t.Child(v.Node, "source")
	clause := t.ChildOf(v.Node, "import_clause", "import_require_clause")
	if clause != syntax.None && t.Kind(clause) == "import_require_clause" {
		v.Import(v.Node, projectbase.Import{Module: unquoted(t, t.Child(clause, "source")), Alias: text(t, t.First(clause))})
		return
	}
	if source == syntax.None {
		return
	}
	module := unquoted(t, source)
	if clause == syntax.None {
		v.Import(v.Node, projectbase.Import{Module: module})
		return
	}
	t.Children(clause, func(c uint32) bool {
		switch t.Kind(c) {
		case "identifier":
			v.Import(c, projectbase.Import{Module: module, Name: "default", Alias: text(t, c)})
		case "namespace_import":
			v.Import(c, projectbase.Import{Module: module, Alias: text(t, t.First(c))})
		case "named_imports":
			specifiers(v, c, module, projectbase.ImportModule)
		}
		return true
	})
}

// specifiers enters the names of a list such as { a, b as c }.
func specifiers(v *lang.Visit, list uint32, module string, kind projectbase.ImportKind) {
	t := v.Tree
	t.Children(list, func(s uint32) bool {
		name := t.Child(s, "name")
		if name == syntax.None {
			return true
		}
		i := projectbase.Import{Module: module, Name: specified(t, name), Kind: kind}
		if alias := t.Child(s, "alias"); alias != syntax.None {
			i.Alias = specified(t, alias)
		}
		v.Import(s, i)
		if i.Name != "default" {
			v.Refer(name, projectbase.RefImport)
		}
		return true
	})
}

// specified returns an imported or exported name, which may be a string.
func specified(t *syntax.Tree, node uint32) string {
	if t.Kind(node) == "string" {
		return unquoted(t, node)
	}
	return string(t.Text(node))
}

func text(t *syntax.Tree, node uint32) string {
	if node == syntax.None {
		return ""
	}
	return string(t.Text(node))
}

func exportStatement(v *lang.Visit) {
	t := v.Tree
	source := t.Child(v.Node, "source")
	list := t.ChildOf(v.Node, "export_clause", "namespace_export")
	switch {
	case source != syntax.None && list == syntax.None:
		v.Import(v.Node, projectbase.Import{Module: unquoted(t, source), Name: "*", Kind: projectbase.ImportReexport})
	case source != syntax.None && t.Kind(list) == "namespace_export":
		v.Import(v.Node, projectbase.Import{Module: unquoted(t, source), Alias: text(t, t.First(list)), Kind: projectbase.ImportReexport})
	case source != syntax.None:
		specifiers(v, list, unquoted(t, source), projectbase.ImportReexport)
	case list != syntax.None:
		exportedNames(v, list)
	default:
		exportedValue(v)
	}
}

// exportedNames marks the names of a list such as { a, b as default, c as d }.
func exportedNames(v *lang.Visit, list uint32) {
	t := v.Tree
	t.Children(list, func(s uint32) bool {
		if name := t.Child(s, "name"); name != syntax.None {
			flags := projectbase.FlagExported
			switch alias := text(t, t.Child(s, "alias")); alias {
			case "", string(t.Text(name)):
			case "default":
				flags |= projectbase.FlagDefault
			default: // of this file, with another name
				v.Import(s, projectbase.Import{Name: string(t.Text(name)), Alias: alias, Kind: projectbase.ImportReexport})
			}
			export(v, name, flags)
		}
		return true
	})
}

func export(v *lang.Visit, name uint32, flags projectbase.SymbolFlags) {
	if v.File.Named == nil {
		v.File.Named = map[string]projectbase.SymbolFlags{}
	}
	v.File.Named[string(v.Tree.Text(name))] |= flags
}

// exportedValue handles "export default" and "export =". A function or class
// without a name is declared here.
func exportedValue(v *lang.Visit) {
	t := v.Tree
	both := projectbase.FlagExported | projectbase.FlagDefault
	value := t.Child(v.Node, "value")
	if value == syntax.None {
		rest := bytes.TrimSpace(bytes.TrimPrefix(t.Text(v.Node), []byte("export")))
		if name := t.ChildOf(v.Node, "identifier"); name != syntax.None && bytes.HasPrefix(rest, []byte("=")) {
			export(v, name, both)
		}
		return
	}
	if t.Kind(value) == "identifier" {
		export(v, value, both)
		return
	}
	d := lang.Declared{Text: "default", Body: value, Type: syntax.None, Flags: both}
	if fn, kind := callableOrClass(t, value); fn != syntax.None {
		body(t, fn, kind, projectbase.KindFunction, &d)
		if own := t.Child(fn, "name"); own != syntax.None {
			d.Names, d.Text = []uint32{own}, ""
		}
		v.Declare(value, d)
	}
}

// moduleExports marks the names of the file that module.exports or a member of
// exports exports.
func moduleExports(v *lang.Visit) {
	t := v.Tree
	left, right := t.Child(v.Node, "left"), t.Child(v.Node, "right")
	if left == syntax.None || right == syntax.None || t.Kind(left) != "member_expression" {
		return
	}
	if on := t.Child(left, "object"); on != syntax.None {
		switch text := t.Text(on); {
		case string(text) == "exports", string(text) == "module", string(text) == "module.exports":
			v.Skip(left)
		case bytes.HasSuffix(text, []byte(prototype)):
			v.Skip(on)
		}
	}
	switch target := string(t.Text(left)); {
	case target == "module.exports":
		switch t.Kind(right) {
		case "identifier":
			export(v, right, projectbase.FlagExported|projectbase.FlagDefault)
		case "object":
			passedOn(v, right)
		}
	case strings.HasPrefix(target, "exports.") || strings.HasPrefix(target, "module.exports."):
		if t.Kind(right) == "identifier" {
			export(v, right, projectbase.FlagExported)
		}
	}
}

// passedOn marks the names of the file in an exported object.
func passedOn(v *lang.Visit, object uint32) {
	t := v.Tree
	t.Children(object, func(c uint32) bool {
		switch t.Kind(c) {
		case "shorthand_property_identifier":
			export(v, c, projectbase.FlagExported)
		case "pair":
			if value := t.Child(c, "value"); value != syntax.None && t.Kind(value) == "identifier" {
				export(v, value, projectbase.FlagExported)
			}
		}
		return true
	})
}

// loadingCall enters the imports of require and import().
func loadingCall(v *lang.Visit) {
	t := v.Tree
	function := t.First(v.Node)
	if k := t.Kind(function); k != "import" && (k != "identifier" || string(t.Text(function)) != "require") {
		return
	}
	arguments := t.Child(v.Node, "arguments")
	if arguments == syntax.None {
		return
	}
	module := t.First(arguments)
	if module == syntax.None || t.Kind(module) != "string" {
		return
	}
	v.Skip(function)
	i := projectbase.Import{Module: unquoted(t, module), Kind: projectbase.ImportDynamic}
	node := v.Node
	parent := t.Nodes[node].Parent
	for parent != syntax.None && (t.Kind(parent) == "await_expression" || t.Kind(parent) == "parenthesized_expression") {
		node, parent = parent, t.Nodes[parent].Parent
	}
	if parent == syntax.None {
		v.Import(v.Node, i)
		return
	}
	if t.Kind(parent) == "member_expression" {
		if name := text(t, t.Child(parent, "property")); name != "then" && name != "catch" && name != "finally" {
			i.Name = name
		}
		parent = t.Nodes[parent].Parent
	}
	if t.Kind(parent) != "variable_declarator" {
		v.Import(v.Node, i)
		return
	}
	name := t.Child(parent, "name")
	switch t.Kind(name) {
	case "identifier":
		i.Alias = text(t, name)
	case "object_pattern":
		if i.Name == "" {
			destructured(v, name, i)
			return
		}
	}
	v.Import(v.Node, i)
}

// destructured enters an import for each name in a pattern.
func destructured(v *lang.Visit, pattern uint32, i projectbase.Import) {
	t := v.Tree
	t.Children(pattern, func(c uint32) bool {
		one := i
		switch t.Kind(c) {
		case "shorthand_property_identifier_pattern":
			one.Name = text(t, c)
		case "object_assignment_pattern":
			one.Name = text(t, t.First(c))
		case "pair_pattern":
			key, value := t.Child(c, "key"), t.Child(c, "value")
			if key == syntax.None || value == syntax.None {
				return true
			}
			one.Name = specified(t, key)
			if t.Kind(value) == "identifier" {
				one.Alias = text(t, value)
			}
		default:
			return true
		}
		v.Import(c, one)
		return true
	})
}
