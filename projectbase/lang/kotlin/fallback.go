package kotlin

import (
	"bytes"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// unsupported are constructs that the grammar rejects; the first group of each
// is masked. The patterns are compiled on first use, because most processes
// need none.
var unsupported = sync.OnceValue(func() []lang.Finder {
	return []lang.Finder{
		find(`\.\.(<)`, nil),
		find(`\b(actual)\s+va[lr]\b`, lang.Has("actual")),
		find(`[\w>](<[\w*?<>, .]*>)\??::`, lang.Has("::")),
		find(`[^\w.]((?:\w+\s*\.\s*)+)[A-Z]\w*\??\s*\.\s*\(`, lang.Has(".(", ". (")),
		find(`[\w>](\?)\s*\.\s*\(`, lang.Has(".(", ". (")),
		find(`\breturn\s+(\w+@)\s*\{`, lang.Has("@ {", "@{")),
		find(`[^$](\$\$+)[\w{]`, lang.Has("$$")),
	}
})

// find searches for a pattern in the lines that may match.
func find(pattern string, may func(line []byte) bool) lang.Finder {
	return lang.Finder{Regexp: regexp.MustCompile(pattern), May: may}
}

// bare matches an annotation class without a body. The grammar reads it as an
// expression, together with the next declaration, without an error.
var bare = regexp.MustCompile(`(?m)^(?:@\w+[ \t]+|(?:public|internal|private|expect|actual)[ \t]+)*annotation[ \t]+class[ \t]+\w+(?:\(\))?([ \t]*)\r?$`)

// funInterface matches "fun interface". The word fun becomes a modifier, as in
// "open interface".
var funInterface = sync.OnceValue(func() lang.Finder { return find(`\b(fun)\s+interface\b`, lang.Has("interface")) })

// ownLine matches a primary constructor on a line of its own, after the name
// and parameters of its class and a comment.
var ownLine = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`\bclass\s+\w+(?:<[^{}()]*>)?([ \t\r]*\n\s*(?:/\*(?:[^*]|\*+[^*/])*\*+/\s*|@\w+(?:\([^()\n]*\))?\s+|@\[[^\]\n]*\]\s+|(?:internal|private|public|protected|actual)\s+)*constructor\s*\()`)
})

// softWords are words that the grammar also reads as modifiers where they are
// names, see softName.
var softWords = []string{"annotation", "abstract", "external", "final", "inner", "internal", "lateinit", "open", "override", "private", "protected", "public", "sealed"}

var softName = sync.OnceValue(func() lang.Finder {
	return find(`[^\w.@](`+strings.Join(softWords, "|")+`)\s*(?:\.\w|->|=[^=]|[):,?])`, func(line []byte) bool {
		return slices.ContainsFunc(softWords, func(w string) bool {
			_, rest, ok := bytes.Cut(line, []byte(w))
			for ; ok; _, rest, ok = bytes.Cut(rest, []byte(w)) {
				if rest = bytes.TrimLeft(rest, " \t"); len(rest) > 0 && strings.IndexByte("\r\n.-=):,?", rest[0]) >= 0 {
					return true
				}
			}
			return false
		})
	})
})

// foreign matches a name with letters that the grammar may not accept, such as
// Chinese ones.
var foreign = sync.OnceValue(func() lang.Finder {
	return find(`([\pL\pN_]*[^\x00-\x7f\pZ\pP\pS\pC][\pL\pN_]*)`, func(line []byte) bool {
		return slices.ContainsFunc(line, func(c byte) bool { return c >= utf8.RuneSelf })
	})
})

// entry matches a line of a when that the grammar may join with the line
// before it.
var entry = sync.OnceValue(func() lang.Finder {
	return find(`(?m)^[ \t]*(else\s*->|(?:!?in\b|!|\(|-)[^\n]*->)`, lang.Has("->"))
})

// opened matches a parenthesis at the start of a line after a block. The
// grammar reads it as arguments of a call whose function is the block.
var opened = sync.OnceValue(func() lang.Finder {
	return find(`(?m)^[ \t]*\}[ \t\r]*\n\s*(\()`, func(line []byte) bool {
		line = bytes.TrimSpace(line)
		return len(line) == 0 || len(line) == 1 && line[0] == '}'
	})
})

// assigned matches an assignment to a member of a call's result, which the
// grammar reads as a comparison.
var assigned = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`[)}](?:\s*[!?]{0,2}\.\w+|\[[^\]\n]*\])+\s*([-+*/%]?=)(?:[^=]|$)`)
})

// ended inserts a semicolon before a line, if a statement can end there.
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

// raised moves a range of text to its first line, and keeps the newlines after
// it.
func raised(source []byte, from, to uint32) lang.Edit {
	text := bytes.Join(bytes.Fields(source[from:to]), []byte(" "))
	newlines := bytes.Count(source[from:to], []byte("\n"))
	return lang.Edit{Start: from, End: to, Text: " " + string(text) + strings.Repeat("\n", newlines)}
}

// fallbackEdits rewrites syntax that the grammar lacks.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	r := rewriter{source: t.Source, skips: quoted(t)}
	for _, f := range unsupported() {
		r.each(f.Matches(t.Source), func(from, to uint32) lang.Edit { return hidden(t.Source, from, to) })
	}
	masked := func(from, to uint32) lang.Edit {
		return lang.Edit{Start: from, End: to, Text: strings.Repeat("_", int(to-from))}
	}
	r.each(funInterface().Matches(t.Source), func(from, to uint32) lang.Edit { return lang.Edit{Start: from, End: to, Text: "open"} })
	r.each(softName().Matches(t.Source), masked)
	r.each(assigned().FindAllSubmatchIndex(t.Source, -1), func(from, to uint32) lang.Edit { return lang.Edit{Start: from, End: to, Text: "=="} })
	if bytes.Contains(t.Source, []byte("constructor")) {
		r.each(ownLine().FindAllSubmatchIndex(t.Source, -1), func(from, to uint32) lang.Edit { return raised(t.Source, from, to) })
	}
	r.ended(entry().Matches(t.Source))
	r.ended(opened().Matches(t.Source))
	r.each(foreign().Matches(t.Source), masked)
	return lang.InOrder(r.edits)
}

// rewriter makes edits of matches outside of strings and comments.
type rewriter struct {
	source []byte
	skips  [][2]uint32
	edits  []lang.Edit
}

// each makes an edit of the first group of each match.
func (r *rewriter) each(matches [][]int, edit func(from, to uint32) lang.Edit) {
	for _, m := range matches {
		if from, to := uint32(m[2]), uint32(m[3]); !inside(r.skips, from) {
			r.edits = append(r.edits, edit(from, to))
		}
	}
}

// ended ends the statements before the first groups of matches.
func (r *rewriter) ended(matches [][]int) {
	for _, m := range matches {
		if from := uint32(m[2]); !inside(r.skips, from) {
			if e, ok := ended(r.source, r.skips, from); ok {
				r.edits = append(r.edits, e)
			}
		}
	}
}

// hidden masks a range of text.
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
