package bash

import (
	"bytes"
	"regexp"
	"strings"
	"sync"

	"codegraph/projectbase/lang"
)

var (
	// batsTest is a Bats test up to its body. The grammar reads it as a
	// command.
	batsTest = regexp.MustCompile(`^[ \t]*(@test)[ \t]+("[^"\n]+"|'[^'\n]+'|[\w-]+)[ \t]*\{`)
	// assignments is a line of several assignments and nothing else.
	assignments = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`^[ \t]*(?:\w+(?:\[[^]\n]*\])?\+?=(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)|[^\s;&|()<>#"'\\]*)[ \t]+)+\w+(?:\[[^]\n]*\])?\+?=(?:"[^"\n]*"|'[^'\n]*'|\([^()\n]*\)|[^\s;&|()<>#"'\\]*)[ \t]*\r?\n$`)
	})
)

// maxLine bounds the length of searched lines, in bytes.
const maxLine = 2000

// preprocess turns Bats tests into functions. It also ends lines with several
// assignments, which the grammar joins with the next command, and replaces
// characters that crash the scanner in ranges such as {1..9}.
func preprocess(source []byte) []lang.Edit {
	var edits []lang.Edit
	at := 0
	for line := range bytes.Lines(source) {
		start := at
		at += len(line)
		if len(line) > maxLine {
			continue
		}
		text := bytes.TrimLeft(line, " \t")
		switch {
		case bytes.HasPrefix(text, batsMark):
			if m := batsTest.FindSubmatchIndex(line); m != nil {
				edits = append(edits, lang.Edit{Start: uint32(start + m[2]), End: uint32(start + m[3]), Text: "function"},
					lang.Edit{Start: uint32(start + m[4]), End: uint32(start + m[5]), Text: strings.Repeat("t", m[5]-m[4])})
			}
		case assigns(text) && bytes.Count(text, []byte("=")) > 1 && assignments().Match(line):
			end := start + len(bytes.TrimRight(line, " \t\r\n"))
			edits = append(edits, lang.Edit{Start: uint32(end), End: uint32(end), Text: ";"})
		}
	}
	return lang.InOrder(append(edits, lang.WithinTables(source, "{.0123456789")...))
}

// assigns reports whether a line begins with an assignment.
func assigns(line []byte) bool {
	for i, c := range line {
		switch {
		case c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9':
		case c == '=' || c == '+' || c == '[':
			return i > 0
		default:
			return false
		}
	}
	return false
}
