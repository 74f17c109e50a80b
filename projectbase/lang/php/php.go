// Package php describes the language PHP.
package php

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/php"
)

// reserved are the keywords. PHP ignores their case, but only the literals are
// often written in another case.
var reserved = []string{"abstract", "and", "array", "as", "bool", "break", "callable", "case", "catch", "class", "clone",
	"const", "continue", "declare", "default", "die", "do", "echo", "else", "elseif", "empty", "enddeclare", "endfor",
	"endforeach", "endif", "endswitch", "endwhile", "enum", "eval", "exit", "extends", "false", "False", "FALSE", "final",
	"finally", "float", "fn", "for", "foreach", "function", "global", "goto", "if", "implements", "include", "include_once",
	"instanceof", "insteadof", "int", "interface", "isset", "iterable", "list", "match", "mixed", "namespace", "never", "new",
	"null", "Null", "NULL", "object", "or", "parent", "print", "private", "protected", "public", "readonly", "require",
	"require_once", "return", "self", "static", "string", "switch", "this", "throw", "trait", "true", "True", "TRUE", "try",
	"unset", "use", "var", "void", "while", "xor", "yield"}

// Language is PHP.
var Language = &lang.Language{
	ID:   "php",
	Name: "PHP",

	Files: lang.Files{
		Extensions:   []string{".php", ".phtml", ".php3", ".php4", ".php5", ".php7", ".phps"},
		Interpreters: []string{"php"},
		Claims:       map[string]func([]byte) bool{".inc": opens, ".module": opens, ".install": opens, ".theme": opens},
	},
	Parse: lang.Parse{
		Dialects:      []lang.Dialect{{Name: "php", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}},
		Preprocess:    preprocess,
		FallbackEdits: []func(*syntax.Tree) []lang.Edit{fallbackEdits},
	},
	Lex: lang.Lex{
		Identifiers: []string{"name", "variable_name"},
		Keywords:    reserved,
		Reserved:    []string{"$this"},
		Comments:    []string{"comment"},
		Strings:     []string{"string", "encapsed_string", "heredoc", "nowdoc", "shell_command_expression"},
		Interpolations: []string{"variable_name", "dynamic_variable_name", "member_access_expression", "nullsafe_member_access_expression",
			"subscript_expression", "member_call_expression", "nullsafe_member_call_expression", "scoped_call_expression",
			"scoped_property_access_expression", "function_call_expression"},
		Texts: []string{"text"},
	},
	Declare: lang.Declare{
		Nodes: []lang.Declaration{
			{Node: "namespace_definition", Kind: projectbase.KindNamespace, Refine: namespace},
			{Node: "class_declaration", Kind: projectbase.KindClass, Refine: typed},
			{Node: "interface_declaration", Kind: projectbase.KindInterface, Refine: typed},
			{Node: "trait_declaration", Kind: projectbase.KindInterface, Word: "trait", Refine: typed},
			{Node: "enum_declaration", Kind: projectbase.KindEnum, Refine: typed},
			{Node: "enum_case", Kind: projectbase.KindEnumMember, Word: "case", Refine: enumCase},
			{Node: "function_definition", Kind: projectbase.KindFunction, Type: "return_type", Refine: typed},
			{Node: "method_declaration", Kind: projectbase.KindMethod, Type: "return_type", Refine: method},
			{Node: "const_declaration", Kind: projectbase.KindConstant, Word: "const", Type: "type", Flat: true, Refine: constants},
			{Node: "property_declaration", Kind: projectbase.KindField, Word: "property", Type: "type", Refine: properties},
			{Node: "property_promotion_parameter", Kind: projectbase.KindField, Word: "property", Body: "default_value", Type: "type", Refine: promoted},
			{Node: "assignment_expression", Kind: projectbase.KindFunction, Word: "closure", Name: "left", Refine: closure},
		},
		Attributes: []string{"attribute_list"},
		Closures:   []string{"anonymous_function_creation_expression", "arrow_function"},
		ModifierOf: []string{"visibility_modifier", "static_modifier", "abstract_modifier", "var_modifier"},
		Modifiers: map[string]lang.Modifier{
			"public":    {Visibility: projectbase.VisibilityPublic, Omit: true},
			"private":   {Visibility: projectbase.VisibilityPrivate, Omit: true},
			"protected": {Visibility: projectbase.VisibilityProtected, Omit: true},
			"var":       {Visibility: projectbase.VisibilityPublic, Omit: true},
			"static":    {Flags: projectbase.FlagStatic, Omit: true},
			"abstract":  {Flags: projectbase.FlagAbstract},
		},
		Finish: finish,
	},
	Refer: lang.Refer{
		Members: []lang.Member{
			{Node: "member_access_expression", Object: "object", Name: "name"},
			{Node: "nullsafe_member_access_expression", Object: "object", Name: "name"},
			{Node: "qualified_name", Type: true},
		},
		Unwrap:    map[string]string{"parenthesized_expression": "", "argument": ""},
		TypeKinds: []string{"named_type"},
		Values:    []string{"name"},
		Labels:    []string{"variable_name", "namespace_name", "qualified_name", "namespace_use_clause", "namespace_aliasing_clause", "use_as_clause", "use_instead_of_clause", "argument.name", "attribute", "named_type", "base_clause", "class_interface_clause", "use_declaration", "object_creation_expression", "class_constant_access_expression", "scoped_call_expression.scope", "scoped_property_access_expression.scope", "named_label_statement", "goto_statement", "namespace_use_group_clause"},
	},
	Bind: lang.Bind{
		Nodes:    bindings,
		Blocks:   blocks,
		Patterns: patterns,
		Chains:   chains,
		Results:  []string{"return_statement"},
	},
	Metrics: lang.Metrics{
		Branches: []string{"if_statement", "else_if_clause", "case_statement", "match_conditional_expression", "conditional_expression",
			"catch_clause"},
		Loops:     []string{"while_statement", "do_statement", "for_statement", "foreach_statement"},
		Returns:   []string{"return_statement"},
		Yields:    []string{"yield_expression"},
		Operators: []string{"&&", "||", "and", "or", "xor", "??"},
		Within:    []string{"binary_expression"},
		Else:      []string{"alternative", "else_clause"},
	},
	Lookup:  lang.Lookup{Scope: scope},
	Graph:   graphRules,
	Foreign: foreignNames,
	Usage:   usageRules,
	Hooks: map[string]func(*lang.Visit){
		"program":                           file,
		"namespace_definition":              namespaceName,
		"namespace_use_declaration":         use,
		"include_expression":                include,
		"include_once_expression":           include,
		"require_expression":                include,
		"require_once_expression":           include,
		"named_type":                        namedType,
		"attribute":                         attribute,
		"base_clause":                       bases(projectbase.RefExtends),
		"class_interface_clause":            bases(projectbase.RefImplements),
		"use_declaration":                   bases(projectbase.RefExtends),
		"object_creation_expression":        creation,
		"function_call_expression":          call,
		"member_call_expression":            methodCall,
		"nullsafe_member_call_expression":   methodCall,
		"member_access_expression":          memberAccess,
		"nullsafe_member_access_expression": memberAccess,
		"scoped_call_expression":            scopedCall,
		"scoped_property_access_expression": scopedProperty,
		"class_constant_access_expression":  classConstant,
		"binary_expression":                 instanceOf,
	},
}

// opens reports whether a file begins as PHP.
func opens(head []byte) bool {
	return bytes.HasPrefix(bytes.TrimLeft(bytes.TrimPrefix(head, []byte("\xef\xbb\xbf")), " \t\r\n"), []byte("<?php"))
}
