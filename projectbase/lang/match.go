package lang

import (
	"bytes"
	"regexp"
	"sync"
)

// Lazily returns a pattern, compiled when it is first asked for: most processes
// read no file of most languages. It panics then if there is an error in it.
func Lazily(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(pattern) })
}

// Finder is a pattern together with what the lines have where it may match:
// looking at lines first is many times faster than the pattern.
type Finder struct {
	*regexp.Regexp
	May func(line []byte) bool // nil is every line
}

// Has returns whether a line holds one of texts.
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

// Matches returns the matches as regexp.Regexp.FindAllSubmatchIndex does. Where
// lines are looked at first, a match may begin or end one line beside them.
func (f Finder) Matches(source []byte) [][]int {
	if f.May == nil {
		return f.FindAllSubmatchIndex(source, -1)
	}
	var matches [][]int
	from, to := 0, 0 // of the lines that are to be gone through
	before := 0      // start of the line before the one at hand
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

// within appends the matches in a part of the source.
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

// lineLength returns how long the first line of a text is, its end included.
func lineLength(text []byte) int {
	if n := bytes.IndexByte(text, '\n'); n >= 0 {
		return n + 1
	}
	return len(text)
}
