// Package bash describes the language of Unix shells: Bash, and the common parts
// of sh, dash, ksh and zsh.
package bash

import (
	"regexp"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/bash"
)

// Language is the shell. Names of commands, including built-in ones, are terms.
var Language = &lang.Language{
	ID:   "bash",
	Name: "Shell",

	Files: lang.Files{
		Extensions: []string{".sh", ".bash", ".ksh", ".zsh", ".dash", ".bats", ".ebuild", ".eclass"},
		Filenames: []string{".bashrc", ".bash_profile", ".bash_login", ".bash_logout", ".bash_aliases", ".bash_functions", ".profile", ".xprofile",
			".kshrc", ".mkshrc", ".zshrc", ".zshenv", ".zprofile", ".zlogin", ".zlogout", ".envrc", "PKGBUILD", "APKBUILD"},
		Interpreters: []string{"sh", "bash", "dash", "ash", "ksh", "mksh", "zsh", "bats"},
	},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "bash", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		Preprocess:    preprocess,
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{fallbackEdits},
	},
	Lex: lang.Lex{
		Identifiers: []string{"variable_name"},
		Names:       []string{"word"},
		Keywords: []string{"if", "then", "elif", "else", "fi", "for", "in", "while", "until", "do", "done", "case", "esac", "select", "function",
			"local", "declare", "typeset", "export", "readonly"},
		Comments:       []string{"comment"},
		Strings:        []string{"string", "raw_string", "ansi_c_string", "translated_string"},
		Interpolations: []string{"simple_expansion", "expansion", "command_substitution", "arithmetic_expansion"},
		Texts:          []string{"word", "heredoc_body", "heredoc_start", "heredoc_end", "regex", "extglob_pattern"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "function_definition", Kind: projectbase.KindFunction, Refine: function},
		},
		Finish: finish,
	},
	Refer: lang.Refer{Unwrap: map[string]string{"command_name": ""}},
	Metrics: lang.Metrics{
		Branches:  []string{"if_statement", "case_item"},
		Default:   anyCase,
		Loops:     []string{"for_statement", "c_style_for_statement", "while_statement"},
		Operators: []string{"&&", "||", "elif"},
	},
	Lookup: lang.Lookup{Scope: scope},
	Hooks: map[string]func(*lang.Visit){"command": command, "variable_assignment": variable, "declaration_command": declared,
		"unset_command": unset, "word": lost},
}

// directive is a comment for a tool, not documentation.
var directive = regexp.MustCompile(`(?m)^(shellcheck [a-z]+=.*|bats .*=.*)\n?`)
