// Package c describes the language C.
package c

import (
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/cfamily"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/c"
)

// Language is C. Headers are C unless their text is C++.
var Language = language()

func language() *lang.Language {
	l := cfamily.Language()
	l.ID, l.Name = "c", "C"
	l.Lookup.Scope = scope
	l.Entry.Main = lang.MainFunction
	l.Graph, l.Foreign, l.Usage = cfamily.Graph, cfamily.Foreign, cfamily.Usage
	l.Graph.Qualified = true
	l.Files.Extensions = []string{".c", ".h"}
	l.Parse.Dialects = []lang.Dialect{{Name: "c", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}
	l.Lex.Keywords = append(l.Lex.Keywords, "restrict", "_Alignas", "_Alignof", "_Atomic", "_Bool", "_Complex", "_Generic", "_Imaginary",
		"_Noreturn", "_Static_assert", "_Thread_local")
	l.Declare.Finish = cfamily.FinishC
	l.Parse.Preprocess = cfamily.PreprocessC
	return l
}
