// Package elixir describes the language Elixir.
package elixir

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/elixir"
)

// Language is Elixir. Its declarations are calls of macros.
var Language = &lang.Language{
	ID:       "elixir",
	Name:     "Elixir",
	Tier:     2,
	Extracts: "module, protocol, implementation, function, macro, import, calls",

	Files: lang.Files{
		Extensions:   []string{".ex", ".exs"},
		Filenames:    []string{"mix.lock"},
		Interpreters: []string{"elixir"},
	},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "elixir", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}},
	Lex: lang.Lex{
		Identifiers:    []string{"identifier", "alias"},
		Names:          []string{"atom", "keyword"},
		Keywords:       []string{"after", "and", "catch", "do", "else", "end", "false", "fn", "in", "nil", "not", "or", "rescue", "true", "when"},
		Comments:       []string{"comment"},
		Strings:        []string{"string", "charlist", "sigil"},
		Interpolations: []string{"interpolation"},
	},
	Declare: lang.Declare{
		Leading:   []string{"unary_operator"},
		Docstring: docstring,
	},
	Metrics: lang.Metrics{
		Branches:  []string{"stab_clause"},
		Operators: []string{"&&", "||", "and", "or"},
	},
	Hooks: map[string]func(*lang.Visit){"call": call},
}

// Macros that declare symbols, with the kinds of these symbols.
var declarations = map[string]struct {
	kind    projectbase.Kind
	word    string
	private bool
}{
	"defmodule":    {kind: projectbase.KindClass, word: "module"},
	"defprotocol":  {kind: projectbase.KindInterface, word: "protocol"},
	"defimpl":      {kind: projectbase.KindClass, word: "implementation"},
	"def":          {kind: projectbase.KindFunction},
	"defp":         {kind: projectbase.KindFunction, private: true},
	"defdelegate":  {kind: projectbase.KindFunction, word: "delegate"},
	"defguard":     {kind: projectbase.KindMacro, word: "guard"},
	"defguardp":    {kind: projectbase.KindMacro, word: "guard", private: true},
	"defmacro":     {kind: projectbase.KindMacro},
	"defmacrop":    {kind: projectbase.KindMacro, private: true},
	"defexception": {},
	"defstruct":    {},
}
