// Package rust describes the language Rust.
package rust

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/rust"
)

// Language is Rust.
var Language = &lang.Language{
	ID:   "rust",
	Name: "Rust",

	Files: lang.Files{
		Extensions:   []string{".rs"},
		Interpreters: []string{"rust-script"},
	},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "rust", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		Preprocess:    preprocess,
		Predict:       predict,
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{fallbackEdits},
	},
	Lex: lang.Lex{
		Identifiers: []string{"identifier", "type_identifier", "field_identifier", "shorthand_field_identifier", "primitive_type", "metavariable"},
		// Reserved are the keywords of all editions. Keywords for future use
		// are names in old code.
		Keywords: []string{"as", "async", "await", "break", "const", "continue", "crate", "dyn", "else", "enum", "extern", "false",
			"fn", "for", "if", "impl", "in", "let", "loop", "match", "mod", "move", "mut", "pub", "ref", "return", "self", "Self",
			"static", "struct", "super", "trait", "true", "type", "unsafe", "use", "where", "while", "yield"},
		Reserved: []string{"Self", "static", "use", "_"},
		Comments: []string{"line_comment", "block_comment"},
		Strings:  []string{"string_literal", "raw_string_literal", "char_literal"},
		Texts:    []string{"token_tree", "token_tree_pattern"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "struct_item", Kind: projectbase.KindStruct, Refine: structure},
			{Node: "union_item", Kind: projectbase.KindStruct, Word: "union", Refine: item},
			{Node: "enum_item", Kind: projectbase.KindEnum, Refine: item},
			{Node: "enum_variant", Kind: projectbase.KindEnumMember, Word: "variant", Refine: variant},
			{Node: "trait_item", Kind: projectbase.KindInterface, Word: "trait", Refine: item},
			{Node: "type_item", Kind: projectbase.KindType, Body: "type", Type: "type", Flat: true, Refine: leaf},
			{Node: "associated_type", Kind: projectbase.KindType, Body: "bounds", Flat: true, Refine: leaf},
			{Node: "field_declaration", Kind: projectbase.KindField, Type: "type", Flat: true, Refine: leaf},
			{Node: "const_item", Kind: projectbase.KindConstant, Word: "const", Body: "value", Type: "type", Flat: true, Refine: constant},
			{Node: "static_item", Kind: projectbase.KindVariable, Word: "static", Body: "value", Type: "type", Flat: true, Refine: constant},
			{Node: "function_item", Kind: projectbase.KindFunction, Word: "fn", Type: "return_type", Refine: function},
			{Node: "function_signature_item", Kind: projectbase.KindFunction, Word: "fn", Type: "return_type", Refine: function},
			{Node: "macro_definition", Kind: projectbase.KindMacro, Refine: macro},
			{Node: "mod_item", Kind: projectbase.KindNamespace, Word: "mod", Refine: module},
		},
		Attributes: []string{"attribute_item", "inner_attribute_item"},
		Leading:    []string{"attribute_item"},
		Closures:   []string{"closure_expression"},
		ModifierOf: []string{"visibility_modifier"},
		Tokens:     []string{"async"},
		Modifiers: map[string]lang.Modifier{
			"pub":       {Visibility: projectbase.VisibilityPublic, Flags: projectbase.FlagExported, Omit: true},
			"pub(self)": {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"pub(":      {Visibility: projectbase.VisibilityInternal, Omit: true},
			"crate":     {Visibility: projectbase.VisibilityInternal, Omit: true},
			"async":     {Flags: projectbase.FlagAsync, Omit: true},
		},
		Finish: finish,
	},
	Refer: lang.Refer{
		Calls: []lang.Call{
			{Node: "call_expression", Function: "function", Kind: projectbase.RefCall},
			{Node: "macro_invocation", Function: "macro", Kind: projectbase.RefCall},
			{Node: "struct_expression", Function: "name", Kind: projectbase.RefInstantiate},
		},
		Members: []lang.Member{
			{Node: "field_expression", Object: "value", Name: "field"},
			{Node: "scoped_identifier", Object: "path", Name: "name"},
			{Node: "scoped_type_identifier", Object: "path", Name: "name", Type: true},
		},
		Unwrap: map[string]string{"generic_function": "function", "generic_type": "type", "generic_type_with_turbofish": "type",
			"parenthesized_expression": "", "reference_type": "type", "bracketed_type": "", "higher_ranked_trait_bound": "type", "dynamic_type": "trait"},
		TypeNames: []string{"type_identifier"},
		Values:    []string{"identifier"},
		Binds:     []string{"let_declaration.pattern", "parameter.pattern", "closure_parameters", "for_expression.pattern", "let_condition.pattern", "match_pattern", "const_parameter.name"},
		Labels:    []string{"scoped_identifier", "scoped_type_identifier.path", "attribute", "attribute_item", "use_list", "use_as_clause", "scoped_use_list", "use_declaration", "use_wildcard", "extern_crate_declaration", "tuple_struct_pattern.type", "struct_pattern.type", "lifetime", "label", "token_tree", "token_tree_pattern", "token_binding_pattern", "macro_invocation.macro", "visibility_modifier", "mod_item"},
		Spread:    []string{"tuple_struct_pattern", "tuple_pattern", "mut_pattern", "ref_pattern", "reference_pattern", "slice_pattern", "or_pattern", "captured_pattern", "field_pattern.pattern", "struct_pattern"},
	},
	Bind: lang.Bind{
		Nodes:     bindings,
		Blocks:    blocks,
		Patterns:  patterns,
		Chains:    chains,
		Annotated: []string{"trait_bounds"},
		Capitals:  true,
	},
	Metrics: lang.Metrics{
		Branches:  []string{"if_expression", "match_arm"},
		Default:   wildcard,
		Loops:     []string{"while_expression", "loop_expression", "for_expression"},
		Returns:   []string{"return_expression"},
		Yields:    []string{"yield_expression"},
		Operators: []string{"&&", "||"},
		Within:    []string{"binary_expression", "let_chain"},
		Else:      []string{"else_clause"},
	},
	Lookup:  lang.Lookup{Scope: scope},
	Entry:   lang.Entry{Main: lang.MainFunction},
	Graph:   graphRules,
	Foreign: foreignNames,
	Usage:   usageRules,
	Hooks: map[string]func(*lang.Visit){
		"source_file":              file,
		"use_declaration":          use,
		"extern_crate_declaration": externCrate,
		"mod_item":                 modFile,
		"attribute":                attribute,
		"impl_item":                implementation,
		"trait_bounds":             supertraits,
		"type_parameters":          parameters,
		"scoped_identifier":        path,
		"scoped_type_identifier":   path,
		"field_initializer":        initializer,
		"token_tree":               tokens,
	},
}
