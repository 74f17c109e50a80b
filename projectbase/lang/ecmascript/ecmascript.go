// Package ecmascript has the common parts of JavaScript and TypeScript: the tables
// for which both grammars have the same names, and the hooks.
package ecmascript

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// Language returns the common tables. Each call returns new ones, so that the
// caller can add to them.
func Language() *lang.Language {
	return &lang.Language{
		Lex: lang.Lex{
			Identifiers: []string{"identifier", "property_identifier", "private_property_identifier", "shorthand_property_identifier",
				"shorthand_property_identifier_pattern", "statement_identifier"},
			Keywords: []string{"as", "async", "await", "break", "case", "catch", "class", "const", "continue", "debugger", "default",
				"delete", "do", "else", "export", "extends", "finally", "for", "from", "function", "get", "if", "import", "in",
				"instanceof", "let", "new", "of", "return", "set", "static", "switch", "throw", "try", "typeof", "var", "void",
				"while", "with", "yield", "this", "super", "true", "false", "null", "undefined"},
			Comments:       []string{"comment", "html_comment", "hash_bang_line"},
			Strings:        []string{"string", "template_string", "regex"},
			Interpolations: []string{"template_substitution"},
			Texts:          []string{"jsx_text", "glimmer_template"},
		},
		Declare: lang.Declare{
			Nodes:      declarations(),
			Wrappers:   []string{"export_statement", "lexical_declaration", "variable_declaration", "expression_statement"},
			Attributes: []string{"decorator"},
			Leading:    []string{"decorator"},
			Closures:   []string{"arrow_function", "function_expression", "generator_function"},
			Tokens:     []string{"async", "static", "get", "set", "default"},
			Modifiers: map[string]lang.Modifier{
				"async":  {Flags: projectbase.FlagAsync, Omit: true},
				"static": {Flags: projectbase.FlagStatic, Omit: true},
			},
			Finish: Finish,
		},
		Refer: lang.Refer{
			Calls: []lang.Call{
				{Node: "call_expression", Function: "function", Kind: projectbase.RefCall},
				{Node: "new_expression", Function: "constructor", Kind: projectbase.RefInstantiate},
			},
			Members: []lang.Member{{Node: "member_expression", Object: "object", Name: "property"}},
			Unwrap:  map[string]string{"parenthesized_expression": "", "await_expression": ""},
			Values:  []string{"identifier", "shorthand_property_identifier", "shorthand_property_identifier_pattern"},
			Binds: []string{"formal_parameters", "variable_declarator.name", "for_in_statement.left", "catch_clause.parameter",
				"arrow_function.parameter", "function_expression.name", "generator_function.name", "class.name"},
			Labels: []string{"import_clause", "import_specifier", "namespace_import", "export_specifier", "namespace_export", "export_statement.value",
				"jsx_opening_element", "jsx_self_closing_element", "jsx_closing_element"},
			Spread: []string{"array_pattern", "object_pattern", "rest_pattern", "pair_pattern.value", "assignment_pattern.left", "object_assignment_pattern.left"},
		},
		Bind: lang.Bind{
			Nodes:    bindings(),
			Blocks:   blocks,
			Patterns: patterns(),
			Chains:   chains(),
			Results:  []string{"return_statement"},
		},
		Metrics: lang.Metrics{
			Branches:  []string{"if_statement", "switch_case", "catch_clause", "ternary_expression"},
			Loops:     []string{"for_statement", "for_in_statement", "while_statement", "do_statement"},
			Returns:   []string{"return_statement"},
			Operators: []string{"&&", "||", "??", "&&=", "||=", "??="},
			Else:      []string{"else_clause"},
		},
		Lookup:  lang.Lookup{Scope: scope},
		Graph:   graphRules,
		Foreign: Foreign,
		Usage:   usageRules,
		Hooks: map[string]func(*lang.Visit){
			"program":                  program,
			"import_statement":         importStatement,
			"export_statement":         exportStatement,
			"call_expression":          loadingCall,
			"assignment_expression":    moduleExports,
			"class_heritage":           heritage,
			"decorator":                decorator,
			"jsx_opening_element":      element,
			"jsx_self_closing_element": element,
			"jsx_closing_element":      closing,
		},
	}
}

func declarations() []lang.Declaration {
	return []lang.Declaration{
		{Node: "function_declaration", Kind: projectbase.KindFunction, Refine: Function},
		{Node: "generator_function_declaration", Kind: projectbase.KindFunction, Refine: generator},
		{Node: "function_expression", Kind: projectbase.KindFunction, Refine: expression},
		{Node: "generator_function", Kind: projectbase.KindFunction, Refine: generatorExpression},
		{Node: "class_declaration", Kind: projectbase.KindClass, Refine: Class},
		{Node: "class", Kind: projectbase.KindClass, Refine: expression},
		{Node: "method_definition", Kind: projectbase.KindMethod, Refine: Method},
		{Node: "variable_declarator", Kind: projectbase.KindVariable, Flat: true, Refine: variable},
		{Node: "assignment_expression", Kind: projectbase.KindMethod, Name: "left", Body: "right", Refine: assignment},
		{Node: "pair", Kind: projectbase.KindMethod, Name: "key", Body: "value", Refine: pair},
	}
}
