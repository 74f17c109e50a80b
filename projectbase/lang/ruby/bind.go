package ruby

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "method_parameters", Name: "*"},
	{Node: "block_parameters", Name: "*"},
	{Node: "lambda_parameters", Name: "*"},
	{Node: "optional_parameter", Value: "value"},
	{Node: "keyword_parameter", Value: "value"},
	{Node: "splat_parameter"},
	{Node: "hash_splat_parameter"},
	{Node: "block_parameter"},
	{Node: "assignment", Name: "left", Value: "right", Assign: true, Late: true},
	{Node: "operator_assignment", Name: "left", Value: "right", Assign: true, Late: true},
	{Node: "exception_variable", Name: "*", Refine: rescued},
	{Node: "for", Name: "pattern", Value: "value", Kind: projectbase.BindElement, Late: true},
}

var blocks = []string{"block", "do_block", "lambda"}

var patterns = []lang.Pattern{
	{Node: "left_assignment_list", Form: lang.PatternItems},
	{Node: "destructured_left_assignment", Form: lang.PatternItems},
	{Node: "destructured_parameter", Form: lang.PatternItems},
	{Node: "rest_assignment", Form: lang.PatternOpen},
}

var chains = []lang.Chain{
	{Node: "self", Form: lang.ChainName},
	{Node: "super", Form: lang.ChainName},
	{Node: "call", Form: lang.ChainCall, Of: "receiver", Name: "method", Made: instance},
	{Node: "scope_resolution", Form: lang.ChainMember, Of: "scope", Name: "name"},
	{Node: "element_reference", Form: lang.ChainIndex, Of: "object"},
	{Node: "in", Form: lang.ChainSame},
	{Node: "parenthesized_statements", Form: lang.ChainSame},
	{Node: "assignment", Form: lang.ChainSame, Of: "right"},
	{Node: "operator_assignment", Form: lang.ChainSame, Of: "right"},
}

// rescued takes the class of a rescued exception.
func rescued(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	clause := t.Nodes[node].Parent
	if clause == syntax.None {
		return true
	}
	if list := t.Child(clause, "exceptions"); list != syntax.None {
		if class := t.First(list); class != syntax.None && t.After(list, class) == syntax.None {
			b.Type = class
		}
	}
	return true
}

// instance returns the class of a new object.
func instance(t *syntax.Tree, call uint32) string {
	class, method := t.Child(call, "receiver"), t.Child(call, "method")
	if class == syntax.None || method == syntax.None || string(t.Text(method)) != "new" {
		return ""
	}
	switch t.Kind(class) {
	case "constant", "scope_resolution":
		return string(t.Text(class))
	}
	return ""
}
