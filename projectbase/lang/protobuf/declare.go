package protobuf

import (
	"bytes"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// packaged makes all following declarations members of the package.
func packaged(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "full_ident")
	if name == syntax.None {
		return false
	}
	d.Names, d.Rest = []uint32{name}, true
	return true
}

// named finds the parts of a declaration, which have no fields: the name in a
// child of a kind, or the first identifier, and the body.
func named(name, body string) func(*syntax.Tree, uint32, *lang.Declared) bool {
	return func(t *syntax.Tree, node uint32, d *lang.Declared) bool {
		holder := node
		if name != "" {
			holder = t.ChildOf(node, name)
		}
		if holder == syntax.None {
			return false
		}
		identifier := t.ChildOf(holder, "identifier")
		if identifier == syntax.None {
			return false
		}
		d.Names, d.Body = []uint32{identifier}, t.ChildOf(node, body)
		d.Bare = true
		options := node
		if d.Body != syntax.None && body != "{" {
			options = d.Body
		}
		if deprecated(t, options, "option") {
			d.Flags |= projectbase.FlagDeprecated
		}
		return true
	}
}

var extend = []byte("extend")

// message declares a message or a group. A block of extensions declares only
// its fields.
func message(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if bytes.HasPrefix(t.Text(node), extend) {
		return false
	}
	if !named("message_name", "message_body")(t, node, d) {
		return false
	}
	if at := t.Nodes[d.Names[0]].Start; bytes.HasPrefix(bytes.TrimSpace(t.Source[t.Nodes[node].Start:at]), []byte("group")) {
		d.Word = "group"
	}
	return true
}

// procedure declares a method of a service, with its result as type.
func procedure(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	if !named("rpc_name", "{")(t, node, d) {
		return false
	}
	t.Children(node, func(c uint32) bool {
		if t.Nodes[c].Symbol != syntax.ErrorSymbol && t.Kind(c) == "message_or_enum_type" {
			d.Type = c
		}
		return true
	})
	if d.Type == syntax.None {
		return true
	}
	before := bytes.TrimSpace(t.Source[t.Nodes[node].Start:t.Nodes[d.Type].Start])
	if bytes.HasSuffix(before, []byte("stream")) {
		d.TypeText = "stream " + string(t.Text(d.Type))
	}
	return true
}

// field declares a field of a message or a value of an enum.
func field(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name := t.ChildOf(node, "identifier")
	if name == syntax.None {
		return false
	}
	d.Names, d.NoScope = []uint32{name}, true
	if typ := t.ChildOf(node, "type"); typ != syntax.None {
		d.Type = typ
		if key := t.ChildOf(node, "key_type"); key != syntax.None {
			d.TypeText = "map<" + string(t.Text(key)) + ", " + string(t.Text(typ)) + ">"
		}
	}
	if deprecated(t, node, "enum_value_option") {
		d.Flags |= projectbase.FlagDeprecated
	}
	if options := t.ChildOf(node, "field_options"); options != syntax.None {
		d.Body = options
		if deprecated(t, options, "field_option") {
			d.Flags |= projectbase.FlagDeprecated
		}
	} else {
		d.Body = t.ChildOf(node, "enum_value_option")
	}
	d.Bare = d.Body != syntax.None
	d.Owner = extended(t, node)
	return true
}

// extended returns the message that a field extends, "" for an ordinary field.
func extended(t *syntax.Tree, node uint32) string {
	body := t.Nodes[node].Parent
	if body == syntax.None || t.Nodes[body].Parent == syntax.None {
		return ""
	}
	block := t.Nodes[body].Parent
	if t.Kind(block) != "message" || !bytes.HasPrefix(t.Text(block), extend) {
		return ""
	}
	name := t.ChildOf(block, "message_name")
	if name == syntax.None {
		return ""
	}
	return strings.TrimPrefix(string(t.Text(name)), ".")
}

// deprecated reports whether a child of a kind is the option deprecated.
func deprecated(t *syntax.Tree, node uint32, kind string) bool {
	found := false
	t.Children(node, func(c uint32) bool {
		if t.Nodes[c].Symbol != syntax.ErrorSymbol && t.Kind(c) == kind {
			name, value := t.ChildOf(c, "identifier"), t.ChildOf(c, "constant")
			found = name != syntax.None && value != syntax.None && string(t.Text(name)) == "deprecated" && string(t.Text(value)) == "true"
		}
		return !found
	})
	return found
}

// finish exports everything: the language has no visibility.
func finish(_ *lang.File, s *projectbase.Symbol) {
	if s.Kind != projectbase.KindNamespace {
		s.Flags |= projectbase.FlagExported
	}
	s.Signature = strings.TrimRight(s.Signature, " [")
}
