// Package cfamily has the common parts of C and C++: the tables for which both
// grammars have the same names, the hooks, and the preprocessing.
package cfamily

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// Language returns the common tables. Each call returns new ones, so that the
// caller can add to them.
func Language() *lang.Language {
	return &lang.Language{
		Lex: lang.Lex{
			Identifiers: []string{"identifier", "field_identifier", "type_identifier", "statement_identifier"},
			Keywords: []string{"alignas", "alignof", "auto", "bool", "break", "case", "char", "const", "constexpr", "continue", "default",
				"do", "double", "else", "enum", "extern", "false", "float", "for", "goto", "if", "inline", "int", "long", "nullptr",
				"register", "return", "short", "signed", "sizeof", "static", "static_assert", "struct", "switch", "thread_local", "true",
				"typedef", "union", "unsigned", "void", "volatile", "while",
				"define", "elif", "elifdef", "elifndef", "endif", "ifdef", "ifndef", "include", "undef"},
			Comments: []string{"comment"},
			Strings:  []string{"string_literal", "char_literal", "system_lib_string"},
			Texts:    []string{"preproc_arg"},
		},
		Declare: lang.Declare{
			Nodes: []lang.Declaration{
				{Node: "function_definition", Kind: projectbase.KindFunction, Refine: definition},
				{Node: "declaration", Kind: projectbase.KindVariable, Flat: true, Refine: declaration},
				{Node: "field_declaration", Kind: projectbase.KindField, Refine: declaration},
				{Node: "type_definition", Kind: projectbase.KindType, Word: "typedef", Refine: typedef},
				{Node: "struct_specifier", Kind: projectbase.KindStruct, Refine: Specifier},
				{Node: "union_specifier", Kind: projectbase.KindStruct, Word: "union", Refine: Specifier},
				{Node: "enum_specifier", Kind: projectbase.KindEnum, Refine: Specifier},
				{Node: "enumerator", Kind: projectbase.KindEnumMember, Word: "enumerator", Body: "value"},
				{Node: "preproc_def", Kind: projectbase.KindConstant, Word: "macro", Refine: constant},
				{Node: "preproc_function_def", Kind: projectbase.KindMacro, Body: "value", Refine: macro},
				{Node: "expression_statement", Kind: projectbase.KindVariable, Flat: true, Refine: definedByMacro},
			},
			Attributes: []string{"attribute_specifier", "attribute_declaration", "ms_declspec_modifier"},
			ModifierOf: []string{"storage_class_specifier"},
			Modifiers: map[string]lang.Modifier{
				"static": {Flags: projectbase.FlagStatic, Omit: true},
			},
			Finish: Finish,
		},
		Refer: lang.Refer{
			Calls: []lang.Call{
				{Node: "call_expression", Function: "function", Kind: projectbase.RefCall},
				{Node: "attribute", Function: "name", Kind: projectbase.RefDecorate},
			},
			Members:    []lang.Member{{Node: "field_expression", Object: "argument", Name: "field"}},
			Unwrap:     map[string]string{"parenthesized_expression": "", "pointer_expression": "argument", "type_descriptor": "type"},
			TypeNames:  []string{"type_identifier"},
			TypeFields: []string{"type"},
			Values:     []string{"identifier"},
			Binds:      []string{"parameter_declaration.declarator", "declaration.declarator", "init_declarator.declarator"},
			Labels:     []string{"preproc_def.name", "preproc_function_def.name", "preproc_params", "preproc_defined", "preproc_ifdef.name", "attribute", "function_declarator", "goto_statement.label", "labeled_statement.label", "call_expression.function", "function_definition.declarator"},
			Spread:     []string{"pointer_declarator.declarator", "array_declarator.declarator", "parenthesized_declarator", "attributed_declarator"},
		},
		Bind: lang.Bind{
			Nodes:    bindings(),
			Blocks:   blocks(),
			Patterns: patterns(),
			Chains:   chains(),
			Inferred: []string{"auto"},
		},
		Metrics: lang.Metrics{
			Branches:  []string{"if_statement", "conditional_expression", "case_statement", "seh_except_clause"},
			Loops:     []string{"for_statement", "while_statement", "do_statement"},
			Returns:   []string{"return_statement"},
			Operators: []string{"&&", "||"},
			Within:    []string{"binary_expression"},
			Else:      []string{"else_clause"},
			Default:   fallback,
		},
		Hooks: map[string]func(*lang.Visit){
			"preproc_include":  include,
			"field_designator": designator,
			"call_expression":  pseudoCall,
		},
	}
}
