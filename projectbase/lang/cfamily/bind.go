package cfamily

import (
	"strings"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

func bindings() []lang.Binding {
	return []lang.Binding{
		{Node: "parameter_declaration", Name: "declarator", Type: "type", Refine: Parameter},
		{Node: "declaration", Name: "declarator", Type: "type", Value: "value", Refine: plain},
		{Node: "init_declarator", Name: "declarator", Value: "value", Refine: initialized},
	}
}

func blocks() []string {
	return []string{"compound_statement", "for_statement", "if_statement", "while_statement", "switch_statement"}
}

func patterns() []lang.Pattern {
	return []lang.Pattern{
		{Node: "pointer_declarator", Form: lang.PatternSame, Part: "declarator"},
		{Node: "array_declarator", Form: lang.PatternSame, Part: "declarator"},
		{Node: "function_declarator", Form: lang.PatternSame, Part: "declarator"},
		{Node: "parenthesized_declarator", Form: lang.PatternSame},
	}
}

func chains() []lang.Chain {
	return []lang.Chain{
		{Node: "subscript_expression", Form: lang.ChainIndex, Of: "argument"},
		{Node: "cast_expression", Form: lang.ChainCast, Type: "type"},
		{Node: "assignment_expression", Form: lang.ChainSame, Of: "right"},
	}
}

// Parameter excludes parameters of functions without a body.
func Parameter(t *syntax.Tree, node uint32, _ *lang.Bound) bool {
	list := t.Nodes[node].Parent
	if list == syntax.None {
		return false
	}
	for owner := t.Nodes[list].Parent; owner != syntax.None; owner = t.Nodes[owner].Parent {
		kind := t.Kind(owner)
		if !strings.HasSuffix(kind, "_declarator") {
			return kind == "function_definition" || kind == "lambda_expression" || kind == "catch_clause" || kind == "template_declaration"
		}
	}
	return false
}

// plain excludes names with a value, which have a node of their own.
func plain(t *syntax.Tree, _ uint32, b *lang.Bound) bool {
	names := b.Names[:0]
	for _, name := range b.Names {
		if t.Kind(name) != "init_declarator" {
			names = append(names, name)
		}
	}
	b.Names = names
	return true
}

// initialized takes the type from the declaration around a name with a value.
func initialized(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	if parent := t.Nodes[node].Parent; parent != syntax.None {
		b.Type = t.Child(parent, "type")
	}
	return true
}
