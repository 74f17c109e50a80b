// Package cpp is the language C++.
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
	l.Scope = scope
	l.ErrorShare = "leveldb 3.9 %, Catch2 6.3 %, yaml-cpp 9.1 %, fmt 36 %"
	l.Extensions = []string{".cpp", ".cc", ".cxx", ".c++", ".cp", ".hpp", ".hh", ".hxx", ".h++", ".hp", ".inl", ".ipp", ".tpp", ".tcc", ".txx",
		".ixx", ".cppm", ".ccm", ".cxxm", ".mpp", ".cu", ".cuh", ".ino"}
	l.Claims = map[string]func([]byte) bool{".h": cfamily.IsCPP}
	l.Adopts = []string{".h"}
	l.Dialects = []lang.Dialect{{Name: "cpp", Grammar: func() *sitter.Language { return grammar.GetLanguage() }}}
	l.Prepare = cfamily.PrepareCPP

	l.Identifiers = append(l.Identifiers, "namespace_identifier")
	l.Keywords = append(l.Keywords, "and", "and_eq", "asm", "bitand", "bitor", "catch", "char8_t", "char16_t", "char32_t", "class", "compl",
		"concept", "const_cast", "consteval", "constinit", "co_await", "co_return", "co_yield", "decltype", "delete", "dynamic_cast",
		"explicit", "export", "friend", "mutable", "namespace", "new", "noexcept", "not", "not_eq", "operator", "or", "or_eq", "private",
		"protected", "public", "reinterpret_cast", "requires", "static_cast", "template", "this", "throw", "try", "typeid", "typename",
		"using", "virtual", "wchar_t", "xor", "xor_eq")
	l.Strings = append(l.Strings, "raw_string_literal")
	l.Declarations = append(l.Declarations,
		lang.Declaration{Node: "class_specifier", Kind: projectbase.KindClass, Refine: cfamily.Specifier},
		lang.Declaration{Node: "namespace_definition", Kind: projectbase.KindNamespace, Refine: namespace},
		lang.Declaration{Node: "alias_declaration", Kind: projectbase.KindType, Word: "alias", Type: "type", Refine: alias},
		lang.Declaration{Node: "concept_definition", Kind: projectbase.KindInterface, Word: "concept", Refine: concept},
	)
	l.Wrappers = []string{"template_declaration"}
	l.Blocks = append(l.Blocks, "for_range_loop", "catch_clause", "lambda_expression", "template_declaration")
	l.Closures = []string{"lambda_expression"}
	l.ModifierOf = append(l.ModifierOf, "template_parameter_list", "requires_clause")

	l.Calls = append(l.Calls,
		lang.Call{Node: "new_expression", Function: "type", Kind: projectbase.RefInstantiate},
		lang.Call{Node: "compound_literal_expression", Function: "type", Kind: projectbase.RefInstantiate},
	)
	l.Members = append(l.Members, lang.Member{Node: "qualified_identifier", Object: "scope", Name: "name"})
	for _, kind := range []string{"template_function", "template_method", "template_type"} {
		l.Unwrap[kind] = "name"
	}
	l.Extra["access_specifier"] = access
	l.Extra["base_class_clause"] = bases
	l.Extra["using_declaration"] = using
	l.Extra["namespace_alias_definition"] = namespaceAlias
	l.Extra["field_initializer"] = initializer
	l.Extra["namespace_definition"] = namespaceName

	l.Binds = append(l.Binds, "for_range_loop.declarator", "structured_binding_declarator", "optional_parameter_declaration.declarator")
	l.Labels = append(l.Labels, "destructor_name", "template_function.name", "qualified_identifier")
	l.Spread = append(l.Spread, "reference_declarator", "variadic_declarator")

	l.Bindings = append(l.Bindings, bindings...)
	l.Patterns = append(l.Patterns, patterns...)
	l.Chains = append(l.Chains, chains...)
	l.Branches = append(l.Branches, "catch_clause")
	l.Loops = append(l.Loops, "for_range_loop")
	l.Returns = append(l.Returns, "co_return_statement")
	l.Yields = []string{"co_yield_statement"}
	l.Operators = append(l.Operators, "and", "or")
	return l
}
