package swift

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "parameter", Name: "*", Refine: parameterOf},
	{Node: "lambda_parameter", Name: "*", Refine: parameterOf},
	{Node: "property_declaration", Value: "value", Late: true, Refine: valued},
	{Node: "for_statement", Name: "item", Value: "collection", Kind: projectbase.BindElement, Late: true},
	{Node: "if_statement", Name: "*", Late: true, Refine: unwrapped},
	{Node: "guard_statement", Name: "*", Late: true, Refine: unwrapped},
	{Node: "while_statement", Name: "*", Late: true, Refine: unwrapped},
	{Node: "pattern", Name: "*", Refine: cased},
	{Node: "type_parameter", Name: "*", Kind: projectbase.BindParameter, Refine: bounded},
}

var blocks = []string{"if_statement", "while_statement", "for_statement", "repeat_while_statement", "do_statement", "catch_block", "switch_entry", "lambda_literal"}

var patterns = []lang.Pattern{{Node: "pattern", Form: lang.PatternList}}

var chains = []lang.Chain{
	{Node: "self_expression", Form: lang.ChainName},
	{Node: "super_expression", Form: lang.ChainName},
	{Node: "call_expression", Form: lang.ChainCall},
	{Node: "constructor_expression", Form: lang.ChainNew},
	{Node: "as_expression", Form: lang.ChainAs},
	{Node: "tuple_expression", Form: lang.ChainSame, Of: "value"},
	{Node: "user_type", Form: lang.ChainSame},
	{Node: "try_expression", Form: lang.ChainSame, Of: "expr"},
	{Node: "await_expression", Form: lang.ChainSame, Of: "expr"},
}

// parameterOf reads the internal name of a parameter, and the type.
func parameterOf(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	names := b.Names
	b.Names = nil
	for _, c := range names {
		if t.Grammar.FieldName(t.Nodes[c].Field) != "name" {
			continue
		}
		if t.Kind(c) == "simple_identifier" && b.Names == nil {
			b.Names = []uint32{c}
		} else {
			b.Type = c
		}
	}
	return len(b.Names) > 0
}

// valued finds the type of a property or local.
func valued(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	if annotation := t.ChildOf(node, "type_annotation"); annotation != syntax.None {
		b.Type = t.First(annotation)
	}
	return true
}

// unwrapped reads the first "let x = value" of a condition. The table handles
// the following ones.
func unwrapped(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	names := b.Names
	b.Names = nil
	for i, c := range names {
		if t.Grammar.FieldName(t.Nodes[c].Field) != "bound_identifier" {
			continue
		}
		b.Names = append(b.Names, c)
		if i+1 < len(names) && b.Value == syntax.None {
			b.Value = names[i+1]
		}
	}
	if len(b.Names) > 1 {
		b.Value = syntax.None
	}
	return len(b.Names) > 0
}

// cased reads the names bound by the pattern of a case or catch.
func cased(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	parent := t.Nodes[node].Parent
	if parent == syntax.None {
		return false
	}
	switch t.Kind(parent) {
	case "pattern", "switch_pattern", "catch_block":
	default:
		return false
	}
	names := b.Names
	b.Names = nil
	for _, c := range names {
		if t.Grammar.FieldName(t.Nodes[c].Field) == "bound_identifier" {
			b.Names = []uint32{c}
		}
	}
	return len(b.Names) > 0
}

func bounded(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	names := b.Names
	b.Names = nil
	for _, c := range names {
		if t.Kind(c) == "type_identifier" {
			b.Names = []uint32{c}
		} else if t.Grammar.FieldName(t.Nodes[c].Field) == "name" {
			b.Type = c
		}
	}
	return len(b.Names) > 0
}
