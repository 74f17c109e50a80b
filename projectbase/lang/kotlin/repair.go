package kotlin

import (
	"bytes"
	"regexp"
	"slices"
	"strings"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// newer are pieces of text that the grammar fails on; the first group of each is
// what it is not shown.
var newer = []*regexp.Regexp{
	regexp.MustCompile(`\.\.(<)`),
	regexp.MustCompile(`\b(actual)\s+va[lr]\b`),
	regexp.MustCompile(`[\w>](<[\w*?<>, .]*>)\??::`),
	regexp.MustCompile(`[^\w.]((?:\w+\s*\.\s*)+)\w+\??\s*\.\s*\(`),
}

// funInterface is read as an open interface: its fun is a modifier.
var funInterface = regexp.MustCompile(`\bfun\s+interface\b`)

// ownLine is a primary constructor that begins on a line of its own, behind the
// name and parameters of its class.
var ownLine = regexp.MustCompile(`\bclass\s+\w+(?:<[^{}()]*>)?([ \t\r]*\n\s*(?:@\w+\s+|(?:internal|private|public|protected|actual)\s+)*constructor\s*\()`)

// raised writes a piece of text on the line where it begins, and leaves its
// newlines behind it.
func raised(source []byte, from, to uint32) lang.Edit {
	text := bytes.Join(bytes.Fields(source[from:to]), []byte(" "))
	newlines := bytes.Count(source[from:to], []byte("\n"))
	return lang.Edit{Start: from, End: to, Text: " " + string(text) + strings.Repeat("\n", newlines)}
}

// modern rewrites what Kotlin allows and the grammar does not know.
func modern(t *syntax.Tree) []lang.Edit {
	skips := quoted(t)
	var edits []lang.Edit
	for _, pattern := range newer {
		for _, m := range pattern.FindAllSubmatchIndex(t.Source, -1) {
			from, to := uint32(m[2]), uint32(m[3])
			if !inside(skips, from) {
				edits = append(edits, hidden(t.Source, from, to))
			}
		}
	}
	for _, m := range funInterface.FindAllIndex(t.Source, -1) {
		if from := uint32(m[0]); !inside(skips, from) {
			edits = append(edits, lang.Edit{Start: from, End: from + 3, Text: "open"})
		}
	}
	for _, m := range ownLine.FindAllSubmatchIndex(t.Source, -1) {
		if from, to := uint32(m[2]), uint32(m[3]); !inside(skips, from) {
			edits = append(edits, raised(t.Source, from, to))
		}
	}
	slices.SortFunc(edits, func(a, b lang.Edit) int { return int(a.Start) - int(b.Start) })
	end := uint32(0)
	return slices.DeleteFunc(edits, func(e lang.Edit) bool {
		if e.Start < end {
			return true
		}
		end = e.End
		return false
	})
}

// hidden makes blanks of a piece of text.
func hidden(source []byte, from, to uint32) lang.Edit {
	newlines := bytes.Count(source[from:to], []byte("\n"))
	return lang.Edit{Start: from, End: to, Text: strings.Repeat(" ", int(to-from)-newlines) + strings.Repeat("\n", newlines)}
}

// quoted returns the strings and comments of a tree, in order.
func quoted(t *syntax.Tree) [][2]uint32 {
	var ranges [][2]uint32
	for i := uint32(0); int(i) < len(t.Nodes); {
		n := &t.Nodes[i]
		switch t.Kind(i) {
		case "line_comment", "multiline_comment", "string_content", "character_literal":
			ranges = append(ranges, [2]uint32{n.Start, n.End})
			i = n.Next
			continue
		}
		i++
	}
	return ranges
}

func inside(ranges [][2]uint32, at uint32) bool {
	i, found := slices.BinarySearchFunc(ranges, at, func(r [2]uint32, at uint32) int { return int(r[0]) - int(at) })
	return found || i > 0 && at < ranges[i-1][1]
}
