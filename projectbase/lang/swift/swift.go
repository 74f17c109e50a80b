// Package swift describes the language Swift.
package swift

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/swift"
)

// Language is Swift. Its grammar lacks macros and ownership; fallbackEdits
// masks them.
var Language = &lang.Language{
	ID:   "swift",
	Name: "Swift",

	Files: lang.Files{
		Extensions:   []string{".swift", ".swiftinterface"},
		Interpreters: []string{"swift"},
	},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "swift", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{fallbackEdits},
	},
	Lex: lang.Lex{
		Identifiers: []string{"simple_identifier", "type_identifier"},
		Names:       []string{"custom_operator"},
		Reserved:    []string{"Self", "Any"},
		Keywords: []string{"associatedtype", "class", "deinit", "enum", "extension", "fileprivate", "func", "import", "init", "inout", "internal", "let",
			"open", "operator", "precedencegroup", "private", "protocol", "public", "rethrows", "static", "struct", "subscript", "typealias", "var",
			"break", "case", "catch", "continue", "default", "defer", "do", "else", "fallthrough", "for", "guard", "if", "in", "repeat", "return",
			"switch", "throw", "where", "while", "as", "await", "false", "is", "nil", "self", "super", "throws", "true", "try", "async", "actor",
			"some", "any", "get", "set", "willSet", "didSet", "convenience", "dynamic", "final", "indirect", "lazy", "mutating", "nonmutating",
			"nonisolated", "optional", "override", "required", "unowned", "weak", "elseif", "endif", "available", "unavailable", "Self", "Any"},
		Comments:       []string{"comment", "multiline_comment", "shebang_line"},
		Strings:        []string{"line_string_literal", "multi_line_string_literal", "raw_string_literal", "regex_literal"},
		Interpolations: []string{"interpolated_expression"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "class_declaration", Kind: projectbase.KindClass, Refine: typeDeclaration},
			{Node: "protocol_declaration", Kind: projectbase.KindInterface, Word: "protocol", Refine: marked},
			{Node: "function_declaration", Kind: projectbase.KindFunction, Word: "func", Refine: function},
			{Node: "protocol_function_declaration", Kind: projectbase.KindMethod, Word: "func", Refine: function},
			{Node: "init_declaration", Kind: projectbase.KindConstructor, Word: "init", Refine: special("init")},
			{Node: "deinit_declaration", Kind: projectbase.KindMethod, Word: "deinit", Refine: special("deinit")},
			{Node: "subscript_declaration", Kind: projectbase.KindOperator, Word: "subscript", Refine: subscript},
			{Node: "property_declaration", Kind: projectbase.KindField, Refine: property},
			{Node: "protocol_property_declaration", Kind: projectbase.KindProperty, Word: "property", Refine: required},
			{Node: "enum_entry", Kind: projectbase.KindEnumMember, Word: "case", Body: "raw_value", Refine: entry},
			{Node: "typealias_declaration", Kind: projectbase.KindType, Word: "typealias", Refine: alias},
			{Node: "associatedtype_declaration", Kind: projectbase.KindType, Word: "associatedtype", Refine: alias},
			{Node: "macro_declaration", Kind: projectbase.KindMacro, Word: "macro", Refine: macro},
			{Node: "precedence_group_declaration", Kind: projectbase.KindType, Word: "precedencegroup", Refine: precedence},
		},
		Attributes: []string{"attribute"},
		Lifted:     []string{"modifiers"},
		ModifierOf: []string{"visibility_modifier", "member_modifier", "property_modifier", "inheritance_modifier", "mutation_modifier"},
		Modifiers: map[string]lang.Modifier{
			"public":       {Visibility: projectbase.VisibilityPublic, Flags: projectbase.FlagExported, Omit: true},
			"open":         {Visibility: projectbase.VisibilityPublic, Flags: projectbase.FlagExported, Omit: true},
			"package":      {Visibility: projectbase.VisibilityInternal, Omit: true},
			"internal":     {Visibility: projectbase.VisibilityInternal, Omit: true},
			"fileprivate":  {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"private":      {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"static":       {Flags: projectbase.FlagStatic, Omit: true},
			"public(":      {Omit: true}, // of the setter
			"package(":     {Omit: true},
			"internal(":    {Omit: true},
			"fileprivate(": {Omit: true},
			"private(":     {Omit: true},
			"override":     {Flags: projectbase.FlagOverride},
			"async":        {Flags: projectbase.FlagAsync, Omit: true},
		},
		Tokens: []string{"async"},
		Finish: finish,
	},
	Refer: lang.Refer{
		Members: []lang.Member{{Node: "navigation_expression", Object: "target", Name: "suffix"}},
		Unwrap:  map[string]string{"navigation_suffix": "suffix", "postfix_expression": "target", "optional_type": "wrapped"},
		Values:  []string{"simple_identifier"},
		Binds:   []string{"pattern.bound_identifier", "pattern", "parameter.name", "lambda_parameter.name", "if_statement.bound_identifier", "guard_statement.bound_identifier", "while_statement.bound_identifier", "capture_list_item.name"},
		Labels:  []string{"parameter", "value_argument_label", "attribute", "identifier", "navigation_suffix", "tuple_type_item.name", "tuple_expression.name", "enum_type_parameters", "call_suffix.name", "prefix_expression"},
	},
	Bind: lang.Bind{
		Nodes:    bindings,
		Blocks:   blocks,
		Patterns: patterns,
		Chains:   chains,
	},
	Metrics: lang.Metrics{
		Branches:  []string{"if_statement", "guard_statement", "switch_entry", "catch_block", "ternary_expression"},
		Default:   func(t *syntax.Tree, branch uint32) bool { return t.ChildOf(branch, "default_keyword") != syntax.None },
		Loops:     []string{"for_statement", "while_statement", "repeat_while_statement"},
		Operators: []string{"&&", "||", "??"},
		Else:      []string{"if_statement"},
	},
	Lookup: lang.Lookup{Scope: scope},
	Entry:  lang.Entry{Main: lang.MainFunction},
	Graph:  graphRules,
	Usage:  usageRules,
	Hooks: map[string]func(*lang.Visit){"import_declaration": imported, "call_expression": call, "constructor_expression": construct,
		"user_type": typeName, "attribute": attribute, "inheritance_specifier": inherit, "type_parameter": parameter,
		"control_transfer_statement": leave},
}
