package typescript

import (
	"bytes"
	"regexp"
	"slices"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// What the grammar of 2024 cannot read, found by its text. A match in a comment
// or a string does no harm: the tree shows them whole.
var (
	variance     = regexp.MustCompile(`[<,]\s*(?:const\s+)?((?:in[ \t]+out|in|out)[ \t]+)[\p{L}_$]`)
	typeReexport = regexp.MustCompile(`\bexport[ \t]+(type[ \t]*)\*`)
	typeImport   = regexp.MustCompile(`\bimport\(\s*(?:"[^"\n]*"|'[^'\n]*')\s*\)(?:\.[\w$]+)+(<)`)
	// A call signature with type parameters on a line of its own, after a member
	// that no semicolon ends.
	callSignature = regexp.MustCompile(`(?m)[:}>\])].*[\w$>}\])](?:[ \t]*//.*)?\r?\n(?:[ \t]*(?:$|//.*\n|/\*.*\n|\*.*\n)|\r?\n)*[ \t]*()<(?:const )?[\w$]`)
)

// maxArguments bounds the type arguments that are looked through, in bytes.
const maxArguments = 1 << 14

// modern leaves out variance annotations, the word type in "export type *", and
// the arguments of imported types.
func modern(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	for _, pattern := range []*regexp.Regexp{variance, typeReexport} {
		for _, m := range pattern.FindAllSubmatchIndex(t.Source, -1) {
			edits = append(edits, lang.Edit{Start: uint32(m[2]), End: uint32(m[3])})
		}
	}
	for _, m := range typeImport.FindAllSubmatchIndex(t.Source, -1) {
		if end := argumentsEnd(t.Source, m[2]); end > 0 {
			edits = append(edits, lang.Edit{Start: uint32(m[2]), End: uint32(end), Text: blanks(t.Source[m[2]:end])})
		}
	}
	slices.SortFunc(edits, func(a, b lang.Edit) int { return int(a.Start) - int(b.Start) })
	end := uint32(0)
	return slices.DeleteFunc(edits, func(e lang.Edit) bool {
		inside := e.Start < end
		end = max(end, e.End)
		return inside
	})
}

// separated ends members before call signatures as well.
func separated(t *syntax.Tree) []lang.Edit {
	matches := callSignature.FindAllSubmatchIndex(t.Source, -1)
	if len(matches) == 0 {
		return nil
	}
	edits := modern(t)
	for _, m := range matches {
		at := uint32(m[2])
		i, _ := slices.BinarySearchFunc(edits, at, func(e lang.Edit, at uint32) int { return int(e.Start) - int(at) })
		if i > 0 && edits[i-1].End > at {
			continue
		}
		edits = slices.Insert(edits, i, lang.Edit{Start: at, End: at, Text: ";"})
	}
	return edits
}

// blanks returns the line breaks of text.
func blanks(text []byte) string {
	n := bytes.Count(text, []byte("\n"))
	return string(bytes.Repeat([]byte("\n"), n))
}

// argumentsEnd returns the offset after the > that closes the < at open, 0 if
// none does.
func argumentsEnd(text []byte, open int) int {
	depth := 0
	for i := open; i < len(text) && i < open+maxArguments; i++ {
		switch text[i] {
		case '<', '(', '[', '{':
			depth++
		case '>', ')', ']', '}':
			if text[i] == '>' && text[i-1] == '=' {
				continue
			}
			if depth--; depth == 0 {
				return i + 1
			}
		case '"', '\'', '`':
			end := bytes.IndexByte(text[i+1:min(len(text), i+maxArguments)], text[i])
			if end < 0 {
				return 0
			}
			i += end + 1
		}
	}
	return 0
}
