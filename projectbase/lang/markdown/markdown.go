// Package markdown describes the language Markdown.
package markdown

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/markdown/tree-sitter-markdown"
)

// Language is Markdown. Only the block structure is parsed; the content of
// blocks, including code, is plain text.
var Language = &lang.Language{
	ID:   "markdown",
	Name: "Markdown",
	Tier: 2,

	Files: lang.Files{Extensions: []string{".md", ".markdown", ".mdown", ".mkd", ".mkdn"}},
	Parse: lang.Parse{
		Dialects: []lang.Dialect{{Name: "markdown", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		// The scanner looks up digits that may begin a list.
		Preprocess: func(source []byte) []lang.Edit { return lang.WithinTables(source, "0123456789") },
	},
	Lex: lang.Lex{Names: []string{"inline"}},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "atx_heading", Kind: projectbase.KindSection, Word: "heading", Refine: heading},
			{Node: "setext_heading", Kind: projectbase.KindSection, Word: "heading", Refine: heading},
		},
	},
}

// heading declares a heading. It contains everything up to the next heading of
// its level or a higher one. The grammar's own sections only know headings
// with number signs.
func heading(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	inline := t.ChildOf(node, "inline")
	if paragraph := t.ChildOf(node, "paragraph"); paragraph != syntax.None {
		inline = t.ChildOf(paragraph, "inline")
	}
	d.Body = t.ChildOf(node, "setext_h1_underline", "setext_h2_underline", "block_continuation")
	if !titled(t, inline, d) {
		return false
	}
	rank, ok := rankOf(t, node)
	if !ok {
		return true
	}
	end := t.Nodes[node].Next
	for ; int(end) < len(t.Nodes); end++ {
		if r, ok := rankOf(t, end); ok && r <= rank {
			break
		}
	}
	if int(end) < len(t.Nodes) && end > 0 && t.Kind(end-1) == "section" {
		end-- // it belongs to the next heading
	}
	if end > t.Nodes[node].Next {
		d.Last = end - 1
	}
	return true
}

// rankOf returns the level of a heading of the document, but not of one in a
// quote or list.
func rankOf(t *syntax.Tree, node uint32) (int, bool) {
	switch t.Kind(node) {
	case "atx_heading", "setext_heading":
	default:
		return 0, false
	}
	parent := t.Nodes[node].Parent
	for parent != syntax.None && t.Kind(parent) == "section" {
		parent = t.Nodes[parent].Parent
	}
	if parent != 0 {
		return 0, false
	}
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		for rank, kinds := range marks {
			if k := t.Kind(c); k == kinds[0] || k == kinds[1] {
				return rank + 1, true
			}
		}
	}
	return 0, false
}

// marks are the kinds of heading marks, from level 1 on.
var marks = [][2]string{{"atx_h1_marker", "setext_h1_underline"}, {"atx_h2_marker", "setext_h2_underline"},
	{"atx_h3_marker"}, {"atx_h4_marker"}, {"atx_h5_marker"}, {"atx_h6_marker"}}

// titled names a heading by its text, without closing number signs.
func titled(t *syntax.Tree, inline uint32, d *lang.Declared) bool {
	if inline == syntax.None {
		return false
	}
	title := bytes.TrimRight(t.Text(inline), " \t\r\n")
	if bare := bytes.TrimRight(title, "#"); len(bare) < len(title) && bytes.HasSuffix(bare, []byte(" ")) {
		title = bytes.TrimSpace(bare)
	}
	if len(title) == 0 || len(title) > maxTitle {
		return false
	}
	d.Names, d.Text = []uint32{inline}, string(bytes.Join(bytes.Fields(title), []byte(" ")))
	return true
}

// maxTitle bounds a heading in bytes: a longer one is a paragraph above a
// line.
const maxTitle = 300
