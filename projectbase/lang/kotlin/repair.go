package kotlin

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// newer are pieces of text that the grammar fails on; the first group of each is
// what it is not shown.
// They are compiled when the first file needs them: most processes read none.
var newer = sync.OnceValue(func() []*regexp.Regexp {
	return []*regexp.Regexp{
		regexp.MustCompile(`\.\.(<)`),
		regexp.MustCompile(`\b(actual)\s+va[lr]\b`),
		regexp.MustCompile(`[\w>](<[\w*?<>, .]*>)\??::`),
		regexp.MustCompile(`[^\w.]((?:\w+\s*\.\s*)+)[A-Z]\w*\??\s*\.\s*\(`),
		regexp.MustCompile(`[\w>](\?)\s*\.\s*\(`),
		regexp.MustCompile(`\breturn\s+(\w+@)\s*\{`),
		regexp.MustCompile(`[^$](\$\$+)[\w{]`),
	}
})

// bare is an annotation class without a body, which the grammar takes for an
// expression, together with the declaration after it and without an error.
var bare = regexp.MustCompile(`(?m)^(?:@\w+[ \t]+|(?:public|internal|private|expect|actual)[ \t]+)*annotation[ \t]+class[ \t]+\w+(?:\(\))?([ \t]*)\r?$`)

// funInterface is read as an open interface: its fun is a modifier.
var funInterface = regexp.MustCompile(`\bfun\s+interface\b`)

// ownLine is a primary constructor that begins on a line of its own, behind the
// name and parameters of its class and what documents it.
var ownLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\bclass\s+\w+(?:<[^{}()]*>)?([ \t\r]*\n\s*(?:/\*(?:[^*]|\*+[^*/])*\*+/\s*|@\w+(?:\([^()\n]*\))?\s+|@\[[^\]\n]*\]\s+|(?:internal|private|public|protected|actual)\s+)*constructor\s*\()`)
})

// softName names something by a word that the grammar takes for a modifier.
var softName = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[^\w.@](annotation|abstract|external|final|inner|internal|lateinit|open|override|private|protected|public|sealed)\s*(?:\.\w|->|=[^=]|[):,?])`)
})

// foreign is a name with letters that the grammar may not take for such, as
// those of Chinese.
var foreign = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`[\pL\pN_]*[^\x00-\x7f\pZ\pP\pS\pC][\pL\pN_]*`) })

// entry is a line of a when that the grammar may take for more of the line
// before it.
var entry = regexp.MustCompile(`(?m)^[ \t]*(else\s*->|(?:!?in\b|!|\(|-)[^\n]*->)`)

// opened is a parenthesis that begins a line behind one that ends a block: the
// grammar takes it for arguments of a function that the block is the body of.
var opened = regexp.MustCompile(`(?m)^[ \t]*\}[ \t\r]*\n\s*(\()`)

// assigned gives a value to a member of what a call returns, which the grammar reads
// only as a comparison.
var assigned = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[)}](?:\s*[!?]{0,2}\.\w+|\[[^\]\n]*\])+\s*([-+*/%]?=)(?:[^=]|$)`)
})

// ended ends the statement before a line with a semicolon, if one can end there.
func ended(source []byte, skips [][2]uint32, line uint32) (lang.Edit, bool) {
	at := line
	for {
		at = uint32(len(bytes.TrimRight(source[:at], " \t\r\n")))
		if at == 0 {
			return lang.Edit{}, false
		}
		i, found := slices.BinarySearchFunc(skips, at-1, func(r [2]uint32, at uint32) int { return int(r[0]) - int(at) })
		if !found {
			i--
		}
		if i < 0 || at-1 >= skips[i][1] || source[skips[i][0]] != '/' {
			break
		}
		at = skips[i][0]
	}
	if c := source[at-1]; c != ')' && c != '}' && c != ']' && c != '"' && c != '\'' && c != '_' && !(c >= '0' && c <= '9') && !(c|0x20 >= 'a' && c|0x20 <= 'z') {
		return lang.Edit{}, false
	}
	return lang.Edit{Start: at, End: at, Text: ";"}, true
}

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
	for _, pattern := range newer() {
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
	for _, m := range softName().FindAllSubmatchIndex(t.Source, -1) {
		if from, to := uint32(m[2]), uint32(m[3]); !inside(skips, from) {
			edits = append(edits, lang.Edit{Start: from, End: to, Text: strings.Repeat("_", int(to-from))})
		}
	}
	for _, m := range assigned().FindAllSubmatchIndex(t.Source, -1) {
		if from, to := uint32(m[2]), uint32(m[3]); !inside(skips, from) {
			edits = append(edits, lang.Edit{Start: from, End: to, Text: "=="})
		}
	}
	for _, m := range ownLine().FindAllSubmatchIndex(t.Source, -1) {
		if from, to := uint32(m[2]), uint32(m[3]); !inside(skips, from) {
			edits = append(edits, raised(t.Source, from, to))
		}
	}
	for _, pattern := range []*regexp.Regexp{entry, opened} {
		for _, m := range pattern.FindAllSubmatchIndex(t.Source, -1) {
			if from := uint32(m[2]); !inside(skips, from) {
				if e, ok := ended(t.Source, skips, from); ok {
					edits = append(edits, e)
				}
			}
		}
	}
	for _, m := range foreign().FindAllIndex(t.Source, -1) {
		if from, to := uint32(m[0]), uint32(m[1]); !inside(skips, from) {
			edits = append(edits, lang.Edit{Start: from, End: to, Text: strings.Repeat("_", int(to-from))})
		}
	}
	return lang.InOrder(edits)
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
