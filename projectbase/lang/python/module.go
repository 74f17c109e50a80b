package python

import (
	"bytes"
	"path"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// exportList is the name of the variable with the exported names. A file has
// one if its own name is exported.
const exportList = "__all__"

// module sets flags from the statements of a file: exported names, and the
// start of the program.
func module(v *lang.Visit) {
	t := v.Tree
	v.File.Test = testFile(v.File.Path)
	v.File.Named = nil
	mark := func(name []byte, flag projectbase.SymbolFlags) {
		if v.File.Named == nil {
			v.File.Named = map[string]projectbase.SymbolFlags{}
		}
		v.File.Named[string(name)] |= flag
	}
	t.Children(v.Node, func(c uint32) bool {
		switch t.Kind(c) {
		case "expression_statement":
			if bytes.HasPrefix(t.Text(c), []byte(exportList)) {
				mark([]byte(exportList), projectbase.FlagExported)
				each(t, c, "string_content", func(s uint32) { mark(t.Text(s), projectbase.FlagExported) })
			}
		case "if_statement":
			if startsProgram(t, c) {
				each(t, c, "call", func(call uint32) {
					if f := t.First(call); f != syntax.None && t.Kind(f) == "identifier" {
						mark(t.Text(f), projectbase.FlagEntry)
					}
				})
			}
		}
		return true
	})
}

// each calls fn with the nodes of a kind below a node.
func each(t *syntax.Tree, node uint32, kind string, fn func(uint32)) {
	for i := node + 1; i < t.Nodes[node].Next; i++ {
		if t.Kind(i) == kind {
			fn(i)
		}
	}
}

// startsProgram reports whether a statement is: if __name__ == "__main__".
func startsProgram(t *syntax.Tree, statement uint32) bool {
	condition := t.Child(statement, "condition")
	if condition == syntax.None {
		return false
	}
	text := t.Text(condition)
	return len(text) < 100 && bytes.Contains(text, []byte("__name__")) && bytes.Contains(text, []byte("__main__"))
}

// testFile reports whether a file has the name of a test file.
func testFile(p projectbase.Path) bool {
	base := path.Base(string(p))
	name := strings.TrimSuffix(base, path.Ext(base))
	if strings.HasPrefix(name, "test_") || strings.HasSuffix(name, "_test") || name == "test" || name == "tests" {
		return true
	}
	for dir := range strings.SplitSeq(path.Dir(string(p)), "/") {
		if dir == "test" || dir == "tests" {
			return true
		}
	}
	return false
}

func importStatement(v *lang.Visit) {
	t := v.Tree
	t.Children(v.Node, func(c uint32) bool {
		switch t.Kind(c) {
		case "dotted_name":
			v.Import(c, projectbase.Import{Module: dotted(t.Text(c))})
		case "aliased_import":
			if name := t.Child(c, "name"); name != syntax.None {
				v.Import(c, projectbase.Import{Module: dotted(t.Text(name)), Alias: text(t, t.Child(c, "alias"))})
			}
		}
		return true
	})
}

// importFrom reads "from module import names". Imports in __init__.py, and
// names with themselves as alias, are exported again.
func importFrom(v *lang.Visit) {
	t := v.Tree
	from := t.Child(v.Node, "module_name")
	module := "__future__"
	if from != syntax.None {
		module = dotted(t.Text(from))
	}
	kind := projectbase.ImportModule
	base := path.Base(string(v.File.Path))
	if strings.TrimSuffix(base, path.Ext(base)) == "__init__" && from != syntax.None {
		kind = projectbase.ImportReexport
	}
	t.Children(v.Node, func(c uint32) bool {
		i := projectbase.Import{Module: module, Kind: kind}
		name := c
		switch t.Kind(c) {
		case "wildcard_import":
			i.Name = "*"
			v.Import(c, i)
			return true
		case "aliased_import":
			name = t.Child(c, "name")
			i.Alias = text(t, t.Child(c, "alias"))
		case "dotted_name":
			if c == from {
				return true
			}
		default:
			return true
		}
		if i.Name = text(t, name); i.Name == "" {
			return true
		}
		if i.Alias == i.Name || v.File.Named[i.Name].Has(projectbase.FlagExported) {
			i.Kind = projectbase.ImportReexport
		}
		v.Import(c, i)
		if id := t.First(name); id != syntax.None {
			v.ReferTo(id, from, projectbase.RefImport)
		}
		return true
	})
}

func dynamicImport(v *lang.Visit) {
	t := v.Tree
	module := argument(t, v.Node, 0)
	if module == syntax.None || t.Kind(module) != "string" || t.ChildOf(module, "interpolation") != syntax.None {
		return
	}
	if content := t.ChildOf(module, "string_content"); content != syntax.None {
		v.Import(v.Node, projectbase.Import{Module: string(t.Text(content)), Kind: projectbase.ImportDynamic})
	}
}

func text(t *syntax.Tree, node uint32) string {
	if node == syntax.None {
		return ""
	}
	return string(t.Text(node))
}

// dotted returns a module's name without white space.
func dotted(name []byte) string {
	if bytes.ContainsAny(name, " \t\r\n\\") {
		name = bytes.Join(bytes.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune(" \t\r\n\\", r) }), nil)
	}
	return string(name)
}
