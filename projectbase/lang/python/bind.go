package python

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var bindings = []lang.Binding{
	{Node: "parameters", Name: "*", Refine: parameters},
	{Node: "lambda_parameters", Name: "*"},
	{Node: "typed_parameter", Name: "*", Type: "type", Refine: typedParameter},
	{Node: "default_parameter", Value: "value"},
	{Node: "typed_default_parameter", Type: "type", Value: "value"},
	{Node: "assignment", Name: "left", Type: "type", Value: "right", Assign: true, Late: true},
	{Node: "named_expression", Value: "value", Assign: true, Late: true, Refine: whole},
	{Node: "for_statement", Name: "left", Value: "right", Kind: projectbase.BindElement, Late: true},
	{Node: "for_in_clause", Name: "left", Value: "right", Kind: projectbase.BindElement, Refine: comprehended},
	{Node: "as_pattern", Name: "alias", Refine: as},
	{Node: "case_pattern", Name: "*", Refine: captured},
	{Node: "keyword_pattern", Name: "*", Refine: captured},
	{Node: "splat_pattern", Name: "*"},
	{Node: "type", Kind: projectbase.BindParameter, Refine: typeParameter},
}

var blocks = []string{"list_comprehension", "set_comprehension", "dictionary_comprehension", "generator_expression", "lambda"}

var patterns = []lang.Pattern{
	{Node: "pattern_list", Form: lang.PatternItems},
	{Node: "tuple_pattern", Form: lang.PatternItems},
	{Node: "list_pattern", Form: lang.PatternItems},
	{Node: "list_splat_pattern", Form: lang.PatternOpen},
	{Node: "dictionary_splat_pattern", Form: lang.PatternOpen},
	{Node: "as_pattern_target", Form: lang.PatternSame},
}

var chains = []lang.Chain{
	{Node: "call", Form: lang.ChainCall, Of: "function", Made: cast},
	{Node: "subscript", Form: lang.ChainIndex, Of: "value"},
	{Node: "assignment", Form: lang.ChainSame, Of: "right"},
	{Node: "named_expression", Form: lang.ChainSame, Of: "value"},
	{Node: "relative_import", Form: lang.ChainName},
}

// whole binds a name in the whole callable, even from inside a comprehension.
func whole(_ *syntax.Tree, _ uint32, b *lang.Bound) bool {
	b.Whole = true
	return true
}

// comprehended makes the names of a comprehension visible from its start.
func comprehended(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	b.At = t.Nodes[node].Parent
	return true
}

// parameters excludes self and cls.
func parameters(t *syntax.Tree, _ uint32, b *lang.Bound) bool {
	if len(b.Names) > 0 && t.Kind(b.Names[0]) == "identifier" {
		if name := t.Text(b.Names[0]); string(name) == "self" || string(name) == "cls" {
			b.Names = b.Names[1:]
		}
	}
	return true
}

// typedParameter excludes the type of *args and **kwargs.
func typedParameter(t *syntax.Tree, _ uint32, b *lang.Bound) bool {
	if len(b.Names) > 0 && t.Kind(b.Names[0]) != "identifier" {
		b.Type = syntax.None
	}
	return true
}

// as reads "x as y" in a with statement, an except clause and a pattern.
func as(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	what, parent := t.First(node), t.Nodes[node].Parent
	if what == syntax.None || parent == syntax.None {
		return false
	}
	switch t.Kind(parent) {
	case "except_clause", "except_group_clause":
		if k := t.Kind(what); k == "identifier" || k == "attribute" {
			b.Type = what
		}
	case "case_pattern":
		last := what
		for c := what; c != syntax.None; c = t.After(node, c) {
			last = c
		}
		b.Names = append(b.Names, last)
		if class := t.First(what); class != syntax.None && t.Kind(class) == "class_pattern" {
			b.Type = t.First(class)
		}
	default:
		b.Value = what
	}
	return true
}

// captured takes the name of a capture pattern, or of its argument.
func captured(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	if len(b.Names) == 0 {
		return false
	}
	name := b.Names[len(b.Names)-1]
	if t.Kind(name) != "dotted_name" {
		return false
	}
	b.Names = append(b.Names[:0], t.First(name))
	return b.Names[0] != syntax.None && t.After(name, b.Names[0]) == syntax.None
}

// typeParameter reads the T of "def f[T: int]".
func typeParameter(t *syntax.Tree, node uint32, b *lang.Bound) bool {
	parent := t.Nodes[node].Parent
	if parent == syntax.None {
		return false
	}
	switch t.Kind(parent) {
	case "type_parameter":
	case "constrained_type":
		if !declares(t, node) {
			return false
		}
		b.Type = t.After(parent, node)
	default:
		return false
	}
	name := t.First(node)
	if name == syntax.None || t.Kind(name) != "identifier" || !declares(t, node) {
		return false
	}
	b.Names = append(b.Names, name)
	return true
}

// cast returns the type in cast(T, x).
func cast(t *syntax.Tree, call uint32) string {
	function := t.Child(call, "function")
	if function == syntax.None || !bytes.HasSuffix(t.Text(function), []byte("cast")) {
		return ""
	}
	if text := string(t.Text(function)); text != "cast" && text != "typing.cast" {
		return ""
	}
	if typ := argument(t, call, 0); typ != syntax.None {
		return string(bytes.Trim(t.Text(typ), `"'`))
	}
	return ""
}
