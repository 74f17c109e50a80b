// Package csharp describes the language C#.
package csharp

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/csharp"
)

// reserved are words that are names only after an @.
var reserved = []string{"abstract", "as", "base", "bool", "break", "byte", "case", "catch", "char", "checked", "class", "const",
	"continue", "decimal", "default", "delegate", "do", "double", "else", "enum", "event", "explicit", "extern", "false",
	"finally", "fixed", "float", "for", "foreach", "goto", "if", "implicit", "in", "int", "interface", "internal", "is",
	"lock", "long", "namespace", "new", "null", "object", "operator", "out", "override", "params", "private", "protected",
	"public", "readonly", "ref", "return", "sbyte", "sealed", "short", "sizeof", "stackalloc", "static", "string", "struct",
	"switch", "this", "throw", "true", "try", "typeof", "uint", "ulong", "unchecked", "unsafe", "ushort", "using",
	"virtual", "void", "volatile", "while"}

// contextual are the contextual keywords that would occur on nearly every
// line.
var contextual = []string{
	"and", "async", "await", "from", "get", "init", "let", "not", "or", "record", "select", "set", "var", "when", "where",
	"with", "yield",
}

// Language is C#. Words that are keywords only in their place (get, var, await)
// are dropped there where they would be on every other line; the others, such as
// partial and orderby, are items.
var Language = &lang.Language{
	ID:   "csharp",
	Name: "C#",

	Files: lang.Files{Extensions: []string{".cs", ".csx"}},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "csharp", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		Preprocess:    preprocess,
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{conditionalEdits, fallbackEdits, combine(withoutDirectives, fallbackEdits), combine(firstBranch, fallbackEdits)},
	},
	Lex: lang.Lex{
		Identifiers: []string{"identifier", "implicit_parameter"},
		Keywords:    slices.Concat(reserved, contextual),
		Comments:    []string{"comment"},
		Strings: []string{"string_literal", "verbatim_string_literal", "raw_string_literal", "character_literal",
			"interpolated_string_expression", "interpolation_format_clause"},
		Interpolations: []string{"interpolation"},
		Texts:          []string{"preproc_arg"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "namespace_declaration", Kind: projectbase.KindNamespace, Refine: namespace},
			{Node: "file_scoped_namespace_declaration", Kind: projectbase.KindNamespace, Word: "namespace", Refine: namespace},
			{Node: "class_declaration", Kind: projectbase.KindClass, Refine: class},
			{Node: "struct_declaration", Kind: projectbase.KindStruct, Refine: attributed},
			{Node: "record_declaration", Kind: projectbase.KindClass, Word: "record", Refine: record},
			{Node: "interface_declaration", Kind: projectbase.KindInterface, Refine: attributed},
			{Node: "enum_declaration", Kind: projectbase.KindEnum, Refine: attributed},
			{Node: "enum_member_declaration", Kind: projectbase.KindEnumMember, Body: "value", Refine: attributed},
			{Node: "delegate_declaration", Kind: projectbase.KindType, Word: "delegate", Type: "type", Refine: attributed},
			{Node: "method_declaration", Kind: projectbase.KindMethod, Type: "returns", Refine: member},
			{Node: "constructor_declaration", Kind: projectbase.KindConstructor, Refine: constructor},
			{Node: "destructor_declaration", Kind: projectbase.KindMethod, Word: "destructor", Refine: destructor},
			{Node: "operator_declaration", Kind: projectbase.KindOperator, Type: "type", Refine: operator},
			{Node: "conversion_operator_declaration", Kind: projectbase.KindOperator, Word: "conversion", Type: "type", Refine: operator},
			{Node: "indexer_declaration", Kind: projectbase.KindOperator, Word: "indexer", Body: "accessors", Type: "type", Refine: indexer},
			{Node: "property_declaration", Kind: projectbase.KindProperty, Body: "accessors", Type: "type", Refine: property},
			{Node: "event_declaration", Kind: projectbase.KindEvent, Body: "accessors", Type: "type", Refine: member},
			{Node: "event_field_declaration", Kind: projectbase.KindEvent, Refine: fields},
			{Node: "field_declaration", Kind: projectbase.KindField, Refine: fields},
			{Node: "local_function_statement", Kind: projectbase.KindFunction, Type: "type", Refine: attributed},
			{Node: "parameter", Kind: projectbase.KindProperty, Type: "type", Refine: positional},
		},
		Attributes: []string{"attribute_list"},
		ModifierOf: []string{"modifier"},
		Tokens:     []string{"this", "base"},
		Modifiers: map[string]lang.Modifier{
			"public":    {Visibility: projectbase.VisibilityPublic, Omit: true},
			"private":   {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"protected": {Visibility: projectbase.VisibilityProtected, Omit: true},
			"internal":  {Visibility: projectbase.VisibilityInternal, Omit: true},
			"file":      {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"static":    {Flags: projectbase.FlagStatic, Omit: true},
			"async":     {Flags: projectbase.FlagAsync, Omit: true},
			"abstract":  {Flags: projectbase.FlagAbstract},
			"override":  {Flags: projectbase.FlagOverride},
		},
		DocMarkup: true,
		Finish:    finish,
	},
	Refer: lang.Refer{
		Calls: []lang.Call{
			{Node: "invocation_expression", Function: "function", Kind: projectbase.RefCall},
			{Node: "object_creation_expression", Function: "type", Kind: projectbase.RefInstantiate},
			{Node: "attribute", Function: "name", Kind: projectbase.RefDecorate},
		},
		Members: []lang.Member{
			{Node: "member_access_expression", Object: "expression", Name: "name"},
			{Node: "conditional_access_expression", Object: "condition"},
			{Node: "qualified_name", Object: "qualifier", Name: "name", Type: true},
			{Node: "alias_qualified_name", Object: "alias", Name: "name", Type: true},
		},
		Unwrap: map[string]string{"generic_name": "", "member_binding_expression": "name", "parenthesized_expression": "",
			"primary_constructor_base_type": "type"},
		TypeKinds:  []string{"type_argument_list", "generic_name", "explicit_interface_specifier"},
		TypeFields: []string{"type", "returns"},
		Arguments:  []string{"argument_list"},
		Values:     []string{"identifier", "implicit_parameter"},
		Binds:      []string{"parameter.name", "variable_declarator.name", "foreach_statement.left", "declaration_pattern.name", "declaration_expression.name", "catch_declaration.name", "implicit_parameter", "lambda_expression.parameters"},
		Labels:     []string{"qualified_name", "alias_qualified_name", "using_directive", "namespace_declaration", "file_scoped_namespace_declaration", "attribute.name", "argument.name", "explicit_interface_specifier", "preproc_if", "preproc_elif", "preproc_pragma", "preproc_region", "type_parameter", "labeled_statement", "goto_statement", "type_argument_list", "generic_name", "member_access_expression.expression", "conditional_access_expression.condition"},
	},
	Bind: lang.Bind{
		Nodes:    bindings,
		Blocks:   blocks,
		Patterns: patterns,
		Chains:   chains,
		Inferred: []string{"var"},
	},
	Metrics: lang.Metrics{
		Branches:  []string{"if_statement", "conditional_expression", "switch_section", "switch_expression_arm", "catch_clause"},
		Default:   fallback,
		Loops:     []string{"for_statement", "foreach_statement", "while_statement", "do_statement"},
		Returns:   []string{"return_statement"},
		Yields:    []string{"yield_statement"},
		Operators: []string{"&&", "||", "??"},
		Else:      []string{"alternative"},
	},
	Lookup:  lang.Lookup{Scope: scope},
	Entry:   lang.Entry{Main: mainMethod},
	Graph:   graphRules,
	Foreign: foreignNames,
	Usage:   usageRules,
	Hooks: map[string]func(*lang.Visit){
		"using_directive":        usingDirective,
		"extern_alias_directive": externAlias,
		"base_list":              baseList,
		"as_expression":          typeOperand,
		"is_expression":          typeOperand,
		"constant_pattern":       constantPattern,
		"variable_declaration":   targetTyped,
		"property_declaration":   targetTyped,
		"invocation_expression":  nameOf,

		"namespace_declaration":             namespaceName,
		"file_scoped_namespace_declaration": namespaceName,
	},
}
