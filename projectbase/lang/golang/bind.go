package golang

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "parameter_declaration", Type: "type", Refine: lang.WithBody},
	{Node: "variadic_parameter_declaration", Type: "type", Refine: variadic},
	{Node: "type_parameter_declaration", Type: "type", Kind: projectbase.BindParameter},
	{Node: "short_var_declaration", Name: "left", Value: "right", Late: true},
	{Node: "receive_statement", Name: "left", Value: "right", Late: true, Refine: received},
	{Node: "range_clause", Name: "left", Value: "right", Kind: projectbase.BindElement, Late: true, Refine: ranged},
	{Node: "var_spec", Type: "type", Value: "value", Late: true},
	{Node: "const_spec", Type: "type", Value: "value", Late: true},
	{Node: "type_switch_statement", Name: "alias", Value: "value", Late: true},
	{Node: "type_case", Name: "alias", Type: "type", Refine: typeCase},
	{Node: "default_case", Name: "alias", Refine: typeCase},
}

// blocks are the scopes of names in Go.
var blocks = []string{"block", "if_statement", "for_statement", "expression_switch_statement", "type_switch_statement", "expression_case", "type_case",
	"default_case", "communication_case", "func_literal"}

var patterns = []lang.Pattern{{Node: "expression_list", Form: lang.PatternList}}

var chains = []lang.Chain{
	{Node: "call_expression", Form: lang.ChainCall, Of: "function", Made: made},
	{Node: "index_expression", Form: lang.ChainIndex, Of: "operand"},
	{Node: "slice_expression", Form: lang.ChainSame, Of: "operand"},
	{Node: "type_assertion_expression", Form: lang.ChainCast, Type: "type"},
	{Node: "type_conversion_expression", Form: lang.ChainCall, Of: "type", Made: converted},
	{Node: "unary_expression", Form: lang.ChainSame, Of: "operand", Prefix: "&*"},
	{Node: "unary_expression", Form: lang.ChainIndex, Of: "operand", Prefix: "<"},
}

// variadic makes the type of variadic parameters a slice.
func variadic(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	if !lang.WithBody(t, node, b) {
		return false
	}
	if b.Type != syntax.None {
		b.TypeText = "[]" + string(t.Text(b.Type))
	}
	return true
}

// received excludes assignments of a statement to existing variables.
func received(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	return len(b.Names) > 0 && defines(t, b.Names[len(b.Names)-1], b.Value)
}

func ranged(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	return received(t, node, b)
}

// defines reports whether := is between names and a value.
func defines(t *syntax.Tree, names, value uint32) bool {
	return value != syntax.None && bytes.Contains(t.Source[t.Nodes[names].End:t.Nodes[value].Start], []byte(":="))
}

// typeCase gives the variable of a type switch the type of its case, if the
// case has only one.
func typeCase(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	parent := t.Nodes[node].Parent
	if parent == syntax.None || t.Kind(parent) != "type_switch_statement" {
		return false
	}
	alias := t.Child(parent, "alias")
	if alias == syntax.None {
		return false
	}
	types := 0
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		if t.Grammar.FieldName(t.Nodes[c].Field) == "type" {
			types++
		}
	}
	b.Names, b.At = append(b.Names[:0], alias), node
	if types != 1 {
		b.Type, b.Value = syntax.None, t.Child(parent, "value")
	}
	return true
}

// converted returns the type of a conversion. A conversion to a generic type
// looks like a call of a generic function, so it is excluded.
func converted(t *syntax.Tree, node uint32) string {
	typ := t.Child(node, "type")
	if typ == syntax.None || t.Kind(typ) == "generic_type" {
		return ""
	}
	return string(t.Text(typ))
}

// made returns the type argument of make and new.
func made(t *syntax.Tree, call uint32) string {
	function := t.Child(call, "function")
	if function == syntax.None || t.Kind(function) != "identifier" {
		return ""
	}
	prefix := ""
	switch string(t.Text(function)) {
	case "new":
		prefix = "*"
	case "make":
	default:
		return ""
	}
	arguments := t.Child(call, "arguments")
	if arguments == syntax.None {
		return ""
	}
	if typ := t.First(arguments); typ != syntax.None {
		return prefix + string(t.Text(typ))
	}
	return ""
}
