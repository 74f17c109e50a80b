// Package markup has the common hooks of HTML, Svelte and Vue.
package markup

import (
	"bytes"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// Identified declares an element by its id, as a hook of attributes.
func Identified(t *syntax.Tree, node uint32, d *lang.Declared) bool {
	name, value := attributeOf(t, node)
	if value == syntax.None || !bytes.EqualFold(name, []byte("id")) || bytes.ContainsAny(t.Text(value), " \t\r\n{<") {
		return false
	}
	d.Names, d.NoScope = []uint32{value}, true
	return true
}

// attributeOf returns the name of an attribute and the node of its value.
func attributeOf(t *syntax.Tree, node uint32) (name []byte, value uint32) {
	value = t.ChildOf(node, "attribute_value")
	if quoted := t.ChildOf(node, "quoted_attribute_value"); quoted != syntax.None {
		value = t.ChildOf(quoted, "attribute_value")
	}
	if n := t.ChildOf(node, "attribute_name"); n != syntax.None {
		name = t.Text(n)
	}
	return name, value
}

// Attribute enters the classes of an element as references, and the files that
// it loads as imports.
func Attribute(v *lang.Visit) {
	t := v.Tree
	name, value := attributeOf(t, v.Node)
	if value == syntax.None {
		return
	}
	switch string(bytes.ToLower(name)) {
	case "class":
		classes(v, value)
	case "src":
		if tag := tagOf(t, v.Node); tag == "script" {
			v.Import(v.Node, projectbase.Import{Module: string(t.Text(value))})
		}
	case "href":
		if tag := tagOf(t, v.Node); tag == "link" {
			v.Import(v.Node, projectbase.Import{Module: string(t.Text(value))})
		}
	}
}

// classes enters each name of a class list, except template expressions.
func classes(v *lang.Visit, value uint32) {
	n := &v.Tree.Nodes[value]
	text := v.Tree.Text(value)
	if bytes.ContainsAny(text, "{}<>$%") {
		return
	}
	for at := 0; at < len(text); {
		size := bytes.IndexAny(text[at:], " \t\r\n")
		if size < 0 {
			size = len(text) - at
		}
		if size > 0 {
			v.ReferIn(value, n.Start+uint32(at), n.Start+uint32(at+size), projectbase.RefMember)
		}
		at += size + 1
	}
}

// tagOf returns the tag name of an attribute.
func tagOf(t *syntax.Tree, attribute uint32) string {
	if tag := t.Nodes[attribute].Parent; tag != syntax.None {
		if name := t.ChildOf(tag, "tag_name"); name != syntax.None {
			return string(bytes.ToLower(t.Text(name)))
		}
	}
	return ""
}

// Script extracts the text of a script in its language.
func Script(v *lang.Visit) { embed(v, scripts, ".js") }

// Style extracts the text of a style in its language.
func Style(v *lang.Visit) { embed(v, styles, ".css") }

// Component enters the component of a tag. A capital letter distinguishes it
// from an HTML tag.
func Component(v *lang.Visit) {
	name := v.Tree.ChildOf(v.Node, "tag_name")
	if name == syntax.None {
		return
	}
	if c := v.Tree.Text(name)[0]; c >= 'A' && c <= 'Z' {
		v.Refer(name, projectbase.RefInstantiate)
	}
}

// embed extracts the text of an element in the language of its type and lang
// attributes. Text of an unknown type stays raw.
func embed(v *lang.Visit, known map[string]string, extension string) {
	t := v.Tree
	raw, tag := t.ChildOf(v.Node, "raw_text"), t.ChildOf(v.Node, "start_tag")
	if raw == syntax.None || tag == syntax.None {
		return
	}
	for a := t.First(tag); a != syntax.None; a = t.After(tag, a) {
		name, value := attributeOf(t, a)
		if value == syntax.None {
			continue
		}
		switch string(bytes.ToLower(name)) {
		case "type", "lang":
			extension = known[string(bytes.ToLower(t.Text(value)))]
		}
	}
	if extension != "" {
		v.Embed(raw, extension)
	}
}

// extensions maps values of type and lang attributes to file extensions.
var (
	scripts = map[string]string{"module": ".js", "text/javascript": ".js", "application/javascript": ".js", "text/ecmascript": ".js", "js": ".js",
		"javascript": ".js", "text/babel": ".jsx", "text/jsx": ".jsx", "jsx": ".jsx", "text/typescript": ".ts", "ts": ".ts", "typescript": ".ts", "tsx": ".tsx"}
	styles = map[string]string{"text/css": ".css", "css": ".css", "postcss": ".css", "scss": ".scss", "less": ".less"}
)
