package bash

import (
	"bytes"
	"regexp"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var (
	// parentheses follow the name of a function on its line.
	parentheses = regexp.MustCompile(`^[ \t]*\([ \t]*\)[ \t]*(?:[{#(]|\\?\r?\n|$)`)
	// opens follows the name of a function behind the word that says so.
	opens = regexp.MustCompile(`^[ \t]*(?:\([ \t]*\)[ \t]*)?(?:[{#(]|\\?\r?\n|$)`)
)

// maxHead is how much of the text behind a name is looked at, in bytes.
const maxHead = 80

// lost declares a function that the grammar does not see as one, since it fails on
// the body or on what is around it. Only its head is known then.
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

// heads reports whether the head of a function stands on a line, and a node spells
// the name in it.
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
