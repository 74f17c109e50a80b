package rust

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// item applies the rules for all items. Without pub an item is private to its
// module, except in a trait or enum, whose visibility it has.
func item(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	switch kind, implemented := holder(t, node); {
	case kind == "impl_item":
		d.Owner = typeName(t, t.Child(implemented, "type"))
		if t.Child(implemented, "trait") == syntax.None && d.Visibility == projectbase.VisibilityNone {
			d.Visibility = projectbase.VisibilityPrivate
		}
	case kind != "trait_item" && d.Visibility == projectbase.VisibilityNone:
		d.Visibility = projectbase.VisibilityPrivate
	}
	attributes(t, node, d)
	return true
}

// holder returns the kind and node of the item that contains a node in its
// declarations, "" for a file or block.
func holder(t *syntax.Tree, node uint32) (string, uint32) {
	list := t.Nodes[node].Parent
	if list == syntax.None || t.Nodes[list].Parent == syntax.None || t.Kind(list) != "declaration_list" {
		return "", syntax.None
	}
	h := t.Nodes[list].Parent
	return t.Kind(h), h
}

// typeName returns the name of the type of an impl.
func typeName(t *syntax.Tree, typ uint32) string {
	for typ != syntax.None {
		field := ""
		switch t.Kind(typ) {
		case "type_identifier", "primitive_type", "identifier":
			return string(t.Text(typ))
		case "generic_type", "reference_type", "pointer_type":
			field = "type"
		case "scoped_type_identifier":
			field = "name"
		case "dynamic_type", "abstract_type":
			field = "trait"
		case "array_type":
			field = "element"
		default:
			text := t.Text(typ)
			if len(text) > maxOwner || bytes.IndexByte(text, '\n') >= 0 {
				return ""
			}
			return string(text)
		}
		typ = t.Child(typ, field)
	}
	return ""
}

// maxOwner bounds the text of a nameless type as owner of methods, in bytes.
const maxOwner = 60

// attributes sets flags from the attributes before an item.
func attributes(t *syntax.Tree, node uint32, d *lang.Declared) {
	for a := previous(t, node); a != syntax.None; a = previous(t, a) {
		switch t.Kind(a) {
		case "attribute_item":
			text := t.Text(a)
			switch {
			case d.Kind == projectbase.KindNamespace:
				if testModule().Match(text) {
					d.Flags |= projectbase.FlagTest
				}
			case testFunction().Match(text) && (d.Kind == projectbase.KindFunction || d.Kind == projectbase.KindMethod):
				d.Flags |= projectbase.FlagTest
			}
			if deprecated().Match(text) {
				d.Flags |= projectbase.FlagDeprecated
			}
		case "line_comment", "block_comment":
		default:
			return
		}
	}
}

var (
	testModule   = lang.Lazily(`^#\s*\[\s*cfg\s*\(\s*(?:test\b|all\s*\(\s*test\b)`)
	testFunction = lang.Lazily(`^#\s*\[\s*(?:\w+\s*::\s*)*(?:test|rstest|test_case|bench|quickcheck|proptest|wasm_bindgen_test|tokio_test|googletest)\s*[\](]`)
	deprecated   = lang.Lazily(`^#\s*\[\s*deprecated\b`)
)

// previous returns the sibling before a node, or syntax.None.
func previous(t *syntax.Tree, node uint32) uint32 {
	parent := t.Nodes[node].Parent
	if parent == syntax.None || node == parent+1 {
		return syntax.None
	}
	p := node - 1
	for t.Nodes[p].Parent != parent {
		p = t.Nodes[p].Parent
	}
	return p
}

// leaf is an item without members.
func leaf(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.NoScope = true
	item(t, node, d)
	if p := t.Nodes[node].Parent; d.Kind == projectbase.KindField && p != syntax.None && t.Nodes[p].Parent != syntax.None &&
		t.Kind(t.Nodes[p].Parent) == "enum_variant" && d.Visibility == projectbase.VisibilityPrivate {
		d.Visibility = projectbase.VisibilityNone
	}
	return true
}

// constant excludes const _, which only triggers checks of the compiler.
func constant(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if len(d.Names) == 1 && string(t.Text(d.Names[0])) == "_" {
		return false
	}
	return item(t, node, d)
}

// structure shows the types of a tuple struct, which have no names.
func structure(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if d.Body != syntax.None && t.Kind(d.Body) == "ordered_field_declaration_list" {
		d.Body = syntax.None
	}
	return item(t, node, d)
}

// variant has the visibility of its enum.
func variant(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if d.Body != syntax.None && t.Kind(d.Body) == "ordered_field_declaration_list" {
		d.Body = syntax.None
	}
	attributes(t, node, d)
	return true
}

func module(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.NoScope = d.Body == syntax.None
	return item(t, node, d)
}

func function(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if m := t.ChildOf(node, "function_modifiers"); m != syntax.None {
		t.Children(m, func(c uint32) bool {
			if t.Kind(c) == "async" {
				d.Modifiers = append(d.Modifiers, c)
			}
			return true
		})
	}
	kind, _ := holder(t, node)
	if kind == "impl_item" || kind == "trait_item" {
		d.Kind = projectbase.KindMethod
		if parameters := t.Child(node, "parameters"); parameters != syntax.None && !takesSelf(t, parameters) {
			d.Flags |= projectbase.FlagStatic
		}
	}
	if kind == "trait_item" && d.Body == syntax.None {
		d.Flags |= projectbase.FlagAbstract
	}
	return item(t, node, d)
}

// takesSelf reports whether the first parameter is the receiver: self, &mut
// self or self: Box<Self>.
func takesSelf(t *syntax.Tree, parameters uint32) bool {
	if t.ChildOf(parameters, "self_parameter") != syntax.None {
		return true
	}
	first := t.ChildOf(parameters, "parameter")
	if first == syntax.None {
		return false
	}
	pattern := t.Child(first, "pattern")
	return pattern != syntax.None && t.Kind(pattern) == "self"
}

// macro has the visibility given by #[macro_export].
func macro(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	d.Body, d.NoScope = t.ChildOf(node, "macro_rule"), true
	for a := previous(t, node); a != syntax.None; a = previous(t, a) {
		if kind := t.Kind(a); kind == "attribute_item" {
			if strings.Contains(string(t.Text(a)), "macro_export") {
				d.Visibility = projectbase.VisibilityPublic
				d.Flags |= projectbase.FlagExported
			}
		} else if kind != "line_comment" && kind != "block_comment" {
			break
		}
	}
	attributes(t, node, d)
	return true
}

// wildcard reports the default arm of a match.
func wildcard(t *syntax.Tree, branch uint32) bool {
	pattern := t.Child(branch, "pattern")
	return pattern != syntax.None && string(t.Text(pattern)) == "_"
}

// finish marks the entry point.
func finish(_ *lang.File, s *projectbase.Symbol) {
	if s.Kind == projectbase.KindFunction && s.Name == "main" && s.Container == projectbase.NoSymbol {
		s.Flags |= projectbase.FlagEntry
	}
}
