package kotlin

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "parameter", Name: "*", Refine: parameter},
	{Node: "class_parameter", Name: "*", Refine: typedName},
	{Node: "variable_declaration", Name: "*", Refine: lambdaParameter},
	{Node: "multi_variable_declaration", Refine: lambdaParameter},
	{Node: "property_declaration", Name: "*", Late: true, Refine: valued},
	{Node: "when_subject", Name: "*", Refine: valued},
	{Node: "for_statement", Name: "*", Kind: projectbase.BindElement, Late: true, Refine: valued},
	{Node: "catch_block", Name: "*", Refine: typedName},
	{Node: "type_parameter", Name: "*", Kind: projectbase.BindParameter, Refine: typedName},
}

var blocks = []string{"lambda_literal", "anonymous_function", "control_structure_body", "for_statement", "when_expression", "when_entry", "catch_block"}

var patterns = []lang.Pattern{
	{Node: "multi_variable_declaration", Form: lang.PatternItems},
	{Node: "variable_declaration", Form: lang.PatternFirst},
}

var chains = []lang.Chain{
	{Node: "this_expression", Form: lang.ChainName},
	{Node: "super_expression", Form: lang.ChainName},
	{Node: "call_expression", Form: lang.ChainCall},
	{Node: "indexing_expression", Form: lang.ChainIndex},
	{Node: "as_expression", Form: lang.ChainAs},
	{Node: "postfix_expression", Form: lang.ChainSame},
	{Node: "parenthesized_expression", Form: lang.ChainSame},
	{Node: "function_body", Form: lang.ChainSame},
}

// parameter reads a parameter of a function with a body.
func parameter(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	list := t.Nodes[node].Parent
	if list == syntax.None || t.Nodes[list].Parent == syntax.None {
		return false
	}
	if owner := t.Nodes[list].Parent; t.Kind(list) == "function_value_parameters" && t.ChildOf(owner, "function_body", "statements") == syntax.None {
		return false
	}
	return typedName(t, node, b)
}

// typedName reads a name and the type that follows it.
func typedName(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	name := t.ChildOf(node, "simple_identifier", "type_identifier")
	if name == syntax.None {
		return false
	}
	b.Names = append(b.Names[:0], name)
	b.Type = typeAfter(t, node, name)
	return true
}

// typeAfter returns the type after a name.
func typeAfter(t *syntax.Tree, node, name uint32) uint32 {
	if c := t.After(node, name); c != syntax.None && (strings.HasSuffix(t.Kind(c), "_type") || t.Kind(c) == "type_identifier") {
		return c
	}
	return syntax.None
}

// lambdaParameter reads a parameter of a lambda. The nodes around it handle
// other variables.
func lambdaParameter(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	parent := t.Nodes[node].Parent
	if parent == syntax.None || t.Kind(parent) != "lambda_parameters" {
		return false
	}
	if t.Kind(node) == "multi_variable_declaration" {
		b.Names = append(b.Names[:0], node)
		return true
	}
	return typedName(t, node, b)
}

// valued reads "val x: T = value", "x in value" and similar forms.
func valued(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	var name uint32 = syntax.None
	for _, c := range b.Names {
		switch kind := t.Kind(c); {
		case kind == "variable_declaration", kind == "multi_variable_declaration":
			if name == syntax.None {
				name = c
				continue
			}
		case name != syntax.None && b.Value == syntax.None && kind != "type_constraints" && kind != "getter" && kind != "setter" &&
			kind != "property_delegate" && kind != "control_structure_body" && !strings.HasSuffix(kind, "comment"):
			b.Value = c
		}
	}
	if name == syntax.None {
		return false
	}
	b.Names = append(b.Names[:0], name)
	if first := t.First(name); t.Kind(name) == "variable_declaration" && first != syntax.None {
		b.Names[0], b.Type = first, typeAfter(t, name, first)
	}
	return true
}
