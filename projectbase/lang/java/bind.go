package java

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "formal_parameter", Type: "type", Refine: lang.WithBody},
	{Node: "variable_declarator", Value: "value", Refine: declarator},
	{Node: "enhanced_for_statement", Type: "type", Value: "value", Kind: projectbase.BindElement},
	{Node: "resource", Type: "type", Value: "value"},
	{Node: "catch_formal_parameter", Refine: caught},
	{Node: "instanceof_expression", Type: "right"},
	{Node: "type_pattern", Name: "*", Refine: typed},
	{Node: "record_pattern_component", Name: "*", Refine: typed},
	{Node: "inferred_parameters", Name: "*"},
	{Node: "lambda_expression", Name: "parameters"},
	{Node: "type_parameter", Name: "*", Kind: projectbase.BindParameter, Refine: bounded},
}

// blocks are the scopes of names. A name in a condition is also visible after
// the statement: if (!(x instanceof A a)) return.
var blocks = []string{"block", "for_statement", "enhanced_for_statement", "catch_clause", "try_with_resources_statement", "lambda_expression", "switch_block",
	"switch_rule"}

var chains = []lang.Chain{
	{Node: "this", Form: lang.ChainName},
	{Node: "super", Form: lang.ChainName},
	{Node: "method_invocation", Form: lang.ChainCall, Of: "object", Name: "name"},
	{Node: "array_access", Form: lang.ChainIndex, Of: "array"},
	{Node: "cast_expression", Form: lang.ChainCast, Type: "type"},
	{Node: "parenthesized_expression", Form: lang.ChainSame},
	{Node: "assignment_expression", Form: lang.ChainSame, Of: "right"},
}

// declarator takes the type from the declaration around a name.
func declarator(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	parent := t.Nodes[node].Parent
	if parent == syntax.None {
		return false
	}
	if t.Kind(parent) == "spread_parameter" {
		for c := t.First(parent); c != node; c = t.After(parent, c) {
			b.TypeText = string(t.Text(c)) + "[]"
		}
		return true
	}
	b.Type = t.Child(parent, "type")
	return true
}

func caught(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	b.Type = t.ChildOf(node, "catch_type")
	return true
}

// typed reads a pattern of a type and a name.
func typed(_ *syntax.Tree, _ uint32, b *lang.Bound) bool {
	n := len(b.Names)
	if n < 2 {
		return false
	}
	b.Type = b.Names[n-2]
	b.Names = append(b.Names[:0], b.Names[n-1])
	return true
}

// bounded reads a type parameter and its bound.
func bounded(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	b.Type = t.ChildOf(node, "type_bound")
	name := t.ChildOf(node, "type_identifier", "identifier")
	b.Names = append(b.Names[:0], name)
	return name != syntax.None
}
