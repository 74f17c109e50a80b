// Package cue describes the language CUE.
package cue

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/cue"
)

// Language is CUE.
var Language = &lang.Language{
	ID:   "cue",
	Name: "CUE",
	Tier: 2,

	Files: lang.Files{Extensions: []string{".cue"}},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "cue", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers:    []string{"identifier", "package_identifier"},
		Keywords:       []string{"package", "import", "for", "in", "if", "let", "true", "false", "null", "string", "int", "float", "bool", "bytes", "number"},
		Comments:       []string{"comment"},
		Strings:        []string{"string"},
		Interpolations: []string{"interpolation", "raw_interpolation"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "package_clause", Kind: projectbase.KindNamespace, Word: "package", Refine: packaged},
			{Node: "field", Kind: projectbase.KindSection, Word: "field", Refine: field},
			{Node: "let_clause", Kind: projectbase.KindVariable, Word: "let", Name: "left"},
		},
	},
	Refer: lang.Refer{
		Calls:   []lang.Call{{Node: "call_expression", Function: "function", Kind: projectbase.RefCall}},
		Members: []lang.Member{{Node: "selector_expression"}},
	},
	Hooks: map[string]func(*lang.Visit){"import_spec": imported},
}

func packaged(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "package_identifier")
	d.Names, d.NoScope = []uint32{name}, true
	return name != syntax.None
}

// field declares a field. A name with # is a definition. The first label of a
// chain is the symbol.
func field(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	label := t.ChildOf(node, "label")
	if label == syntax.None {
		return false
	}
	name := t.First(label)
	for name != syntax.None && (t.Kind(name) == "optional" || t.Kind(name) == "required") {
		name = t.First(name)
	}
	if name == syntax.None || t.Kind(name) != "identifier" {
		return false
	}
	if text := t.Text(name); bytes.HasPrefix(text, []byte("#")) || bytes.HasPrefix(text, []byte("_#")) {
		d.Kind, d.Word = projectbase.KindType, "definition"
	}
	d.Names, d.Bare = []uint32{name}, true
	if value := t.ChildOf(node, "value"); value != syntax.None && t.Nodes[value].Row != t.Nodes[value].EndRow {
		d.Body = value
	}
	return true
}

func imported(v *lang.Visit) {
	t := v.Tree
	path := t.Child(v.Node, "path")
	if path == syntax.None {
		return
	}
	i := projectbase.Import{Module: string(bytes.Trim(t.Text(path), `"`))}
	if name := t.Child(v.Node, "name"); name != syntax.None {
		i.Alias = string(t.Text(name))
	}
	v.Import(v.Node, i)
}
