package python

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// scope returns the class or function around a node, or None for a module.
func scope(t *syntax.Tree, node uint32) (at uint32, inClass bool) {
	for p := t.Nodes[node].Parent; p != syntax.None; p = t.Nodes[p].Parent {
		switch t.Kind(p) {
		case "class_definition":
			return p, true
		case "function_definition", "lambda":
			return p, false
		}
	}
	return syntax.None, false
}

// function sets kind and flags from the decorators, the name and the body.
func function(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) != 1 {
		return false
	}
	name := t.Text(d.Names[0])
	decorators(t, node, func(object, decorator []byte) {
		switch string(decorator) {
		case "staticmethod", "classmethod":
			d.Word = string(decorator)
			d.Flags |= projectbase.FlagStatic
		case "abstractmethod", "overload":
			d.Flags |= projectbase.FlagAbstract
		case "abstractproperty":
			d.Kind, d.Word = projectbase.KindProperty, "property"
			d.Flags |= projectbase.FlagAbstract
		case "abstractclassmethod", "abstractstaticmethod":
			d.Word = string(decorator[len("abstract"):])
			d.Flags |= projectbase.FlagAbstract | projectbase.FlagStatic
		case "setter", "getter", "deleter":
			if bytes.Equal(object, name) {
				d.Kind, d.Word = projectbase.KindProperty, "property"
			}
		case "override":
			d.Flags |= projectbase.FlagOverride
		case "deprecated":
			d.Flags |= projectbase.FlagDeprecated
		default:
			if bytes.HasSuffix(decorator, []byte("property")) {
				d.Kind, d.Word = projectbase.KindProperty, "property"
			}
		}
	})
	if s := string(name); s == "__init__" || s == "__new__" {
		if _, inClass := scope(t, node); inClass {
			d.Kind = projectbase.KindConstructor
		}
	}
	if d.Body != syntax.None && stub(t, d.Body) {
		d.Flags |= projectbase.FlagAbstract
	}
	return true
}

// stub reports whether a body contains only a docstring and "...".
func stub(t *syntax.Tree, body uint32) bool {
	found := false
	for c := t.First(body); c != syntax.None; c = t.After(body, c) {
		if t.Kind(c) == "comment" {
			continue
		}
		first := t.First(c)
		if found || t.Kind(c) != "expression_statement" || first == syntax.None {
			return false
		}
		switch t.Kind(first) {
		case "ellipsis":
			found = true
		case "string":
		default:
			return false
		}
	}
	return found
}

// class sets the kind from decorators and bases: enumerations, and protocols
// as interfaces.
func class(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	decorators(t, node, func(_, decorator []byte) {
		switch string(decorator) {
		case "dataclass":
			d.Word = "dataclass"
		case "deprecated":
			d.Flags |= projectbase.FlagDeprecated
		}
	})
	classKind(t, node, d)
	return true
}

func classKind(t *syntax.Tree, node uint32, d *lang.Declared) {
	bases(t, node, func(base []byte) {
		switch string(base) {
		case "Enum", "IntEnum", "StrEnum", "Flag", "IntFlag", "ReprEnum":
			d.Kind, d.Word = projectbase.KindEnum, "enum"
		case "Protocol":
			d.Kind, d.Word = projectbase.KindInterface, "protocol"
		case "ABC", "ABCMeta":
			d.Flags |= projectbase.FlagAbstract
		}
	})
}

// maxBases bounds the arguments of a class that are checked for each member.
const maxBases = 32

// bases calls fn with the last names of a class's bases and metaclass.
func bases(t *syntax.Tree, class uint32, fn func(name []byte)) {
	list := t.Child(class, "superclasses")
	if list == syntax.None {
		return
	}
	n := 0
	t.Children(list, func(c uint32) bool {
		if t.Kind(c) == "keyword_argument" {
			if c = t.Child(c, "value"); c == syntax.None {
				return true
			}
		}
		if _, name := names(t, c); name != syntax.None {
			fn(t.Text(name))
		}
		n++
		return n < maxBases
	})
}

// decorators calls fn with the name of each decorator of a definition, and
// with the text before its last dot.
func decorators(t *syntax.Tree, definition uint32, fn func(object, name []byte)) {
	parent := t.Nodes[definition].Parent
	if parent == syntax.None || t.Kind(parent) != "decorated_definition" {
		return
	}
	t.Children(parent, func(c uint32) bool {
		if t.Kind(c) != "decorator" || t.First(c) == syntax.None {
			return true
		}
		expression := t.First(c)
		if t.Kind(expression) == "call" {
			expression = t.First(expression)
		}
		if expression == syntax.None {
			return true
		}
		if object, name := names(t, expression); name != syntax.None {
			var before []byte
			if object != syntax.None {
				before = t.Text(object)
			}
			fn(before, t.Text(name))
		}
		return true
	})
}

// names returns the identifier in a name, attribute or subscript, and the node
// before its dot; None if there is none.
func names(t *syntax.Tree, node uint32) (object, name uint32) {
	if t.Kind(node) == "subscript" {
		if node = t.Child(node, "value"); node == syntax.None {
			return syntax.None, syntax.None
		}
	}
	switch t.Kind(node) {
	case "identifier":
		return syntax.None, node
	case "attribute":
		return t.Child(node, "object"), t.Child(node, "attribute")
	}
	return syntax.None, syntax.None
}

// typeAlias reads "type Name[T] = value", which has no fields.
func typeAlias(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	left := t.First(node)
	if !aliased(t, node) {
		return false
	}
	if d.Body = t.After(node, left); d.Body != syntax.None {
		d.Type = d.Body
	}
	for i := left; i < t.Nodes[left].Next; i++ {
		if t.Kind(i) == "identifier" {
			d.Names = append(d.Names, i)
			return true
		}
	}
	return false
}

// aliased reports whether a statement is really a type alias, and not an
// assignment such as "type(a).b = c".
func aliased(t *syntax.Tree, statement uint32) bool {
	left := t.First(statement)
	if left == syntax.None || t.Kind(left) != "type" || t.First(left) == syntax.None {
		return false
	}
	kind := t.Kind(t.First(left))
	return kind == "identifier" || kind == "generic_type"
}

// docstring returns the text of the string at the start of a body.
func docstring(t *syntax.Tree, body uint32) uint32 {
	first := t.First(body)
	for first != syntax.None && t.Kind(first) == "comment" {
		first = t.After(body, first)
	}
	if first == syntax.None || t.Kind(first) != "expression_statement" {
		return syntax.None
	}
	text := t.First(first)
	if text == syntax.None || t.Kind(text) != "string" || t.ChildOf(text, "interpolation") != syntax.None {
		return syntax.None
	}
	return t.ChildOf(text, "string_content")
}
