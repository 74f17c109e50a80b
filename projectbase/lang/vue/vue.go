// Package vue describes Vue single-file components. Scripts and styles are
// extracted in their own languages.
package vue

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/markup"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/html"
)

// Language is Vue. Its templates are parsed as HTML. Attribute values are often
// expressions, so their words have line kind code.
var Language = &lang.Language{
	ID:       "vue",
	Name:     "Vue",
	Tier:     2,
	Extracts: "id, classes and components as references; scripts and styles as such",

	Files: lang.Files{Extensions: []string{".vue"}},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "vue", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers: []string{"tag_name", "attribute_name", "erroneous_end_tag_name"},
		Names:       []string{"attribute_value"},
		Comments:    []string{"comment"},
		Texts:       []string{"text", "raw_text", "attribute_value"},
	},
	Declare: lang.Declare{Nodes: []lang.Declaration{{Node: "attribute", Kind: projectbase.KindSection, Word: "id", Refine: markup.Identified}}},
	Foreign: markup.ScriptForeign,
	Hooks: map[string]func(*lang.Visit){"attribute": markup.Attribute, "script_element": markup.Script, "style_element": markup.Style,
		"start_tag": markup.Component, "self_closing_tag": markup.Component},
}
