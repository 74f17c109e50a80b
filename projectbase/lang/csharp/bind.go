package csharp

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "parameter", Type: "type", Refine: lang.WithBody},
	{Node: "parameter_list", Type: "type", Refine: params},
	{Node: "lambda_expression", Name: "parameters"},
	{Node: "variable_declarator", Refine: declarator},
	{Node: "foreach_statement", Name: "left", Type: "type", Value: "right", Kind: projectbase.BindElement},
	{Node: "catch_declaration", Type: "type"},
	{Node: "declaration_pattern", Type: "type"},
	{Node: "recursive_pattern", Type: "type"},
	{Node: "var_pattern"},
	{Node: "declaration_expression", Type: "type"},
	{Node: "from_clause", Type: "type", Kind: projectbase.BindElement, Refine: lastValue},
	{Node: "let_clause", Name: "*", Refine: let},
	{Node: "type_parameter", Kind: projectbase.BindParameter, Refine: constrained},
}

// blocks are the scopes of names. A name in a condition is also visible after
// the statement: if (x is not A a) return.
var blocks = []string{"block", "for_statement", "foreach_statement", "using_statement", "fixed_statement", "catch_clause", "lambda_expression", "anonymous_method_expression",
	"switch_section", "switch_expression_arm", "query_expression"}

var patterns = []lang.Pattern{
	{Node: "tuple_pattern", Form: lang.PatternItems},
	{Node: "implicit_parameter", Form: lang.PatternName},
}

var chains = []lang.Chain{
	{Node: "this", Form: lang.ChainName},
	{Node: "base", Form: lang.ChainName},
	{Node: "predefined_type", Form: lang.ChainName},
	{Node: "conditional_access_expression", Form: lang.ChainLast},
	{Node: "member_binding_expression", Form: lang.ChainOuter, Of: "conditional_access_expression.condition", Name: "name"},
	{Node: "element_access_expression", Form: lang.ChainIndex, Of: "expression"},
	{Node: "cast_expression", Form: lang.ChainCast, Type: "type"},
	{Node: "as_expression", Form: lang.ChainCast, Type: "right"},
	{Node: "postfix_unary_expression", Form: lang.ChainSame},
	{Node: "await_expression", Form: lang.ChainSame},
	{Node: "assignment_expression", Form: lang.ChainSame, Of: "right"},
}

// params reads "params T[] rest", which has no node.
func params(t *syntax.Tree, node uint32, _ *lang.Bound) bool {
	parent := t.Nodes[node].Parent
	return parent != syntax.None && t.Child(parent, "body") != syntax.None
}

// declarator takes the type from the declaration around a name.
func declarator(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	if parent := t.Nodes[node].Parent; parent != syntax.None {
		b.Type = t.Child(parent, "type")
	}
	if len(b.Names) == 0 {
		pattern := t.ChildOf(node, "tuple_pattern")
		if pattern == syntax.None {
			return false
		}
		b.Names, b.Value = append(b.Names, pattern), t.After(node, pattern)
		return true
	}
	b.Value = value(t, node)
	return true
}

// lastValue reads the source of a query, which has no field.
func lastValue(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		b.Value = c
	}
	return len(b.Names) == 1 && b.Value != b.Names[0]
}

func let(_ *syntax.Tree, _ uint32, b *lang.Bound) bool {
	if len(b.Names) != 2 {
		return false
	}
	b.Value, b.Names = b.Names[1], b.Names[:1]
	return true
}

// constrained finds the first type in the constraints of a type parameter.
func constrained(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	list := t.Nodes[node].Parent
	if len(b.Names) != 1 || list == syntax.None || t.Nodes[list].Parent == syntax.None {
		return false
	}
	name, owner := string(t.Text(b.Names[0])), t.Nodes[list].Parent
	t.Children(owner, func(c uint32) bool {
		if t.Kind(c) != "type_parameter_constraints_clause" {
			return true
		}
		first := t.First(c)
		if first == syntax.None || string(t.Text(first)) != name {
			return true
		}
		for k := first; k != syntax.None && b.Type == syntax.None; k = t.After(c, k) {
			if t.Kind(k) == "type_parameter_constraint" {
				b.Type = t.Child(k, "type")
			}
		}
		return false
	})
	return true
}
