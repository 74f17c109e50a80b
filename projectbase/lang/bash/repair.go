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
