// Package scala describes the language Scala, 2 and 3.
package scala

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/scala"
)

// Language is Scala. Soft keywords in declarations are keywords.
var Language = &lang.Language{
	ID:   "scala",
	Name: "Scala",

	Files: lang.Files{
		Extensions:   []string{".scala", ".sc", ".sbt"},
		Interpreters: []string{"scala", "scala-cli", "amm"},
	},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "scala", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{fallbackEdits},
	},
	Lex: lang.Lex{
		Identifiers: []string{"identifier", "type_identifier"},
		Keywords: []string{"abstract", "case", "catch", "class", "def", "derives", "do", "else", "enum", "export", "extends",
			"extension", "false", "final", "finally", "for", "forSome", "given", "if", "implicit", "import", "infix", "inline",
			"lazy", "macro", "match", "new", "null", "object", "opaque", "open", "override", "package", "private", "protected",
			"return", "sealed", "super", "then", "this", "throw", "trait", "transparent", "true", "try", "type", "using", "val",
			"var", "while", "with", "yield"},
		Reserved:       []string{"new", "super", "this", "with", "yield"},
		Comments:       []string{"comment", "block_comment", "using_directive"},
		Strings:        []string{"string", "interpolated_string", "character_literal"},
		Interpolations: []string{"interpolation"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "package_clause", Kind: projectbase.KindNamespace, Word: "package", Refine: packaged},
			{Node: "package_object", Kind: projectbase.KindClass, Word: "package object", Refine: annotated},
			{Node: "class_definition", Kind: projectbase.KindClass, Refine: class},
			{Node: "object_definition", Kind: projectbase.KindClass, Word: "object", Refine: class},
			{Node: "trait_definition", Kind: projectbase.KindInterface, Word: "trait", Refine: annotated},
			{Node: "enum_definition", Kind: projectbase.KindEnum, Refine: enum},
			{Node: "simple_enum_case", Kind: projectbase.KindEnumMember, Word: "case", Refine: enumCase},
			{Node: "full_enum_case", Kind: projectbase.KindEnumMember, Word: "case", Refine: enumCase},
			{Node: "type_definition", Kind: projectbase.KindType, Type: "type", Flat: true, Refine: annotated},
			{Node: "function_definition", Kind: projectbase.KindFunction, Word: "def", Type: "return_type", Refine: function},
			{Node: "function_declaration", Kind: projectbase.KindFunction, Word: "def", Type: "return_type", Refine: function},
			{Node: "given_definition", Kind: projectbase.KindConstant, Word: "given", Type: "return_type", Refine: given},
			{Node: "val_definition", Kind: projectbase.KindVariable, Word: "val", Name: "pattern", Body: "value", Type: "type", Flat: true, Refine: variable},
			{Node: "var_definition", Kind: projectbase.KindVariable, Word: "var", Name: "pattern", Body: "value", Type: "type", Flat: true, Refine: variable},
			{Node: "val_declaration", Kind: projectbase.KindVariable, Word: "val", Type: "type", Flat: true, Refine: variable},
			{Node: "var_declaration", Kind: projectbase.KindVariable, Word: "var", Type: "type", Flat: true, Refine: variable},
			{Node: "class_parameter", Kind: projectbase.KindProperty, Body: "default_value", Type: "type", Refine: classParameter},
		},
		Attributes: []string{"annotation"},
		Lifted:     []string{"modifiers"},
		Closures:   []string{"block", "indented_block", "lambda_expression", "case_block", "indented_cases"},
		ModifierOf: []string{"access_modifier"},
		Tokens:     []string{"abstract", "override"},
		Modifiers: map[string]lang.Modifier{
			"private":    {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"private[":   {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"protected":  {Visibility: projectbase.VisibilityProtected, Omit: true},
			"protected[": {Visibility: projectbase.VisibilityProtected, Omit: true},
			"abstract":   {Flags: projectbase.FlagAbstract},
			"override":   {Flags: projectbase.FlagOverride},
		},
		Finish: finish,
	},
	Refer: lang.Refer{
		Calls: []lang.Call{
			{Node: "annotation", Function: "name", Kind: projectbase.RefDecorate},
		},
		Members: []lang.Member{
			{Node: "field_expression", Object: "value", Name: "field"},
			{Node: "stable_type_identifier", Type: true},
			{Node: "projected_type", Object: "type", Name: "selector", Type: true},
		},
		Unwrap:    map[string]string{"generic_type": "type", "generic_function": "function", "annotated_type": "", "parenthesized_expression": ""},
		TypeNames: []string{"type_identifier"},
		Values:    []string{"identifier"},
		Binds:     []string{"parameter.name", "class_parameter.name", "val_definition.pattern", "var_definition.pattern", "case_clause.pattern", "typed_pattern.pattern", "lambda_expression.parameters", "binding.name", "enumerator"},
		Labels:    []string{"import_declaration", "package_identifier", "namespace_selectors", "arrow_renamed_identifier", "stable_identifier", "stable_type_identifier", "access_qualifier", "singleton_type", "interpolated_string_expression", "infix_expression.operator", "type_parameters", "contravariant_type_parameter", "covariant_type_parameter", "export_declaration"},
		Spread:    []string{"tuple_pattern", "case_class_pattern.pattern", "infix_pattern", "capture_pattern", "alternative_pattern"},
	},
	Bind: lang.Bind{
		Nodes:     bindings,
		Blocks:    blocks,
		Patterns:  patterns,
		Chains:    chains,
		Annotated: []string{"upper_bound", "context_bound"},
		Capitals:  true,
		Results:   []string{"return_expression"},
		Tails:     []string{"block"},
	},
	Metrics: lang.Metrics{
		Branches: []string{"if_expression", "case_clause", "catch_clause"},
		Default:  fallback,
		Loops:    []string{"for_expression", "while_expression", "do_while_expression"},
		Returns:  []string{"return_expression"},
		Else:     []string{"alternative"},
	},
	Lookup:  lang.Lookup{Scope: scope},
	Entry:   lang.Entry{Main: mainMethod},
	Graph:   graphRules,
	Foreign: foreignNames,
	Usage:   usageRules,
	Hooks: map[string]func(*lang.Visit){
		"arguments":           arguments,
		"package_clause":      packageName,
		"import_declaration":  imports,
		"export_declaration":  imports,
		"extends_clause":      bases,
		"instance_expression": instance,
		"call_expression":     call,
		"infix_expression":    infix,
		"postfix_expression":  postfix,
	},
}
