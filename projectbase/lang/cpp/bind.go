package cpp

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/cfamily"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "optional_parameter_declaration", Name: "declarator", Type: "type", Value: "default_value", Refine: cfamily.Parameter},
	{Node: "variadic_parameter_declaration", Name: "declarator", Type: "type", Refine: cfamily.Parameter},
	{Node: "for_range_loop", Name: "declarator", Type: "type", Value: "right", Kind: projectbase.BindElement},
	{Node: "type_parameter_declaration", Name: "*", Kind: projectbase.BindParameter},
	{Node: "optional_type_parameter_declaration", Kind: projectbase.BindParameter},
}

var patterns = []lang.Pattern{
	{Node: "reference_declarator", Form: lang.PatternSame},
	{Node: "variadic_declarator", Form: lang.PatternSame},
	{Node: "structured_binding_declarator", Form: lang.PatternItems},
}

var chains = []lang.Chain{
	{Node: "this", Form: lang.ChainName},
	{Node: "call_expression", Form: lang.ChainCall, Of: "function", Made: made},
}

// made returns the type argument of a cast or of a library function that
// creates an object.
func made(t *syntax.Tree, call uint32) string {
	function := t.Child(call, "function")
	if function != syntax.None && t.Kind(function) == "qualified_identifier" {
		function = t.Child(function, "name")
	}
	if function == syntax.None || t.Kind(function) != "template_function" {
		return ""
	}
	name, arguments := t.Child(function, "name"), t.Child(function, "arguments")
	if name == syntax.None || arguments == syntax.None {
		return ""
	}
	switch word := string(t.Text(name)); {
	case strings.HasSuffix(word, "_cast"), word == "make_unique", word == "make_shared":
		if typ := t.First(arguments); typ != syntax.None {
			return string(t.Text(typ))
		}
	}
	return ""
}
