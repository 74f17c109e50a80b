// Package svelte describes Svelte components. Scripts and styles are extracted in
// their own languages.
package svelte

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/markup"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/svelte"
)

// Language is Svelte. Words in template expressions have line kind code.
var Language = &lang.Language{
	ID:       "svelte",
	Name:     "Svelte",
	Tier:     2,
	Extracts: "id, classes and components as references; scripts and styles as such",

	Files: lang.Files{Extensions: []string{".svelte"}},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "svelte", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers:    []string{"tag_name", "attribute_name", "erroneous_end_tag_name"},
		Names:          []string{"attribute_value"},
		Comments:       []string{"comment"},
		Keywords:       []string{"if", "else", "each", "await", "then", "catch", "key", "html", "const", "debug", "as"},
		Strings:        []string{"quoted_attribute_value"},
		Interpolations: []string{"expression"},
		Texts:          []string{"text", "raw_text", "raw_text_expr", "raw_text_each", "raw_text_await"},
	},
	Declare: lang.Declare{Nodes: []lang.Declaration{{Node: "attribute", Kind: projectbase.KindSection, Word: "id", Refine: markup.Identified}}},
	Foreign: markup.ScriptForeign,
	Hooks: map[string]func(*lang.Visit){"attribute": markup.Attribute, "script_element": markup.Script, "style_element": markup.Style,
		"start_tag": markup.Component, "self_closing_tag": markup.Component},
}
