// Package lua describes the language Lua.
package lua

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/tree-sitter-grammars/tree-sitter-lua/bindings/go"
)

// Language is Lua, up to version 5.4 and LuaJIT's.
var Language = &lang.Language{
	ID:   "lua",
	Name: "Lua",

	Files: lang.Files{
		Extensions:   []string{".lua", ".rockspec", ".wlua"},
		Filenames:    []string{".luacheckrc", ".luacov", ".busted", "config.ld"},
		Interpreters: []string{"lua", "luajit", "luau", "resty", "wsapi.cgi"},
	},
	Parse: lang.Parse{Dialects: []lang.Dialect{{Name: "lua", Grammar: func() *sitter.Language { return sitter.NewLanguage(grammar.Language()) }}}},
	Lex: lang.Lex{
		Identifiers: []string{"identifier"},
		Keywords: []string{"and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not", "or",
			"repeat", "return", "then", "true", "until", "while"},
		Comments: []string{"comment", "hash_bang_line"},
		Strings:  []string{"string"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "function_declaration", Kind: projectbase.KindFunction, Refine: function},
			{Node: "field", Kind: projectbase.KindFunction, Body: "value", Refine: field},
		},
		Wrappers:  []string{"variable_declaration"},
		Tokens:    []string{"local", "end"},
		Modifiers: map[string]lang.Modifier{"local": {Visibility: projectbase.VisibilityPrivate, Omit: true}},
		Finish:    finish,
	},
	Refer: lang.Refer{
		Calls: []lang.Call{{Node: "function_call", Function: "name", Kind: projectbase.RefCall}},
		Members: []lang.Member{
			{Node: "dot_index_expression", Object: "table", Name: "field"},
			{Node: "method_index_expression", Object: "table", Name: "method"},
		},
		Unwrap: map[string]string{"parenthesized_expression": "", "function_call": "name"},
		Values: []string{"identifier"},
		Binds:  []string{"parameters", "for_numeric_clause.name", "variable_declaration", "for_generic_clause"},
		Labels: []string{"field.name", "goto_statement", "label_statement"},
		Spread: []string{"variable_list", "assignment_statement"},
	},
	Bind: lang.Bind{
		Nodes:    bindings,
		Blocks:   blocks,
		Patterns: patterns,
		Chains:   chains,
		Lists:    []string{"expression_list"},
		Results:  []string{"return_statement"},
	},
	Metrics: lang.Metrics{
		Branches:  []string{"if_statement", "elseif_statement"},
		Loops:     []string{"for_statement", "while_statement", "repeat_statement"},
		Returns:   []string{"return_statement"},
		Operators: []string{"and", "or"},
		Else:      []string{"alternative"},
	},
	Lookup: lang.Lookup{Scope: scope},
	Usage:  lang.Usage{Dynamic: true},
	Hooks:  map[string]func(*lang.Visit){"assignment_statement": assignment, "variable_declaration": variables, "return_statement": module, "function_call": call},
}
