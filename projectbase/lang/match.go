package lang

import (
	"bytes"
	"regexp"
	"sync"
)

// Lazily returns a pattern that is compiled on first use, because most
// processes read no file of most languages. An error in the pattern panics
// then.
func Lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// Finder is a pattern with a quick test for lines that may match. Testing
// lines first is many times faster than the pattern alone.
type Finder struct {
	*regexp.Regexp
	May func(line []byte) bool // nil allows every line
}

// Has returns a test for lines that contain one of texts.
func Has(texts ...string) func(line []byte) bool {
	parts := make([][]byte, len(texts))
	for i, t := range texts {
		parts[i] = []byte(t)
	}
	return func(line []byte) bool {
		for _, p := range parts {
			if bytes.Contains(line, p) {
				return true
			}
		}
		return false
	}
}

// Matches works like regexp.Regexp.FindAllSubmatchIndex. With May, a match may
// begin or end at most one line outside of the tested lines.
func (f Finder) Matches(source []byte) [][]int {
	if f.May == nil {
		return f.FindAllSubmatchIndex(source, -1)
	}
	var matches [][]int
	from, to := 0, 0 // range of lines to search
	before := 0      // start of the previous line
	at := 0
	for line := range bytes.Lines(source) {
		if f.May(line) {
			if before > to {
				matches = f.within(matches, source, from, to)
				from = before
			}
			to = at + len(line) + lineLength(source[at+len(line):])
		}
		before, at = at, at+len(line)
	}
	return f.within(matches, source, from, to)
}

// within appends the matches in source[from:to].
func (f Finder) within(matches [][]int, source []byte, from, to int) [][]int {
	for _, m := range f.FindAllSubmatchIndex(source[from:to], -1) {
		for i := range m {
			if m[i] >= 0 {
				m[i] += from
			}
		}
		matches = append(matches, m)
	}
	return matches
}

// lineLength returns the length of the first line of a text, with its end.
func lineLength(text []byte) int {
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return n + 1
	}
	return len(text)
}
