// Package css describes the language CSS.
package css

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/css"
)

// Language is CSS. Property names and values are terms, not keywords.
var Language = &lang.Language{
	ID:       "css",
	Name:     "CSS",
	Tier:     2,
	Extracts: "class, id, variable, keyframes, import",

	Files: lang.Files{Extensions: []string{".css", ".pcss", ".postcss"}},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "css", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers: []string{"class_name", "id_name", "tag_name", "property_name", "feature_name", "attribute_name", "function_name",
			"keyframes_name", "keyword_query", "namespace_name", "plain_value", "at_keyword"},
		Keywords: []string{"from", "important"},
		Comments: []string{"comment", "js_comment"},
		Strings:  []string{"string_value"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "declaration", Kind: projectbase.KindVariable, Word: "variable", Refine: variable},
			{Node: "keyframes_statement", Kind: projectbase.KindSection, Word: "keyframes", Refine: keyframes},
		},
	},
	Hooks: map[string]func(*lang.Visit){"rule_set": rule, "plain_value": use, "import_statement": imported},
}

// variable declares a custom property (--name).
func variable(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "property_name")
	if name == syntax.None || !custom(t.Text(name)) {
		return false
	}
	d.Names, d.NoScope = []uint32{name}, true
	return true
}

func custom(name []byte) bool { return bytes.HasPrefix(name, []byte("--")) && len(name) > 2 }

func keyframes(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "keyframes_name")
	if name == syntax.None {
		return false
	}
	d.Names, d.Body = []uint32{name}, t.ChildOf(node, "keyframe_block_list")
	return true
}

// rule declares the classes and ids in the selectors of a rule, each once.
// Nested rules belong to the last one.
func rule(v *lang.Visit) {
	t := v.Tree
	selectors := t.ChildOf(v.Node, "selectors")
	if selectors == syntax.None {
		return
	}
	d := lang.Declared{Kind: projectbase.KindSection, Body: t.ChildOf(v.Node, "block"), Type: syntax.None, NoScope: true}
	seen := map[string]bool{}
	var names []uint32
	for i := selectors + 1; i < t.Nodes[selectors].Next && len(names) < maxNames; i++ {
		if wordOf(t, i) == "" || seen[string(t.Source[t.Nodes[i].Start-1:t.Nodes[i].End])] {
			continue
		}
		seen[string(t.Source[t.Nodes[i].Start-1:t.Nodes[i].End])] = true
		names = append(names, i)
	}
	for k, name := range names {
		d.Word, d.Names, d.NoScope = wordOf(t, name), []uint32{name}, k < len(names)-1
		v.Declare(v.Node, d)
	}
}

// maxNames bounds the names declared by one rule.
const maxNames = 100

// wordOf returns the kind of a selector: class or id, "" for others.
func wordOf(t *syntax.Tree, i uint32) string {
	parent := t.Nodes[i].Parent
	switch {
	case parent == syntax.None || t.Nodes[i].Start == 0:
	case t.Kind(i) == "class_name" && t.Kind(parent) == "class_selector":
		return "class"
	case t.Kind(i) == "id_name" && t.Kind(parent) == "id_selector":
		return "id"
	}
	return ""
}

// use enters a reference to a variable, or to keyframes by their animation.
func use(v *lang.Visit) {
	t := v.Tree
	if custom(t.Text(v.Node)) {
		v.Refer(v.Node, projectbase.RefMember)
		return
	}
	parent := t.Nodes[v.Node].Parent
	if parent == syntax.None || t.Kind(parent) != "declaration" {
		return
	}
	if name := t.ChildOf(parent, "property_name"); name != syntax.None && string(t.Text(name)) == "animation-name" {
		v.Refer(v.Node, projectbase.RefMember)
	}
}

// imported enters the target of @import, as a string or in url().
func imported(v *lang.Visit) {
	t := v.Tree
	for i := v.Node + 1; i < t.Nodes[v.Node].Next; i++ {
		switch t.Kind(i) {
		case "string_value", "plain_value":
			v.Import(v.Node, projectbase.Import{Module: string(bytes.Trim(t.Text(i), `"'`))})
			return
		}
	}
}
