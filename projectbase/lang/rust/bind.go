package rust

import (
	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "parameter", Name: "pattern", Type: "type", Refine: lang.WithBody},
	{Node: "closure_parameters", Name: "*"},
	{Node: "let_declaration", Name: "pattern", Type: "type", Value: "value", Late: true},
	{Node: "let_condition", Name: "pattern", Value: "value", Late: true},
	{Node: "for_expression", Name: "pattern", Value: "value", Kind: projectbase.BindElement, Late: true},
	{Node: "match_pattern", Name: "*", Refine: matched},
	{Node: "const_parameter", Type: "type", Kind: projectbase.BindParameter},
	{Node: "type_parameters", Name: "*", Kind: projectbase.BindParameter},
	{Node: "constrained_type_parameter", Name: "left", Type: "bounds", Kind: projectbase.BindParameter},
	{Node: "optional_type_parameter", Kind: projectbase.BindParameter},
}

var blocks = []string{"block", "if_expression", "match_arm", "for_expression", "while_expression", "closure_expression"}

var patterns = []lang.Pattern{
	{Node: "tuple_pattern", Form: lang.PatternItems},
	{Node: "slice_pattern", Form: lang.PatternItems},
	{Node: "mut_pattern", Form: lang.PatternSame},
	{Node: "ref_pattern", Form: lang.PatternSame},
	{Node: "reference_pattern", Form: lang.PatternSame},
	{Node: "struct_pattern", Form: lang.PatternMembers, Key: "type"},
	{Node: "field_pattern", Form: lang.PatternKey, Part: "pattern", Key: "name"},
	{Node: "tuple_struct_pattern", Form: lang.PatternOpen, Key: "type"},
	{Node: "or_pattern", Form: lang.PatternOpen},
	{Node: "captured_pattern", Form: lang.PatternOpen},
}

var chains = []lang.Chain{
	{Node: "self", Form: lang.ChainName},
	{Node: "super", Form: lang.ChainName},
	{Node: "crate", Form: lang.ChainName},
	{Node: "try_expression", Form: lang.ChainSame},
	{Node: "await_expression", Form: lang.ChainSame},
	{Node: "unary_expression", Form: lang.ChainSame, Prefix: "*"},
	{Node: "reference_expression", Form: lang.ChainSame, Of: "value"},
	{Node: "index_expression", Form: lang.ChainIndex},
	{Node: "type_cast_expression", Form: lang.ChainCast, Type: "type"},
	{Node: "qualified_type", Form: lang.ChainSame, Of: "type"},
}

// matched excludes the guard of a match arm.
func matched(_ *syntax.Tree, _ uint32, b *lang.Bound) bool {
	if len(b.Names) > 1 {
		b.Names = b.Names[:1]
	}
	return len(b.Names) > 0
}
