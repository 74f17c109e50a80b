// Package typescript describes the language TypeScript with TSX.
package typescript

import (
	"maps"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/ecmascript"
	"codegraph/projectbase/syntax"

	sitter "github.com/smacker/go-tree-sitter"
	"github.com/smacker/go-tree-sitter/typescript/tsx"
	grammar "github.com/smacker/go-tree-sitter/typescript/typescript"
)

// Language is TypeScript.
var Language = language()

func language() *lang.Language {
	l := ecmascript.Language()
	l.ID, l.Name = "typescript", "TypeScript"
	l.Files.Extensions = []string{".ts", ".mts", ".cts", ".tsx"}
	l.Files.Interpreters = []string{"ts-node", "tsx", "deno", "bun"}
	l.Parse.Dialects = []lang.Dialect{
		{Name: "typescript", Grammar: func() *sitter.Language { return grammar.GetLanguage() }},
		{Name: "tsx", Extensions: []string{".tsx"}, Grammar: func() *sitter.Language { return tsx.GetLanguage() }},
	}

	l.Parse.Predict = predict
	l.Parse.FallbackEdits = []func(*syntax.Tree) []lang.Edit{fallbackEdits, endMembers}

	l.Lex.Identifiers = append(l.Lex.Identifiers, "type_identifier")
	l.Lex.Keywords = append(l.Lex.Keywords, "abstract", "any", "asserts", "boolean", "declare", "enum", "implements", "interface", "is",
		"keyof", "module", "namespace", "never", "number", "object", "override", "private", "protected", "public", "readonly",
		"string", "symbol", "type", "unique", "unknown")
	l.Lex.Strings = append(l.Lex.Strings, "template_literal_type")
	l.Lex.Interpolations = append(l.Lex.Interpolations, "template_type")

	l.Declare.Nodes = append(l.Declare.Nodes, declarations()...)
	l.Declare.Wrappers = append(l.Declare.Wrappers, "ambient_declaration")
	l.Declare.ModifierOf = []string{"accessibility_modifier", "override_modifier"}
	l.Declare.Tokens = append(l.Declare.Tokens, "abstract", "accessor", "readonly")
	maps.Copy(l.Declare.Modifiers, map[string]lang.Modifier{
		"abstract":  {Flags: projectbase.FlagAbstract},
		"override":  {Flags: projectbase.FlagOverride},
		"private":   {Visibility: projectbase.VisibilityPrivate, Omit: true},
		"protected": {Visibility: projectbase.VisibilityProtected, Omit: true},
		"public":    {Visibility: projectbase.VisibilityPublic, Omit: true},
	})

	l.Refer.Members = append(l.Refer.Members,
		lang.Member{Node: "nested_type_identifier", Object: "module", Name: "name", Type: true},
		lang.Member{Node: "nested_identifier", Object: "object", Name: "property"})
	maps.Copy(l.Refer.Unwrap, map[string]string{"generic_type": "name", "non_null_expression": "", "instantiation_expression": "",
		"as_expression": "", "satisfies_expression": ""})
	l.Bind.Nodes = append(l.Bind.Nodes, bindings...)
	l.Bind.Chains = append(l.Bind.Chains, chains...)
	l.Bind.Annotated = []string{"type_annotation", "constraint", "type_arguments"}
	l.Refer.TypeNames = []string{"type_identifier"}
	l.Refer.Binds = append(l.Refer.Binds, "required_parameter.pattern", "optional_parameter.pattern", "index_signature.name", "type_predicate.name")
	l.Refer.Labels = append(l.Refer.Labels, "nested_identifier", "internal_module", "module", "import_require_clause", "import_alias")
	maps.Copy(l.Hooks, map[string]func(*lang.Visit){
		"class_heritage":      func(*lang.Visit) {},
		"extends_clause":      extends,
		"extends_type_clause": bases(projectbase.RefExtends),
		"implements_clause":   bases(projectbase.RefImplements),
		"type_parameter":      binder,
		"infer_type":          binder,
		"mapped_type_clause":  binder,
		"enum_body":           enumMembers,
		"import_alias":        alias,
		"internal_module":     qualified,
	})
	l.Usage.Conventions = convention
	return l
}

func declarations() []lang.Declaration {
	return []lang.Declaration{
		{Node: "abstract_class_declaration", Kind: projectbase.KindClass, Refine: ecmascript.Class},
		{Node: "interface_declaration", Kind: projectbase.KindInterface, Refine: ecmascript.Class},
		{Node: "enum_declaration", Kind: projectbase.KindEnum, Refine: ecmascript.Class},
		{Node: "type_alias_declaration", Kind: projectbase.KindType, Body: "value", Refine: typeAlias},
		{Node: "internal_module", Kind: projectbase.KindNamespace, Refine: module},
		{Node: "module", Kind: projectbase.KindNamespace, Word: "module", Refine: module},
		{Node: "function_signature", Kind: projectbase.KindFunction, Refine: ecmascript.Function},
		{Node: "method_signature", Kind: projectbase.KindMethod, Refine: member(ecmascript.Method)},
		{Node: "abstract_method_signature", Kind: projectbase.KindMethod, Refine: ecmascript.Method},
		{Node: "property_signature", Kind: projectbase.KindField, Word: "property", Refine: member(ecmascript.Field)},
		{Node: "call_signature", Kind: projectbase.KindOperator, Word: "call", Refine: member(unnamed("()", "return_type"))},
		{Node: "construct_signature", Kind: projectbase.KindConstructor, Refine: member(unnamed("new", "type"))},
		{Node: "index_signature", Kind: projectbase.KindOperator, Word: "index", Refine: member(index)},
		{Node: "public_field_definition", Kind: projectbase.KindField, Body: "value", Refine: field},
		{Node: "required_parameter", Kind: projectbase.KindField, Name: "pattern", Body: "value", Refine: parameter},
		{Node: "optional_parameter", Kind: projectbase.KindField, Name: "pattern", Body: "value", Refine: parameter},
	}
}
