// Package javascript describes the language JavaScript with JSX.
package javascript

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/ecmascript"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/javascript"
)

// Language is JavaScript.
var Language = language()

func language() *lang.Language {
	l := ecmascript.Language()
	l.ID, l.Name = "javascript", "JavaScript"
	l.Files.Extensions = []string{".js", ".jsx", ".mjs", ".cjs"}
	l.Files.Interpreters = []string{"node", "nodejs"}
	l.Parse.Dialects = []lang.Dialect{{Name: "javascript", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}
	l.Declare.Nodes = append(l.Declare.Nodes,
		lang.Declaration{Node: "field_definition", Kind: projectbase.KindField, Name: "property", Body: "value", Refine: ecmascript.Field})
	l.Bind.Nodes = append(l.Bind.Nodes, lang.Binding{Node: "field_definition", Name: "property", Value: "value"})
	for i := range l.Declare.Nodes {
		if d := &l.Declare.Nodes[i]; d.Node == "assignment_expression" {
			d.Once, d.Refine = true, ecmascript.InstanceField
		}
	}
	return l
}
