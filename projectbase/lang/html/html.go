// Package html describes the language HTML. Scripts and styles are extracted in
// their own languages.
package html

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/markup"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/html"
)

// Language is HTML.
var Language = &lang.Language{
	ID:       "html",
	Name:     "HTML",
	Tier:     2,
	Extracts: "id, classes as references, import; scripts and styles as such",

	Files: lang.Files{Extensions: []string{".html", ".htm", ".xhtml"}},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "html", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers: []string{"tag_name", "attribute_name", "erroneous_end_tag_name"},
		Names:       []string{"attribute_value"},
		Comments:    []string{"comment"},
		Strings:     []string{"quoted_attribute_value", "attribute_value"},
		Texts:       []string{"text", "raw_text"},
	},
	Declare: lang.Declare{Nodes: []lang.Declaration{{Node: "attribute", Kind: projectbase.KindSection, Word: "id", Refine: markup.Identified}}},
	Hooks:   map[string]func(*lang.Visit){"attribute": markup.Attribute, "script_element": markup.Script, "style_element": markup.Style},
}
