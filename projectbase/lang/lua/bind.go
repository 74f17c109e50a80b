package lua

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "parameters"},
	{Node: "variable_declaration", Name: "*", Refine: locals},
	{Node: "assignment_statement", Name: "*", Assign: true, Late: true, Refine: assigned},
	{Node: "for_generic_clause", Name: "*", Kind: projectbase.BindElement, Late: true, Refine: assigned},
	{Node: "for_numeric_clause"},
}

var blocks = []string{"block", "for_statement", "function_definition"}

var patterns = []lang.Pattern{{Node: "variable_list", Form: lang.PatternList}}

var chains = []lang.Chain{
	{Node: "function_call", Form: lang.ChainCall, Of: "name"},
	{Node: "bracket_index_expression", Form: lang.ChainIndex, Of: "table"},
	{Node: "method_index_expression", Form: lang.ChainMember, Of: "table", Name: "method"},
}

// locals reads "local a, b", whose values are in an assignment.
func locals(t *syntax.Tree, _ uint32, b *lang.Bound) bool {
	return len(b.Names) > 0 && t.Kind(b.Names[0]) == "variable_list"
}

// assigned reads the names before a value. Names without local are global.
func assigned(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	if len(b.Names) < 2 {
		return false
	}
	if t.Kind(node) == "assignment_statement" {
		parent := t.Nodes[node].Parent
		b.New = parent != syntax.None && t.Kind(parent) == "variable_declaration"
		b.Whole = !b.New
	}
	b.Value, b.Names = b.Names[1], b.Names[:1]
	return true
}
