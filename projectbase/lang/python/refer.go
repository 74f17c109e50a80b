package python

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// decorator enters a decorator, called or not.
func decorator(v *lang.Visit) {
	expression := v.Tree.First(v.Node)
	if expression != syntax.None && v.Tree.Kind(expression) == "call" {
		expression = v.Tree.Child(expression, "function")
	}
	if expression != syntax.None {
		v.Refer(expression, projectbase.RefDecorate)
	}
}

// call distinguishes an instantiation from a function call by the first letter
// of the name. Only the declaration would tell for certain.
func call(v *lang.Visit) {
	t := v.Tree
	function := t.Child(v.Node, "function")
	if function == syntax.None {
		return
	}
	_, name := names(t, function)
	if name == syntax.None {
		v.Refer(function, projectbase.RefCall)
		return
	}
	text := t.Text(name)
	kind := projectbase.RefCall
	if capital(text) {
		kind = projectbase.RefInstantiate
	}
	v.Refer(function, kind)
	switch string(text) {
	case "isinstance", "issubclass":
		typeArgument(v, 1)
	case "cast":
		typeArgument(v, 0)
	case "__import__", "import_module":
		dynamicImport(v)
	}
}

// capital reports whether a name begins with a capital letter, after
// underscores.
func capital(name []byte) bool {
	name = bytes.TrimLeft(name, "_")
	return len(name) > 0 && name[0] >= 'A' && name[0] <= 'Z'
}

// argument returns the n-th argument of a call, or None.
func argument(t *syntax.Tree, call uint32, n int) uint32 {
	list := t.Child(call, "arguments")
	if list == syntax.None {
		return syntax.None
	}
	found := uint32(syntax.None)
	t.Children(list, func(c uint32) bool {
		if t.Kind(c) == "comment" {
			return true
		}
		if n == 0 {
			found = c
		}
		n--
		return n >= 0
	})
	return found
}

func typeArgument(v *lang.Visit, n int) {
	if a := argument(v.Tree, v.Node, n); a != syntax.None && v.Tree.Kind(a) != "keyword_argument" {
		types(v, a)
	}
}

// typeUse reads an annotation. Nested types have nodes of their own.
func typeUse(v *lang.Visit) {
	t := v.Tree
	parent := t.Nodes[v.Node].Parent
	switch t.Kind(parent) {
	case "type_parameter", "splat_type", "constrained_type":
		if declares(t, v.Node) {
			return
		}
	case "type_alias_statement":
		if t.First(parent) == v.Node || !aliased(t, parent) {
			return
		}
	}
	for c := t.First(v.Node); c != syntax.None; c = t.After(v.Node, c) {
		types(v, c)
	}
}

// declares reports whether a type is the name of a type parameter: the T of
// "def f[T: int]", "class C[*T]" and "type A[T]".
func declares(t *syntax.Tree, node uint32) bool {
	list := t.Nodes[node].Parent
	if k := t.Kind(list); k == "constrained_type" || k == "splat_type" {
		if t.First(list) != node {
			return false
		}
		if list = t.Nodes[list].Parent; list != syntax.None && t.Kind(list) == "type" {
			list = t.Nodes[list].Parent
		}
	}
	if list == syntax.None || t.Kind(list) != "type_parameter" {
		return false
	}
	owner := t.Nodes[list].Parent
	if owner == syntax.None {
		return false
	}
	switch t.Kind(owner) {
	case "class_definition", "function_definition":
		return true
	case "generic_type":
		alias := t.Nodes[owner].Parent
		if alias == syntax.None {
			return false
		}
		statement := t.Nodes[alias].Parent
		return statement != syntax.None && t.Kind(statement) == "type_alias_statement" && t.First(statement) == alias
	}
	return false
}

// types enters the names in an expression as types, in one walk.
func types(v *lang.Visit, expression uint32) {
	t := v.Tree
	for i := expression; i < t.Nodes[expression].Next; {
		switch t.Kind(i) {
		case "identifier", "attribute":
			v.Refer(i, projectbase.RefType)
		case "type", "call", "string", "lambda", "as_pattern_target", "keyword_argument":
		default:
			i++
			continue
		}
		i = t.Nodes[i].Next
	}
}

// superclasses enters the arguments of a class as its bases.
func superclasses(v *lang.Visit) {
	t := v.Tree
	parent := t.Nodes[v.Node].Parent
	if parent == syntax.None || t.Kind(parent) != "class_definition" {
		return
	}
	t.Children(v.Node, func(c uint32) bool {
		switch t.Kind(c) {
		case "identifier", "attribute":
			v.Refer(c, projectbase.RefExtends)
		case "subscript":
			if value := t.Child(c, "value"); value != syntax.None {
				v.Refer(value, projectbase.RefExtends)
			}
			types(v, c)
		case "keyword_argument":
			if value := t.Child(c, "value"); value != syntax.None && string(t.Text(t.First(c))) == "metaclass" {
				v.Refer(value, projectbase.RefType)
			}
		case "call":
			withMetaclass(v, c)
		}
		return true
	})
}

// withMetaclass reads with_metaclass(M, Base), used by programs for both
// Python 2 and 3.
func withMetaclass(v *lang.Visit, call uint32) {
	t := v.Tree
	_, name := names(t, t.First(call))
	list := t.Child(call, "arguments")
	if name == syntax.None || list == syntax.None || string(t.Text(name)) != "with_metaclass" {
		return
	}
	kind := projectbase.RefType
	t.Children(list, func(c uint32) bool {
		if k := t.Kind(c); k == "identifier" || k == "attribute" {
			v.Refer(c, kind)
			kind = projectbase.RefExtends
		}
		return true
	})
}

// caught enters the exceptions of a clause as types.
func caught(v *lang.Visit) {
	t := v.Tree
	t.Children(v.Node, func(c uint32) bool {
		if k := t.Kind(c); k == "comment" {
			return true
		} else if k != "block" {
			types(v, c)
		}
		return false // Python 2 has the variable next
	})
}

// raised enters "raise Error" as an instantiation, like "raise Error()".
func raised(v *lang.Visit) {
	first := v.Tree.First(v.Node)
	if first == syntax.None {
		return
	}
	if v.Tree.Kind(first) == "expression_list" {
		first = v.Tree.First(first)
	}
	if _, name := names(v.Tree, first); name != syntax.None && capital(v.Tree.Text(name)) {
		v.Refer(first, projectbase.RefInstantiate)
	}
}

// pattern enters the class of a pattern as a type, and a constant as a member.
func pattern(v *lang.Visit) {
	t := v.Tree
	dotted := t.First(v.Node)
	if dotted == syntax.None || t.Kind(dotted) != "dotted_name" {
		return
	}
	kind := projectbase.RefMember
	if t.Kind(v.Node) == "class_pattern" {
		kind = projectbase.RefType
	}
	first := t.First(dotted)
	if first == syntax.None {
		return
	}
	second := t.After(dotted, first)
	switch {
	case second == syntax.None && kind == projectbase.RefType:
		v.ReferTo(first, syntax.None, kind)
	case second != syntax.None && t.After(dotted, second) == syntax.None:
		v.ReferTo(second, first, kind)
	}
}
