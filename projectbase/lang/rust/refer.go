package rust

import (
	"bytes"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// attribute enters an attribute. A derived trait is implemented.
func attribute(v *lang.Visit) {
	t := v.Tree
	name := t.First(v.Node)
	if name == syntax.None {
		return
	}
	v.Refer(name, projectbase.RefDecorate)
	list := t.Child(v.Node, "arguments")
	if list == syntax.None {
		return
	}
	switch string(t.Text(name)) {
	case "derive":
		derived(v, list)
	case "cfg_attr":
		derive := false
		t.Children(list, func(c uint32) bool {
			if t.Kind(c) == "token_tree" && derive {
				derived(v, c)
			}
			derive = string(t.Text(c)) == "derive"
			return true
		})
	}
	v.Skip(list)
}

// derived enters the traits of a derive list.
func derived(v *lang.Visit, list uint32) {
	t := v.Tree
	before := uint32(syntax.None)
	t.Children(list, func(c uint32) bool {
		if t.Kind(c) != "identifier" {
			return true
		}
		if rest := bytes.TrimLeft(t.Source[t.Nodes[c].End:t.Nodes[list].End], " \t\r\n"); bytes.HasPrefix(rest, []byte("::")) {
			before = c
			return true
		}
		v.ReferTo(c, before, projectbase.RefImplements)
		before = syntax.None
		return true
	})
}

// implementation enters the implemented trait.
func implementation(v *lang.Visit) {
	if trait := v.Tree.Child(v.Node, "trait"); trait != syntax.None {
		v.ReferOf(typeName(v.Tree, v.Tree.Child(v.Node, "type")), trait, projectbase.RefImplements)
	}
}

// supertraits enters the traits that a trait extends.
func supertraits(v *lang.Visit) {
	t := v.Tree
	if parent := t.Nodes[v.Node].Parent; parent == syntax.None || t.Kind(parent) != "trait_item" {
		return
	}
	t.Children(v.Node, func(c uint32) bool {
		v.Refer(c, projectbase.RefExtends)
		return true
	})
}

// parameters skips the names of type parameters.
func parameters(v *lang.Visit) {
	t := v.Tree
	t.Children(v.Node, func(c uint32) bool {
		for c != syntax.None {
			switch t.Kind(c) {
			case "type_identifier":
				v.Skip(c)
				return true
			case "constrained_type_parameter":
				c = t.Child(c, "left")
			case "optional_type_parameter":
				c = t.Child(c, "name")
			default:
				return true
			}
		}
		return true
	})
}

// path distinguishes the types in a path by their capital letter. The part
// before a name is a type or a module.
func path(v *lang.Visit) {
	t := v.Tree
	if t.Kind(v.Node) == "scoped_identifier" {
		parent := t.Nodes[v.Node].Parent
		if name := t.Child(v.Node, "name"); name != syntax.None && capital(t.Text(name)) && parent != syntax.None && t.Kind(parent) != "call_expression" {
			v.Refer(v.Node, projectbase.RefType)
		}
	}
	before := t.Child(v.Node, "path")
	if before == syntax.None {
		return
	}
	switch t.Kind(before) {
	case "identifier":
		if capital(t.Text(before)) {
			v.Refer(before, projectbase.RefType)
		}
	case "scoped_identifier":
		if name := t.Child(before, "name"); name != syntax.None && capital(t.Text(name)) {
			v.Refer(before, projectbase.RefType)
		} else {
			v.Skip(before)
		}
	}
}

// capital reports whether a name is written like a type: with a capital letter
// first, and a lower-case letter, which constants lack.
func capital(name []byte) bool {
	first, size := utf8.DecodeRune(name)
	return unicode.IsUpper(first) && (len(name) == size || bytes.IndexFunc(name, unicode.IsLower) >= 0)
}

// initializer enters the field of a struct literal.
func initializer(v *lang.Visit) {
	if f := v.Tree.Child(v.Node, "field"); f != syntax.None {
		v.Refer(f, projectbase.RefMember)
	}
}

// tokens enters calls in the arguments of a macro: names directly before
// parentheses.
func tokens(v *lang.Visit) {
	t := v.Tree
	name, object := uint32(syntax.None), uint32(syntax.None)
	t.Children(v.Node, func(c uint32) bool {
		n := &t.Nodes[c]
		switch t.Kind(c) {
		case "identifier":
			if object = syntax.None; name != syntax.None && joined(t, name, c) {
				object = name
			}
			name = c
			return true
		case "self":
			name, object = c, syntax.None
			return true
		case "token_tree":
			if name == syntax.None || t.Kind(name) != "identifier" || declares(t, name) {
				break
			}
			if end := t.Nodes[name].End; end == n.Start && t.Source[n.Start] == '(' || end+1 == n.Start && t.Source[end] == '!' {
				if start := t.Nodes[name].Start; object == syntax.None && start > 0 && t.Source[start-1] == '.' {
					v.ReferQualified(name, projectbase.LongQualifier, projectbase.RefCall) // of an expression
				} else {
					v.ReferTo(name, object, projectbase.RefCall)
				}
			}
		}
		name = syntax.None
		return true
	})
}

// declares reports whether fn precedes a name.
func declares(t *syntax.Tree, name uint32) bool {
	before := bytes.TrimRight(t.Source[max(t.Nodes[name].Start, 8)-8:t.Nodes[name].Start], " \t")
	return bytes.HasSuffix(before, []byte("fn"))
}

// joined reports whether only a dot or :: separates two names.
func joined(t *syntax.Tree, a, b uint32) bool {
	between := string(t.Source[t.Nodes[a].End:t.Nodes[b].Start])
	return between == "." || between == "::"
}
