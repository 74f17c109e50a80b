package groovy

import (
	"bytes"
	"cmp"
	"regexp"
	"slices"
	"strings"
	"sync"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// unsupported are constructs that the grammar rejects, each with the
// replacement of its first group, padded with blanks. A method name that is a
// string becomes an identifier. The patterns are compiled on first use,
// because most processes need none.
var unsupported = sync.OnceValue(func() []piece {
	return []piece{
		{at: regexp.MustCompile(`(?m)^[ \t]*(@[A-Z][\w.]*(?:\([^()\n]*\))?)[ \t]*\r?\n(?:[ \t]*//[^\n]*\n)*[ \t]*@[A-Z]`), hide: true},
		{at: regexp.MustCompile(`(?m)^[ \t]*@[A-Z][\w.]*(\((?:[^()\n]|\([^()\n]*\))*\))[ \t]*\r?$`), hide: true},
		{at: regexp.MustCompile(`\b(?:protected|public|private)\s+(abstract)\s`)},
		{at: regexp.MustCompile(`\w([ \t]*,[ \t]*\?)[ \t]*[>,]`)},
		{at: regexp.MustCompile(`\w(<[ \t]*\?[^<>{}()\n]*>)`)},
		{at: regexp.MustCompile(`(?m)^[^\n"'/*]*\bclass\s+\w+(?:<[^{}()\n]*>)?(?:\s+extends\s+[\w.]+)?(?:<[^{}()\n]*>)?\s+(implements\s+[\w.<>,\s?]+?)\s*\{`)},
		{at: regexp.MustCompile(`\b(?:class|interface)\s+\w+(?:<[^{}()\n]*>)?\s+extends\s+[\w.]+(<[^{}()\n]*>)`)},
		{at: regexp.MustCompile(`\b(?:class|interface|trait)\s+\w+(<[^{}()\n]*>)`)},
		{at: regexp.MustCompile(`(?m)^[ \t]*(?:@\w+[ \t]+)*(?:(?:public|protected|private)[ \t]+)?()[A-Z]\w*[ \t]*\([^(){}]*\)[ \t]*(?:throws[^{}\n]*)?\{`), text: "def "},
		{at: regexp.MustCompile(`(?m)^[ \t]*(?:def|void)[ \t]+("(?:[^"\\\n]|\\.)+"|'(?:[^'\\\n]|\\.)+')[ \t]*\(`), title: true},
		{at: regexp.MustCompile(`\bfor[ \t]*\([ \t]*(?:final[ \t]+)?[\w.<>\[\], ?]+?[ \t]+\w+[ \t]*(:)`), text: " in "},
		{at: regexp.MustCompile(`\w(\.\.\.)[ \t]*\w+[ \t]*[,)]`)},
		{at: regexp.MustCompile(`(?m)^[ \t]*(?:(?:public|protected|private|static|final)[ \t]+)+(<[^(){}\n]*>)[ \t]*[\w.]+[\w.<>\[\], ?]*[ \t]+\w+[ \t]*\(`)},
		{at: regexp.MustCompile(`\bas\s+[\w.]+(<[\w.<>, ?]*>)`)},
		{at: regexp.MustCompile(`\w(::)\w`), text: ".&"},
	}
})

type piece struct {
	at    *regexp.Regexp
	text  string
	title bool
	hide  bool // omit from signatures
}

// fallbackEdits replaces unsupported constructs by older ones.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	for _, n := range unsupported() {
		for at := 0; at < len(t.Source); {
			m := n.at.FindSubmatchIndex(t.Source[at:])
			if m == nil {
				break
			}
			start, end := at+m[2], at+m[3]
			e := lang.Edit{Start: uint32(start), End: uint32(end), Text: padded(n.text, t.Source[start:end]), Hide: n.hide}
			if n.title {
				e.Text = " " + strings.Repeat("t", end-start-2) + " "
			}
			edits = append(edits, e)
			if at += m[1]; end > start {
				at = end // matches may share the text around the group
			}
		}
	}
	slices.SortStableFunc(edits, func(a, b lang.Edit) int { return cmp.Or(cmp.Compare(a.Start, b.Start), cmp.Compare(a.End, b.End)) })
	return slices.CompactFunc(edits, func(next, last lang.Edit) bool { return next.Start < last.End })
}

// padded returns text with the newlines of the replaced range, padded with
// blanks.
func padded(text string, old []byte) string {
	if bytes.IndexByte(old, '\n') < 0 {
		return text + strings.Repeat(" ", max(len(old)-len(text), 0))
	}
	out := bytes.Repeat([]byte{' '}, len(old))
	for i, c := range old {
		if c == '\n' {
			out[i] = c
		}
	}
	return text + string(out)
}
