package php

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "simple_parameter", Type: "type", Value: "default_value", Refine: lang.WithBody},
	{Node: "variadic_parameter", Type: "type", Refine: variadic},
	{Node: "property_promotion_parameter", Type: "type", Value: "default_value", Also: true},
	{Node: "assignment_expression", Name: "left", Value: "right", Assign: true, Late: true},
	{Node: "reference_assignment_expression", Name: "left", Value: "right", Assign: true, Late: true},
	{Node: "foreach_statement", Kind: projectbase.BindElement, Refine: foreach},
	{Node: "catch_clause", Type: "type"},
	{Node: "static_variable_declaration", Value: "value", Assign: true},
}

var blocks = []string{"anonymous_function_creation_expression", "arrow_function"}

var patterns = []lang.Pattern{
	{Node: "list_literal", Form: lang.PatternItems},
	{Node: "array_creation_expression", Form: lang.PatternItems},
	{Node: "array_element_initializer", Form: lang.PatternSame},
	{Node: "by_ref", Form: lang.PatternSame},
}

var chains = []lang.Chain{
	{Node: "relative_scope", Form: lang.ChainName},
	{Node: "variable_name", Form: lang.ChainName},
	{Node: "function_call_expression", Form: lang.ChainCall, Of: "function"},
	{Node: "member_call_expression", Form: lang.ChainCall, Of: "object", Name: "name"},
	{Node: "nullsafe_member_call_expression", Form: lang.ChainCall, Of: "object", Name: "name"},
	{Node: "scoped_call_expression", Form: lang.ChainCall, Of: "scope", Name: "name"},
	{Node: "scoped_property_access_expression", Form: lang.ChainMember, Of: "scope", Name: "name"},
	{Node: "class_constant_access_expression", Form: lang.ChainMember},
	{Node: "qualified_name", Form: lang.ChainName},
	{Node: "object_creation_expression", Form: lang.ChainNew},
	{Node: "subscript_expression", Form: lang.ChainIndex},
	{Node: "clone_expression", Form: lang.ChainSame},
	{Node: "assignment_expression", Form: lang.ChainSame, Of: "right"},
}

// variadic makes the type of variadic parameters an array.
func variadic(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	if b.Type != syntax.None {
		b.TypeText = string(t.Text(b.Type)) + "[]"
	}
	return lang.WithBody(t, node, b)
}

// foreach reads the source and the targets of a loop.
func foreach(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	if b.Value = t.First(node); b.Value == syntax.None {
		return false
	}
	taken := t.After(node, b.Value)
	if taken == syntax.None {
		return false
	}
	if t.Kind(taken) != "pair" {
		b.Names = append(b.Names, taken)
		return true
	}
	for c := t.First(taken); c != syntax.None; c = t.After(taken, c) {
		b.Names = append(b.Names, c)
	}
	return true
}
