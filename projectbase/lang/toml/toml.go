// Package toml describes the language TOML.
package toml

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/toml"
)

// Language is TOML.
var Language = &lang.Language{
	ID:   "toml",
	Name: "TOML",
	Tier: 2,

	Files: lang.Files{
		Extensions: []string{".toml"},
		Filenames:  []string{"Cargo.lock", "Pipfile", "poetry.lock", "uv.lock"},
	},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "toml", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers: []string{"bare_key"},
		Names:       []string{"quoted_key"},
		Keywords:    []string{"true", "false", "inf", "nan"},
		Comments:    []string{"comment"},
		Strings:     []string{"string", "quoted_key"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "table", Kind: projectbase.KindSection, Word: "table", Refine: table},
			{Node: "table_array_element", Kind: projectbase.KindSection, Word: "table", Refine: table},
			{Node: "pair", Kind: projectbase.KindSection, Word: "key", Refine: pair},
		},
	},
}

// table declares a table. Its head ends before its first key.
func table(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Body = t.ChildOf(node, "pair", "comment")
	return keyed(t, node, d)
}

// maxShown bounds a value in a signature, in bytes.
const maxShown = 120

// pair declares a key of a table, but not keys of inline tables.
func pair(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	parent := t.Nodes[node].Parent
	if parent == syntax.None {
		return false
	}
	switch t.Kind(parent) {
	case "document", "table", "table_array_element":
	default:
		return false
	}
	key := t.First(node)
	if key == syntax.None {
		return false
	}
	if value := t.After(node, key); value != syntax.None {
		if n := &t.Nodes[value]; n.Row != n.EndRow || n.End-n.Start > maxShown {
			d.Body = value
		}
	}
	return keyed(t, node, d)
}

// keyed declares a symbol with its whole key as name, at the position of the
// last part.
func keyed(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	key := t.ChildOf(node, "bare_key", "dotted_key", "quoted_key")
	if key == syntax.None {
		return false
	}
	d.Text = string(t.Text(key))
	for t.Kind(key) == "dotted_key" {
		last := t.First(key)
		for n := last; n != syntax.None; n = t.After(key, n) {
			last = n
		}
		if last == syntax.None {
			return false
		}
		key = last
	}
	if t.Kind(key) == "quoted_key" && len(d.Text) == int(t.Nodes[key].End-t.Nodes[key].Start) && len(d.Text) > 2 {
		d.Text = d.Text[1 : len(d.Text)-1]
	}
	d.Names = []uint32{key}
	return true
}
