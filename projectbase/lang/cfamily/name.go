package cfamily

import (
	"bytes"
	"strings"

	"codegraph/projectbase/syntax"
)

// declarator describes a declarator, read from the outside in.
type declarator struct {
	name     uint32 // node with the name
	inner    uint32 // innermost node with the name and the parts applied to it
	text     string // the name if the node does not contain it: "operator =="
	outer    uint32 // the whole declarator without a value
	owner    string // A::B of A::B::f
	callable bool   // a function, not a pointer to one
	pointer  bool   // a pointer or reference
	value    uint32 // initial value
	typed    uint32 // trailing return type, or the type of a conversion
	override bool
	cast     bool // a conversion function
	array    bool
}

// maxNesting bounds the depth of a name in its declarator.
const maxNesting = 64

// readDeclarator finds the name in a declarator.
func readDeclarator(t *syntax.Tree, node uint32) (d declarator, ok bool) {
	d = declarator{name: syntax.None, value: syntax.None, typed: syntax.None, inner: node, outer: node}
	for range maxNesting {
		if node == syntax.None {
			return d, false
		}
		next := t.Child(node, "declarator")
		switch kind := t.Kind(node); kind {
		case "identifier", "field_identifier", "type_identifier", "namespace_identifier":
			d.name = node
			return d, true
		case "primitive_type": // typedef unsigned char bool
			d.name = node
			return d, true
		case "destructor_name":
			d.name, d.text = node, compact(t.Text(node))
			if id := t.ChildOf(node, "identifier"); id != syntax.None {
				d.name = id
			}
			return d, true
		case "operator_name":
			d.name, d.text = node, operatorName(t.Text(node))
			return d, true
		case "operator_cast":
			d.cast, d.callable, d.name = true, true, node
			d.typed = t.Child(node, "type")
			d.text = conversionName(t, node)
			return d, true
		case "qualified_identifier":
			d.scope(t, node)
			next = t.Child(node, "name")
		case "template_function", "template_method", "template_type", "dependent_name":
			next = t.Child(node, "name")
			if next == syntax.None {
				next = t.First(node)
			}
		case "function_declarator":
			d.function(t, node)
		case "init_declarator":
			if d.value = t.Child(node, "value"); d.value != syntax.None && t.Nodes[d.value].Start < t.Nodes[node].Start {
				d.value = syntax.None
			}
			d.inner, d.outer = next, next
		case "array_declarator":
			d.callable, d.array = false, true
		case "pointer_declarator", "reference_declarator", "pointer_type_declarator", "variadic_declarator":
			d.callable, d.pointer = false, true
			if next == syntax.None {
				next = lastChild(t, node)
			}
			d.inner = next
		case "parenthesized_declarator", "attributed_declarator":
			if next == syntax.None {
				next = named(t, node)
			}
		default:
			return d, false
		}
		node = next
	}
	return d, false
}

// scope adds the class or namespace before a qualified name.
func (d *declarator) scope(t *syntax.Tree, node uint32) {
	scope := t.Child(node, "scope")
	if scope == syntax.None {
		return
	}
	text, _, _ := bytes.Cut(t.Text(scope), []byte("<"))
	if d.owner != "" {
		d.owner += "::"
	}
	d.owner += strings.TrimPrefix(compact(text), "template")
}

func (d *declarator) function(t *syntax.Tree, node uint32) {
	d.callable, d.pointer, d.array = true, false, false
	d.inner = node
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch t.Kind(c) {
		case "trailing_return_type":
			d.typed = t.First(c)
		case "virtual_specifier":
			d.override = d.override || string(t.Text(c)) == "override"
		}
	}
}

// named returns the first child that may contain a name.
func named(t *syntax.Tree, node uint32) uint32 {
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		switch kind := t.Kind(c); {
		case strings.HasSuffix(kind, "declarator"), strings.HasSuffix(kind, "identifier"), kind == "operator_name", kind == "destructor_name":
			return c
		}
	}
	return syntax.None
}

func lastChild(t *syntax.Tree, node uint32) uint32 {
	last := uint32(syntax.None)
	for c := t.First(node); c != syntax.None; c = t.After(node, c) {
		last = c
	}
	return last
}

// compact returns text without white space.
func compact(text []byte) string {
	return strings.ToValidUTF8(string(bytes.Join(bytes.Fields(text), nil)), "\uFFFD")
}

// folded returns text with each run of white space replaced by one blank.
func folded(text []byte) string {
	return strings.ToValidUTF8(string(bytes.Join(bytes.Fields(text), []byte{' '})), "\uFFFD")
}

// operatorName writes an operator's name with one blank: "operator ==",
// "operator new[]", `operator ""_km`.
func operatorName(text []byte) string {
	rest, ok := strings.CutPrefix(folded(text), "operator")
	if !ok {
		return folded(text)
	}
	rest = strings.TrimSpace(rest)
	if rest != "" && (rest[0] < 'a' || rest[0] > 'z') {
		rest = strings.ReplaceAll(rest, " ", "") // operator ""_km as well
	}
	return "operator " + rest
}

// conversionName is "operator" with the target type of a conversion.
func conversionName(t *syntax.Tree, node uint32) string {
	end := t.Nodes[node].End
	for i := node + 1; i < t.Nodes[node].Next; i++ {
		if t.Kind(i) == "parameter_list" {
			end = t.Nodes[i].Start
			break
		}
	}
	return folded(t.Source[t.Nodes[node].Start:end])
}

// baseName returns the last part of a qualified name, without template
// arguments.
func baseName(name string) string {
	name, _, _ = strings.Cut(name, "<")
	if i := strings.LastIndex(name, "::"); i >= 0 {
		name = name[i+2:]
	}
	return strings.TrimSpace(name)
}
