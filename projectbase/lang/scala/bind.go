package scala

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "parameter", Type: "type", Refine: lang.WithBody},
	{Node: "class_parameter", Type: "type"},
	{Node: "val_definition", Name: "pattern", Type: "type", Value: "value"},
	{Node: "var_definition", Name: "pattern", Type: "type", Value: "value"},
	{Node: "enumerator", Name: "*", Kind: projectbase.BindElement, Refine: enumerated},
	{Node: "lambda_expression", Name: "parameters"},
	{Node: "binding", Type: "type"},
	{Node: "case_clause", Name: "pattern"},
	{Node: "typed_pattern", Name: "pattern", Type: "type"},
	{Node: "type_parameters", Type: "bound", Kind: projectbase.BindParameter},
}

var blocks = []string{"block", "indented_block", "lambda_expression", "case_clause", "for_expression"}

var patterns = []lang.Pattern{
	{Node: "tuple_pattern", Form: lang.PatternItems},
	{Node: "case_class_pattern", Form: lang.PatternOpen, Part: "pattern"},
	{Node: "capture_pattern", Form: lang.PatternOpen},
	{Node: "alternative_pattern", Form: lang.PatternOpen},
	{Node: "infix_pattern", Form: lang.PatternOpen, Key: "operator"},
}

var chains = []lang.Chain{
	{Node: "call_expression", Form: lang.ChainCall, Of: "function"},
	{Node: "instance_expression", Form: lang.ChainNew},
	{Node: "generic_function", Form: lang.ChainSame, Of: "function", Made: cast},
	{Node: "ascription_expression", Form: lang.ChainAs},
}

// enumerated reads "x <- xs" and "x = value" of a for.
func enumerated(t *syntax.Tree, _ uint32, b *lang.Bound) bool {
	if len(b.Names) < 2 {
		return false
	}
	b.Value, b.Names = b.Names[1], b.Names[:1]
	between := t.Source[t.Nodes[b.Names[0]].End:t.Nodes[b.Value].Start]
	for _, c := range between {
		if c == '=' {
			b.Kind = projectbase.BindUnknown
		}
	}
	return true
}

// cast returns the T of x.asInstanceOf[T].
func cast(t *syntax.Tree, node uint32) string {
	function, arguments := t.Child(node, "function"), t.Child(node, "type_arguments")
	if function == syntax.None || arguments == syntax.None || t.Kind(function) != "field_expression" {
		return ""
	}
	if field := t.Child(function, "field"); field == syntax.None || string(t.Text(field)) != "asInstanceOf" {
		return ""
	}
	if typ := t.First(arguments); typ != syntax.None {
		return string(t.Text(typ))
	}
	return ""
}
