// Package python describes the language Python, versions 2 and 3.
package python

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/python"
)

// Language is Python. The words print and exec (statements of Python 2), and type
// are always terms. The words match and case are terms where they are names.
var Language = &lang.Language{
	ID:   "python",
	Name: "Python",

	Files: lang.Files{
		Extensions:   []string{".py", ".pyw", ".pyi"},
		Filenames:    []string{"SConstruct", "SConscript", "wscript"},
		Interpreters: []string{"python", "pypy"},
	},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "python", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{fallbackEdits},
	},
	Lex: lang.Lex{
		Identifiers: []string{"identifier"},
		Keywords: []string{"False", "None", "True", "and", "as", "assert", "async", "await", "break", "case", "class", "continue",
			"def", "del", "elif", "else", "except", "finally", "for", "from", "global", "if", "import", "in", "is", "lambda",
			"match", "nonlocal", "not", "or", "pass", "raise", "return", "try", "while", "with", "yield"},
		Comments:       []string{"comment"},
		Strings:        []string{"string", "format_specifier"},
		Interpolations: []string{"interpolation", "format_expression"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "function_definition", Kind: projectbase.KindFunction, Word: "def", Type: "return_type", Refine: function},
			{Node: "class_definition", Kind: projectbase.KindClass, Word: "class", Refine: class},
			{Node: "assignment", Kind: projectbase.KindVariable, Name: "left", Body: "right", Type: "type", Once: true, Refine: assignment},
			{Node: "type_alias_statement", Kind: projectbase.KindType, Word: "type", Refine: typeAlias},
		},
		Wrappers:   []string{"decorated_definition"},
		Attributes: []string{"decorator"},
		Tokens:     []string{"async"},
		Modifiers:  map[string]lang.Modifier{"async": {Flags: projectbase.FlagAsync, Omit: true}},
		Docstring:  docstring,
		Finish:     finish,
	},
	Refer: lang.Refer{
		Members: []lang.Member{{Node: "attribute", Object: "object", Name: "attribute"}},
		Unwrap: map[string]string{"parenthesized_expression": "", "subscript": "value", "generic_type": "", "await": "",
			"type": ""},
		Values: []string{"identifier"},
		Binds: []string{"parameters", "lambda_parameters", "default_parameter.name", "typed_default_parameter.name", "typed_parameter",
			"assignment.left", "for_statement.left", "for_in_clause.left", "named_expression.name", "as_pattern_target", "as_pattern.alias",
			"case_pattern", "splat_pattern", "keyword_pattern"},
		Labels: []string{"import_statement", "import_from_statement", "future_import_statement", "aliased_import", "relative_import", "class_pattern",
			"keyword_argument.name", "global_statement", "nonlocal_statement", "type", "generic_type", "type_parameter", "member_type",
			"union_type", "constrained_type", "splat_type"},
		Spread: []string{"pattern_list", "tuple_pattern", "list_pattern", "list_splat_pattern", "dictionary_splat_pattern", "dotted_name"},
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
		Branches: []string{"if_statement", "elif_clause", "conditional_expression", "case_clause", "except_clause",
			"except_group_clause", "if_clause"},
		Default:   fallback,
		Loops:     []string{"for_statement", "while_statement", "for_in_clause"},
		Returns:   []string{"return_statement"},
		Yields:    []string{"yield"},
		Operators: []string{"and", "or"},
		Else:      []string{"if_statement"},
	},
	Lookup:  lang.Lookup{Scope: scoping},
	Graph:   graphRules,
	Foreign: foreignNames,
	Usage:   usageRules,
	Hooks: map[string]func(*lang.Visit){
		"module":                  module,
		"import_statement":        importStatement,
		"import_from_statement":   importFrom,
		"future_import_statement": importFrom,
		"decorator":               decorator,
		"argument_list":           superclasses,
		"type":                    typeUse,
		"call":                    call,
		"except_clause":           caught,
		"except_group_clause":     caught,
		"raise_statement":         raised,
		"case_pattern":            pattern,
		"class_pattern":           pattern,
	},
}
