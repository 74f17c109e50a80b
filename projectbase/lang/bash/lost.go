package bash

import (
	"bytes"
	"regexp"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var (
	// parentheses match after the name of a function on its line.
	parentheses = regexp.MustCompile(`^[ \t]*\([ \t]*\)[ \t]*(?:[{#(]|\\?\r?\n|$)`)
	// opens matches before the name of a function: "function".
	opens = regexp.MustCompile(`^[ \t]*(?:\([ \t]*\)[ \t]*)?(?:[{#(]|\\?\r?\n|$)`)
)

// maxHead bounds the text after a name, in bytes.
const maxHead = 80

// lost declares a function whose definition is inside a syntax error. Only its
// head is known.
func lost(v *lang.Visit) {
	t := v.Tree
	if t.Errors == 0 || !heads(t, v.Node) || !callable().Match(t.Text(v.Node)) {
		return
	}
	if parent := t.Nodes[v.Node].Parent; parent != syntax.None && t.Nodes[parent].Symbol != syntax.ErrorSymbol && t.Kind(parent) == "function_definition" {
		return
	}
	v.Declare(v.Node, lang.Declared{Kind: projectbase.KindFunction, Word: "function", Names: []uint32{v.Node}, Body: syntax.None, Type: syntax.None,
		Suffix: "()", NoScope: true})
}

// heads reports whether a line begins with the head of a function, and a node
// contains its name.
func heads(t *syntax.Tree, node uint32) bool {
	n := &t.Nodes[node]
	line := t.Source[bytes.LastIndexByte(t.Source[:n.Start], '\n')+1 : n.Start]
	after := t.Source[n.End:min(len(t.Source), int(n.End)+maxHead)]
	switch string(bytes.TrimSpace(line)) {
	case "":
		return parentheses.Match(after)
	case "function":
		return opens.Match(after)
	}
	return false
}
