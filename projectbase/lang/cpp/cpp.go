// Package cpp describes the language C++.
package cpp

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/cfamily"

	sitter "github.com/smacker/go-tree-sitter"
	grammar "github.com/smacker/go-tree-sitter/cpp"
)

// Language is C++, and CUDA as far as it is C++.
var Language = language()

func language() *lang.Language {
	l := cfamily.Language()
	l.ID, l.Name = "cpp", "C++"
	l.Lookup.Scope = scope
	l.Entry.Main = lang.MainFunction
	l.Graph, l.Foreign, l.Usage = cfamily.Graph, cfamily.Foreign, cfamily.Usage
	l.Files.Extensions = []string{".cpp", ".cc", ".cxx", ".c++", ".cp", ".hpp", ".hh", ".hxx", ".h++", ".hp", ".inl", ".ipp", ".tpp", ".tcc", ".txx",
		".ixx", ".cppm", ".ccm", ".cxxm", ".mpp", ".cu", ".cuh", ".ino"}
	l.Files.Claims = map[string]func([]byte) bool{".h": cfamily.IsCPP}
	l.Files.Adopts = []string{".h"}
	l.Parse.Dialects = []lang.Dialect{{Name: "cpp", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}
	l.Parse.Preprocess = cfamily.PreprocessCPP

	l.Lex.Identifiers = append(l.Lex.Identifiers, "namespace_identifier")
	l.Lex.Keywords = append(l.Lex.Keywords, "and", "and_eq", "asm", "bitand", "bitor", "catch", "char8_t", "char16_t", "char32_t", "class", "compl",
		"concept", "const_cast", "consteval", "constinit", "co_await", "co_return", "co_yield", "decltype", "delete", "dynamic_cast",
		"explicit", "export", "friend", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "operator", "or", "or_eq", "private",
		"protected", "public", "reinterpret_cast", "requires", "static_cast", "template", "this", "throw", "try", "typeid", "typename",
		"using", "virtual", "wchar_t", "xor", "xor_eq")
	l.Lex.Strings = append(l.Lex.Strings, "raw_string_literal")
	l.Declare.Nodes = append(l.Declare.Nodes,
		lang.Declaration{Node: "class_specifier", Kind: projectbase.KindClass, Refine: cfamily.Specifier},
		lang.Declaration{Node: "namespace_definition", Kind: projectbase.KindNamespace, Refine: namespace},
		lang.Declaration{Node: "alias_declaration", Kind: projectbase.KindType, Word: "alias", Type: "type", Refine: alias},
		lang.Declaration{Node: "concept_definition", Kind: projectbase.KindInterface, Word: "concept", Refine: concept},
	)
	l.Declare.Wrappers = []string{"template_declaration"}
	l.Bind.Blocks = append(l.Bind.Blocks, "for_range_loop", "catch_clause", "lambda_expression", "template_declaration")
	l.Declare.Closures = []string{"lambda_expression"}
	l.Declare.ModifierOf = append(l.Declare.ModifierOf, "template_parameter_list", "requires_clause")

	l.Refer.Calls = append(l.Refer.Calls,
		lang.Call{Node: "new_expression", Function: "type", Kind: projectbase.RefInstantiate},
		lang.Call{Node: "compound_literal_expression", Function: "type", Kind: projectbase.RefInstantiate},
	)
	l.Refer.Members = append(l.Refer.Members, lang.Member{Node: "qualified_identifier", Object: "scope", Name: "name"})
	for _, kind := range []string{"template_function", "template_method", "template_type"} {
		l.Refer.Unwrap[kind] = "name"
	}
	l.Hooks["access_specifier"] = access
	l.Hooks["base_class_clause"] = bases
	l.Hooks["using_declaration"] = using
	l.Hooks["namespace_alias_definition"] = namespaceAlias
	l.Hooks["field_initializer"] = initializer
	l.Hooks["namespace_definition"] = namespaceName

	l.Refer.Binds = append(l.Refer.Binds, "for_range_loop.declarator", "structured_binding_declarator", "optional_parameter_declaration.declarator")
	l.Refer.Labels = append(l.Refer.Labels, "destructor_name", "template_function.name", "qualified_identifier")
	l.Refer.Spread = append(l.Refer.Spread, "reference_declarator", "variadic_declarator")

	l.Bind.Nodes = append(l.Bind.Nodes, bindings...)
	l.Bind.Patterns = append(l.Bind.Patterns, patterns...)
	l.Bind.Chains = append(l.Bind.Chains, chains...)
	l.Metrics.Branches = append(l.Metrics.Branches, "catch_clause")
	l.Metrics.Loops = append(l.Metrics.Loops, "for_range_loop")
	l.Metrics.Returns = append(l.Metrics.Returns, "co_return_statement")
	l.Metrics.Yields = []string{"co_yield_statement"}
	l.Metrics.Operators = append(l.Metrics.Operators, "and", "or")
	return l
}
