// Package yaml describes the language YAML.
package yaml

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/yaml"
)

// Language is YAML. Keys are symbols down to maxDepth; deeper keys and keys in
// lists are terms.
var Language = &lang.Language{
	ID:   "yaml",
	Name: "YAML",
	Tier: 2,

	Files: lang.Files{
		Extensions: []string{".yaml", ".yml"},
		Filenames:  []string{".clang-format", ".clang-tidy", ".clangd", ".yamllint", "CITATION.cff"},
	},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "yaml", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers: []string{"anchor_name", "alias_name"},
		Names:       []string{"string_scalar", "double_quote_scalar", "single_quote_scalar", "boolean_scalar"},
		Keywords:    []string{"true", "false", "null", "True", "False", "Null", "TRUE", "FALSE", "NULL"},
		Comments:    []string{"comment"},
		Strings:     []string{"double_quote_scalar", "single_quote_scalar", "block_scalar"},
	},
	Declare: lang.Declare{Nodes: []lang.Declaration{{Node: "block_mapping_pair", Kind: projectbase.KindSection, Word: "key", Refine: key}}},
	Hooks:   map[string]func(*lang.Visit){"block_mapping_pair": item, "flow_pair": item},
}

// maxDepth is the depth down to which keys are symbols.
const maxDepth = 3

// maxShown bounds a value in a signature, in bytes.
const maxShown = 120

// key declares a key of the first levels, but not keys of list items, which
// repeat in every item.
func key(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	depth := 1
	for n := t.Nodes[node].Parent; n != syntax.None; n = t.Nodes[n].Parent {
		switch t.Kind(n) {
		case "block_mapping_pair":
			depth++
		case "block_sequence_item", "flow_node":
			return false
		}
		if depth > maxDepth {
			return false
		}
	}
	name := scalar(t, node)
	if name == syntax.None || bytes.Equal(t.Text(name), []byte("<<")) {
		return false
	}
	d.Names = []uint32{name}
	d.Text = string(bytes.Trim(t.Text(name), `"'`))
	if value := t.Child(node, "value"); value != syntax.None {
		if n := &t.Nodes[value]; n.Row != n.EndRow || n.Row != t.Nodes[name].Row || n.End-n.Start > maxShown {
			d.Body = value
		}
	}
	return d.Text != ""
}

// scalar returns the text of a pair's key, or None if it is no plain name.
func scalar(t *syntax.Tree, pair uint32) uint32 {
	n := t.Child(pair, "key")
	for n != syntax.None {
		switch t.Kind(n) {
		case "string_scalar", "double_quote_scalar", "single_quote_scalar", "boolean_scalar":
			if t.Nodes[n].Row != t.Nodes[n].EndRow {
				return syntax.None
			}
			return n
		case "flow_node", "plain_scalar":
			n = t.First(n)
		default:
			return syntax.None
		}
	}
	return n
}

// item makes other keys identifiers.
func item(v *lang.Visit) {
	if name := scalar(v.Tree, v.Node); name != syntax.None {
		v.Identifier(name)
	}
}
