package bash

import (
	"bytes"
	"regexp"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// extended is a group of an extended pattern that holds no other: @(a|b).
var extended = regexp.MustCompile(`[@*+?!]\([^()\n]*\)`)

// maxGroups is how deep groups of patterns are looked into.
const maxGroups = 4

// patterns makes words of extended patterns, which the grammar knows in few
// places.
func patterns(t *syntax.Tree) []lang.Edit {
	text := bytes.Clone(t.Source)
	for range maxGroups {
		found := extended.FindAllIndex(text, -1)
		if found == nil {
			break
		}
		for _, m := range found {
			for i := m[0]; i < m[1]; i++ {
				text[i] = 'x'
			}
		}
	}
	return differences(t.Source, text)
}

// newer are pieces of text that the grammar fails on, most of them of zsh, and what
// it reads instead of the first group of each.
var newer = []struct {
	at   *regexp.Regexp
	text string
}{
	{regexp.MustCompile(`"(\(\()`), "__"},
	{regexp.MustCompile(`\$\{(\([^()\s"'$]*\))`), ""},                                   // ${(f)x}
	{regexp.MustCompile(`\$\{(?:\([^()\s"'$]*\))?()(?:"|\$[({])`), "x:-"},               // ${${x}#y}
	{regexp.MustCompile(`\$\{?(\+)\w`), ""},                                             // ${+x}
	{regexp.MustCompile(`\$\{(?:\([^()\s"'$]*\))?#?[\w*@]+(?:\[[^]\n]*\])?(:#)`), "##"}, // ${x:#y}
}

// expansions makes what Bash knows of expansions that it does not.
func expansions(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	for _, n := range newer {
		for _, m := range n.at.FindAllSubmatchIndex(t.Source, -1) {
			edits = append(edits, lang.Edit{Start: uint32(m[2]), End: uint32(m[3]), Text: n.text})
		}
	}
	return lang.InOrder(edits)
}

// both applies what patterns and expansions do.
func both(t *syntax.Tree) []lang.Edit { return lang.InOrder(append(expansions(t), patterns(t)...)) }

// differences returns the edits that make of one text another of its length.
func differences(from, to []byte) []lang.Edit {
	var edits []lang.Edit
	for i := 0; i < len(from); i++ {
		if from[i] == to[i] {
			continue
		}
		end := i + 1
		for end < len(from) && from[end] != to[end] {
			end++
		}
		edits = append(edits, lang.Edit{Start: uint32(i), End: uint32(end), Text: string(to[i:end])})
		i = end
	}
	return edits
}
