package typescript

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/lang/ecmascript"
	"codegraph/projectbase/syntax"
)

// bindings are the bindings of TypeScript. They replace those of JavaScript
// for the same nodes, because they have types.
var bindings = []lang.Binding{
	{Node: "required_parameter", Name: "pattern", Type: "type", Value: "value", Also: true, Refine: boundParameter},
	{Node: "optional_parameter", Name: "pattern", Type: "type", Value: "value", Also: true, Refine: boundParameter},
	{Node: "variable_declarator", Type: "type", Value: "value", Refine: ecmascript.Declarator},
	{Node: "catch_clause", Name: "parameter", Type: "type"},
	{Node: "public_field_definition", Type: "type", Value: "value"},
	{Node: "type_parameter", Type: "constraint", Kind: projectbase.BindParameter},
	{Node: "mapped_type_clause", Kind: projectbase.BindParameter},
	{Node: "infer_type", Name: "*", Kind: projectbase.BindParameter},
}

var chains = []lang.Chain{
	{Node: "as_expression", Form: lang.ChainAs},
	{Node: "satisfies_expression", Form: lang.ChainSame},
	{Node: "type_assertion", Form: lang.ChainCast},
}

// boundParameter gives a rest parameter its type.
func boundParameter(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	if !lang.WithBody(t, node, b) || len(b.Names) == 0 {
		return false
	}
	if name := b.Names[0]; t.Kind(name) == "rest_pattern" {
		if b.Names[0] = t.First(name); b.Names[0] == syntax.None {
			return false
		}
	}
	return true
}
