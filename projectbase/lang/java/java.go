// Package java describes the language Java.
package java

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/java"
)

// Language is Java. Contextual keywords in declarations and patterns are keywords;
// those of module declarations, and var, are terms.
var Language = &lang.Language{
	ID:   "java",
	Name: "Java",

	Files: lang.Files{Extensions: []string{".java"}},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "java", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{fallbackEdits},
	},
	Lex: lang.Lex{
		Identifiers: []string{"identifier", "type_identifier"},
		Keywords: []string{"abstract", "assert", "boolean", "break", "byte", "case", "catch", "char", "class", "const",
			"continue", "default", "do", "double", "else", "enum", "extends", "false", "final", "finally", "float", "for", "goto",
			"if", "implements", "import", "instanceof", "int", "interface", "long", "native", "new", "null", "package", "permits",
			"private", "protected", "public", "record", "return", "sealed", "short", "static", "strictfp", "super", "switch",
			"synchronized", "this", "throw", "throws", "transient", "true", "try", "void", "volatile", "when", "while", "yield"},
		Comments:       []string{"line_comment", "block_comment"},
		Strings:        []string{"string_literal", "character_literal"},
		Interpolations: []string{"string_interpolation"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "package_declaration", Kind: projectbase.KindNamespace, Word: "package", Refine: packaged},
			{Node: "module_declaration", Kind: projectbase.KindNamespace, Word: "module", Refine: module},
			{Node: "class_declaration", Kind: projectbase.KindClass, Refine: annotated},
			{Node: "record_declaration", Kind: projectbase.KindClass, Word: "record", Refine: annotated},
			{Node: "interface_declaration", Kind: projectbase.KindInterface, Refine: annotated},
			{Node: "annotation_type_declaration", Kind: projectbase.KindInterface, Word: "annotation", Refine: annotated},
			{Node: "enum_declaration", Kind: projectbase.KindEnum, Refine: annotated},
			{Node: "enum_constant", Kind: projectbase.KindEnumMember, Refine: enumConstant},
			{Node: "method_declaration", Kind: projectbase.KindMethod, Type: "type", Refine: method},
			{Node: "annotation_type_element_declaration", Kind: projectbase.KindMethod, Type: "type", Refine: element},
			{Node: "constructor_declaration", Kind: projectbase.KindConstructor, Refine: annotated},
			{Node: "compact_constructor_declaration", Kind: projectbase.KindConstructor, Word: "compact constructor", Refine: annotated},
			{Node: "field_declaration", Kind: projectbase.KindField, Type: "type", Flat: true, Refine: fields},
			{Node: "constant_declaration", Kind: projectbase.KindConstant, Type: "type", Flat: true, Refine: fields},
			{Node: "local_variable_declaration", Kind: projectbase.KindVariable, Type: "type", Flat: true, Refine: variables},
			{Node: "formal_parameter", Kind: projectbase.KindProperty, Word: "component", Type: "type", Refine: component},
			{Node: "spread_parameter", Kind: projectbase.KindProperty, Word: "component", Refine: component},
		},
		Attributes: []string{"annotation", "marker_annotation"},
		Lifted:     []string{"modifiers"},
		Tokens:     []string{"public", "protected", "private", "static", "abstract", "final"},
		Modifiers: map[string]lang.Modifier{
			"public":    {Visibility: projectbase.VisibilityPublic, Omit: true},
			"private":   {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"protected": {Visibility: projectbase.VisibilityProtected, Omit: true},
			"static":    {Flags: projectbase.FlagStatic, Omit: true},
			"abstract":  {Flags: projectbase.FlagAbstract},
		},
		Finish: finish,
	},
	Refer: lang.Refer{
		Calls: []lang.Call{
			{Node: "object_creation_expression", Function: "type", Kind: projectbase.RefInstantiate},
			{Node: "annotation", Function: "name", Kind: projectbase.RefDecorate},
			{Node: "marker_annotation", Function: "name", Kind: projectbase.RefDecorate},
		},
		Members: []lang.Member{
			{Node: "field_access", Object: "object", Name: "field"},
			{Node: "scoped_identifier", Object: "scope", Name: "name", Type: true},
			{Node: "scoped_type_identifier", Type: true},
		},
		Unwrap:    map[string]string{"generic_type": "", "array_type": "element"},
		TypeNames: []string{"type_identifier"},
		TypeKinds: []string{"record_pattern"},
		Arguments: []string{"argument_list"},
		Values:    []string{"identifier"},
		Binds:     []string{"formal_parameter.name", "variable_declarator.name", "enhanced_for_statement.name", "catch_formal_parameter.name", "lambda_expression.parameters", "inferred_parameters", "resource.name", "instanceof_expression.name"},
		Labels:    []string{"scoped_identifier", "package_declaration", "import_declaration", "annotation.name", "marker_annotation.name", "element_value_pair.key", "labeled_statement", "break_statement", "continue_statement", "type_parameter", "module_declaration", "method_reference", "method_invocation.object"},
	},
	Bind: lang.Bind{
		Nodes:     bindings,
		Blocks:    blocks,
		Chains:    chains,
		Annotated: []string{"type_bound"},
		Inferred:  []string{"var"},
	},
	Metrics: lang.Metrics{
		Branches:  []string{"if_statement", "ternary_expression", "switch_block_statement_group", "switch_rule", "catch_clause"},
		Default:   fallback,
		Loops:     []string{"for_statement", "enhanced_for_statement", "while_statement", "do_statement"},
		Returns:   []string{"return_statement"},
		Operators: []string{"&&", "||"},
		Else:      []string{"alternative"},
	},
	Lookup:  lang.Lookup{Scope: scope},
	Entry:   lang.Entry{Main: mainMethod},
	Graph:   graphRules,
	Foreign: foreignNames,
	Usage:   usageRules,
	Hooks: map[string]func(*lang.Visit){
		"import_declaration":              importDeclaration,
		"package_declaration":             packageName,
		"module_declaration":              moduleName,
		"requires_module_directive":       requires,
		"exports_module_directive":        skipAll,
		"opens_module_directive":          skipAll,
		"uses_module_directive":           uses,
		"provides_module_directive":       provides,
		"superclass":                      bases(projectbase.RefExtends),
		"super_interfaces":                bases(projectbase.RefImplements),
		"extends_interfaces":              bases(projectbase.RefExtends),
		"type_parameter":                  typeParameter,
		"type_identifier":                 typeName,
		"method_invocation":               invocation,
		"explicit_constructor_invocation": delegation,
		"method_reference":                methodReference,
		"switch_label":                    switchLabel,
	},
}
