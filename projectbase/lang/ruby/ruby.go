// Package ruby describes the language Ruby.
package ruby

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/ruby"
)

// Language is Ruby.
var Language = &lang.Language{
	ID:   "ruby",
	Name: "Ruby",

	Files: lang.Files{
		Extensions: []string{".rb", ".rbw", ".rake", ".gemspec", ".ru", ".rbi", ".jbuilder", ".builder", ".rabl", ".podspec",
			".thor", ".cap"},
		Filenames: []string{"Rakefile", "rakefile", "Gemfile", "gems.rb", "Guardfile", "Vagrantfile", "Capfile", "Thorfile", "Podfile", "Fastfile",
			"Appfile", "Matchfile", "Snapfile", "Berksfile", "Brewfile", "Dangerfile", "Puppetfile", "Appraisals", "Cheffile", "Steepfile",
			"Buildfile", "Deliverfile", ".irbrc", ".pryrc", ".simplecov"},
		Interpreters: []string{"ruby", "jruby", "rake"},
	},
	Parse: lang.Parse{
		Dialects:   []lang.Dialect{{Name: "ruby", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		Preprocess: preprocess,
	},
	Lex: lang.Lex{
		Identifiers: []string{"identifier", "constant", "instance_variable", "class_variable", "global_variable", "setter",
			"simple_symbol", "hash_key_symbol"},
		Keywords: []string{"alias", "and", "begin", "BEGIN", "break", "case", "class", "def", "defined", "do", "else", "elsif", "end",
			"END", "ensure", "false", "for", "if", "in", "module", "next", "nil", "not", "or", "redo", "rescue", "retry", "return",
			"self", "super", "then", "true", "undef", "unless", "until", "when", "while", "yield"},
		Comments:       []string{"comment"},
		Strings:        []string{"string", "string_array", "symbol_array", "delimited_symbol", "regex", "subshell", "character", "heredoc_body"},
		Interpolations: []string{"interpolation"},
		Texts:          []string{"uninterpreted"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "module", Kind: projectbase.KindClass, Word: "module", Refine: class},
			{Node: "class", Kind: projectbase.KindClass, Refine: class},
			{Node: "method", Kind: projectbase.KindFunction, Word: "def", Refine: method},
			{Node: "singleton_method", Kind: projectbase.KindMethod, Word: "def", Refine: singletonMethod},
			{Node: "assignment", Kind: projectbase.KindConstant, Name: "left", Body: "right", Once: true, Refine: assignment},
			{Node: "operator_assignment", Kind: projectbase.KindConstant, Name: "left", Body: "right", Once: true, Refine: assignment},
			{Node: "alias", Kind: projectbase.KindMethod, Word: "alias", Refine: alias},
		},
		// The head of a declaration without a body ends at its word end.
		Tokens: []string{"end"},
		Finish: finish,
	},
	Refer: lang.Refer{
		Values: []string{"identifier"},
		Called: true,
		Binds: []string{"method_parameters", "block_parameters", "lambda_parameters", "optional_parameter.name", "keyword_parameter.name",
			"splat_parameter.name", "hash_splat_parameter.name", "block_parameter.name", "assignment.left", "operator_assignment.left",
			"exception_variable", "for.pattern"},
		Labels: []string{"alias", "undef"},
		Spread: []string{"left_assignment_list", "rest_assignment", "destructured_left_assignment", "destructured_parameter"},
	},
	Bind: lang.Bind{
		Nodes:    bindings,
		Blocks:   blocks,
		Patterns: patterns,
		Chains:   chains,
		Lists:    []string{"right_assignment_list", "argument_list"},
		Results:  []string{"return"},
		Tails:    []string{"body_statement"},
	},
	Metrics: lang.Metrics{
		Branches: []string{"if", "unless", "elsif", "if_modifier", "unless_modifier", "when", "in_clause", "conditional", "rescue",
			"rescue_modifier"},
		Loops:     []string{"while", "until", "for", "while_modifier", "until_modifier"},
		Returns:   []string{"return"},
		Operators: []string{"&&", "||", "and", "or"},
		Within:    []string{"binary"},
		Else:      []string{"alternative"},
	},
	Lookup: lang.Lookup{Scope: scope},
	Graph:  graphRules,
	Usage:  usageRules,
	Hooks: map[string]func(*lang.Visit){
		"program":          file,
		"call":             call,
		"identifier":       word,
		"superclass":       superclass,
		"scope_resolution": scoped,
		"constant":         constant,
		"singleton_class":  group,
		"do_block":         group,
		"alias":            aliased,
		"super":            super,
	},
}
