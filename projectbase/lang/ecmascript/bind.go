package ecmascript

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

func bindings() []lang.Binding {
	return []lang.Binding{
		{Node: "formal_parameters", Name: "*"},
		{Node: "arrow_function", Name: "parameter"},
		{Node: "catch_clause", Name: "parameter"},
		{Node: "variable_declarator", Value: "value", Refine: Declarator},
		{Node: "assignment_expression", Name: "left", Value: "right", Refine: instanceField},
		{Node: "for_in_statement", Name: "left", Value: "right", Refine: loop},
	}
}

var blocks = []string{"statement_block", "for_statement", "for_in_statement", "catch_clause", "switch_body", "arrow_function", "function_expression", "generator_function"}

func patterns() []lang.Pattern {
	return []lang.Pattern{
		{Node: "array_pattern", Form: lang.PatternItems},
		{Node: "object_pattern", Form: lang.PatternMembers},
		{Node: "pair_pattern", Form: lang.PatternKey, Part: "value", Key: "key"},
		{Node: "object_assignment_pattern", Form: lang.PatternSame, Part: "left", Key: "right"},
		{Node: "assignment_pattern", Form: lang.PatternSame, Part: "left", Key: "right"},
		{Node: "rest_pattern", Form: lang.PatternOpen},
	}
}

func chains() []lang.Chain {
	return []lang.Chain{
		{Node: "this", Form: lang.ChainName},
		{Node: "super", Form: lang.ChainName},
		{Node: "import", Form: lang.ChainName},
		{Node: "new_expression", Form: lang.ChainNew, Type: "constructor", Made: made},
		{Node: "subscript_expression", Form: lang.ChainIndex, Of: "object"},
		{Node: "assignment_expression", Form: lang.ChainSame, Of: "right"},
	}
}

// loop binds elements in a loop. In a for-in loop the names are strings.
// Variables that exist already are not bound again.
func loop(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	if len(b.Names) != 1 || b.Value == syntax.None {
		return false
	}
	before := t.Source[t.Nodes[node].Start:t.Nodes[b.Names[0]].Start]
	if !bytes.Contains(before, []byte("const")) && !bytes.Contains(before, []byte("let")) && !bytes.Contains(before, []byte("var")) {
		return false
	}
	if bytes.Contains(t.Source[t.Nodes[b.Names[0]].End:t.Nodes[b.Value].Start], []byte("of")) {
		b.Kind = projectbase.BindElement
	} else {
		b.Value = syntax.None
	}
	b.Whole = bytes.Contains(before, []byte("var"))
	return true
}

// Declarator makes names declared with var visible in the whole function.
func Declarator(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	parent := t.Nodes[node].Parent
	b.Whole = parent != syntax.None && t.Kind(parent) == "variable_declaration"
	return true
}

// made returns the type of a new object with its arguments.
func made(t *syntax.Tree, node uint32) string {
	class := t.Child(node, "constructor")
	arguments := t.ChildOf(node, "type_arguments")
	if class == syntax.None || arguments == syntax.None {
		return ""
	}
	return string(t.Source[t.Nodes[class].Start:t.Nodes[arguments].End])
}

// instanceField excludes assignments to names, which their declarations cover.
func instanceField(t *syntax.Tree, _ uint32, b *lang.Bound) bool {
	return len(b.Names) == 1 && t.Kind(b.Names[0]) == "member_expression"
}
