// Package kotlin describes the language Kotlin.
package kotlin

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/kotlin"
)

// hard words are names only between backticks.
var hard = []string{"as", "break", "class", "continue", "do", "else", "false", "for", "fun", "if", "in", "interface", "is",
	"null", "object", "package", "return", "super", "this", "throw", "true", "try", "typealias", "typeof", "val", "var",
	"when", "while"}

// soft are the soft keywords that would occur on nearly every line.
var soft = []string{"abstract", "actual", "annotation", "by", "catch", "companion", "const", "constructor", "crossinline",
	"data", "enum", "expect", "external", "final", "finally", "get", "import", "infix", "init", "inline", "inner",
	"internal", "lateinit", "noinline", "open", "operator", "out", "override", "private", "protected", "public", "reified",
	"sealed", "set", "suspend", "tailrec", "vararg", "where"}

// Language is Kotlin. Its grammar has no fields, so hooks read most declarations.
// Rare soft keywords (delegate, dynamic, field, file, value ...) are terms.
var Language = &lang.Language{
	ID:   "kotlin",
	Name: "Kotlin",

	Files: lang.Files{
		Extensions:   []string{".kt", ".kts"},
		Interpreters: []string{"kotlin", "kotlinc", "kscript"},
	},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "kotlin", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		Preprocess:    preprocess,
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{fallbackEdits},
	},
	Lex: lang.Lex{
		Identifiers:    []string{"simple_identifier", "type_identifier", "interpolated_identifier"},
		Keywords:       slices.Concat(hard, soft),
		Reserved:       []string{"this"},
		Comments:       []string{"line_comment", "multiline_comment", "shebang_line"},
		Strings:        []string{"string_literal", "character_literal"},
		Interpolations: []string{"interpolated_expression", "interpolated_identifier"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "package_header", Kind: projectbase.KindNamespace, Word: "package", Refine: packaged},
			{Node: "class_declaration", Kind: projectbase.KindClass, Refine: class},
			{Node: "object_declaration", Kind: projectbase.KindClass, Word: "object", Refine: class},
			{Node: "companion_object", Kind: projectbase.KindClass, Word: "companion object", Refine: companion},
			{Node: "enum_entry", Kind: projectbase.KindEnumMember, Refine: enumEntry},
			{Node: "type_alias", Kind: projectbase.KindType, Word: "typealias", Refine: typeAlias},
			{Node: "function_declaration", Kind: projectbase.KindFunction, Refine: function},
			{Node: "secondary_constructor", Kind: projectbase.KindConstructor, Refine: constructor},
			{Node: "property_declaration", Kind: projectbase.KindVariable, Flat: true, Refine: property},
			{Node: "class_parameter", Kind: projectbase.KindProperty, Refine: classParameter},
		},
		Attributes: []string{"annotation"},
		Lifted:     []string{"modifiers"},
		Closures:   []string{"lambda_literal", "anonymous_function", "anonymous_initializer"},
		ModifierOf: []string{"visibility_modifier", "member_modifier", "inheritance_modifier", "function_modifier"},
		Modifiers: map[string]lang.Modifier{
			"public":    {Visibility: projectbase.VisibilityPublic, Omit: true},
			"private":   {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"protected": {Visibility: projectbase.VisibilityProtected, Omit: true},
			"internal":  {Visibility: projectbase.VisibilityInternal, Omit: true},
			"suspend":   {Flags: projectbase.FlagAsync, Omit: true},
			"abstract":  {Flags: projectbase.FlagAbstract},
			"override":  {Flags: projectbase.FlagOverride},
		},
		Finish: finish,
	},
	Refer: lang.Refer{
		Members: []lang.Member{
			{Node: "navigation_expression"},
		},
		Unwrap:    map[string]string{"navigation_suffix": ""},
		TypeNames: []string{"type_identifier"},
		Arguments: []string{"call_suffix", "value_arguments"},
		Values:    []string{"simple_identifier"},
		Binds:     []string{"parameter", "variable_declaration", "catch_block", "lambda_parameters"},
		Labels:    []string{"identifier", "class_parameter", "type_parameter", "navigation_suffix", "import_alias", "type_alias"},
	},
	Bind: lang.Bind{
		Nodes:    bindings,
		Blocks:   blocks,
		Patterns: patterns,
		Chains:   chains,
		Results:  []string{"jump_expression"},
	},
	Metrics: lang.Metrics{
		Branches:  []string{"if_expression", "when_entry", "catch_block"},
		Default:   fallback,
		Loops:     []string{"for_statement", "while_statement", "do_while_statement"},
		Returns:   []string{"return", "return@"},
		Operators: []string{"&&", "||", "?:"},
		Else:      []string{"control_structure_body"},
	},
	Lookup:  lang.Lookup{Scope: scope},
	Entry:   lang.Entry{Main: lang.MainFunction},
	Graph:   graphRules,
	Foreign: foreignNames,
	Usage:   usageRules,
	Hooks: map[string]func(*lang.Visit){
		"value_argument":       argument,
		"package_header":       packageName,
		"import_header":        importHeader,
		"annotation":           annotate,
		"file_annotation":      annotate,
		"delegation_specifier": base,
		"user_type":            userType,
		"type_parameter":       typeParameter,
		"type_constraint":      typeParameter,
		"call_expression":      call,
		"infix_expression":     infix,
		"callable_reference":   callableReference,
	},
}
