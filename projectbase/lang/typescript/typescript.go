// Package typescript is the language TypeScript with TSX.
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
	l.ErrorShare = "trpc 0.2 %, excalidraw 0.2 %, 12 npm packages (rxjs, typeorm, effect ...) 1.0 %"
	l.Extensions = []string{".ts", ".mts", ".cts", ".tsx"}
	l.Interpreters = []string{"ts-node", "tsx", "deno", "bun"}
	l.Dialects = []lang.Dialect{
		{Name: "typescript", Grammar: func() *sitter.Language { return grammar.GetLanguage() }},
		{Name: "tsx", Extensions: []string{".tsx"}, Grammar: func() *sitter.Language { return tsx.GetLanguage() }},
	}

	l.Foresee = foresee
	l.Repairs = []func(*syntax.Tree) []lang.Edit{modern, separated}

	l.Identifiers = append(l.Identifiers, "type_identifier")
	l.Keywords = append(l.Keywords, "abstract", "any", "asserts", "boolean", "declare", "enum", "implements", "interface", "is",
		"keyof", "module", "namespace", "never", "number", "object", "override", "private", "protected", "public", "readonly",
		"string", "symbol", "type", "unique", "unknown")
	l.Strings = append(l.Strings, "template_literal_type")
	l.Interpolations = append(l.Interpolations, "template_type")

	l.Declarations = append(l.Declarations, declarations()...)
	l.Wrappers = append(l.Wrappers, "ambient_declaration")
	l.ModifierOf = []string{"accessibility_modifier", "override_modifier"}
	l.Tokens = append(l.Tokens, "abstract", "accessor", "readonly")
	maps.Copy(l.Modifiers, map[string]lang.Modifier{
		"abstract":  {Flags: projectbase.FlagAbstract},
		"override":  {Flags: projectbase.FlagOverride},
		"private":   {Visibility: projectbase.VisibilityPrivate, Omit: true},
		"protected": {Visibility: projectbase.VisibilityProtected, Omit: true},
		"public":    {Visibility: projectbase.VisibilityPublic, Omit: true},
	})

	l.Members = append(l.Members,
		lang.Member{Node: "nested_type_identifier", Object: "module", Name: "name", Type: true},
		lang.Member{Node: "nested_identifier", Object: "object", Name: "property"})
	maps.Copy(l.Unwrap, map[string]string{"generic_type": "name", "non_null_expression": "", "instantiation_expression": "",
		"as_expression": "", "satisfies_expression": ""})
	l.Bindings = append(l.Bindings, bindings...)
	l.Chains = append(l.Chains, chains...)
	l.Annotated = []string{"type_annotation", "constraint", "type_arguments"}
	l.TypeNames = []string{"type_identifier"}
	l.Binds = append(l.Binds, "required_parameter.pattern", "optional_parameter.pattern", "index_signature.name", "type_predicate.name")
	l.Labels = append(l.Labels, "nested_identifier", "internal_module", "module", "import_require_clause", "import_alias")
	maps.Copy(l.Extra, map[string]func(*lang.Visit){
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
