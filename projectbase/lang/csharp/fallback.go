package csharp

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

// fallbackEdits replaces C# syntax that the grammar lacks by older syntax with
// the same declarations and references.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	s := scanner{source: t.Source, skips: quoted(t)}
	for s.next() {
		switch {
		case s.letter():
			s.word()
		case s.source[s.at] == '?':
			s.question()
		case len(s.closes) > 0 && s.closes[len(s.closes)-1] == s.at:
			s.edit(s.at, s.end, "}")
			s.closes = s.closes[:len(s.closes)-1]
		}
	}
	return s.edits
}

// quoted returns the outermost strings and comments of a tree.
func quoted(t *syntax.Tree) [][2]uint32 {
	var ranges [][2]uint32
	for i := uint32(0); int(i) < len(t.Nodes); {
		n := &t.Nodes[i]
		switch t.Kind(i) {
		case "comment", "string_literal", "verbatim_string_literal", "raw_string_literal", "character_literal",
			"interpolated_string_expression", "preproc_arg":
			ranges = append(ranges, [2]uint32{n.Start, n.End})
			i = n.Next
			continue
		}
		i++
	}
	return ranges
}

// scanner goes over the code of a file by words and punctuation marks.
type scanner struct {
	source []byte
	skips  [][2]uint32 // ranges without code from here on, in order
	at     uint32
	end    uint32 // end of the current word or mark
	prev   byte   // last byte of code before at, without white space
	edits  []lang.Edit
	closes []uint32 // where brackets opened as "new[]{" close, innermost last
}

// next moves to the next word or punctuation mark.
func (s *scanner) next() bool {
	if s.end > 0 {
		s.prev = s.source[s.end-1]
	}
	for s.at = s.end; int(s.at) < len(s.source); {
		if len(s.skips) > 0 && s.at >= s.skips[0][0] {
			if s.skips[0][1] > s.at {
				s.at, s.prev = s.skips[0][1], '"'
			}
			s.skips = s.skips[1:]
			continue
		}
		if blank(s.source[s.at]) {
			s.at++
			continue
		}
		for s.end = s.at + 1; wordByte(s.source[s.at]) && int(s.end) < len(s.source) && wordByte(s.source[s.end]); s.end++ {
		}
		return true
	}
	return false
}

func blank(c byte) bool { return c == ' ' || c == '\t' || c == '\r' || c == '\n' }

func wordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80
}

func (s *scanner) letter() bool {
	c := s.source[s.at]
	return wordByte(c) && (c < '0' || c > '9')
}

// edit replaces a range, unless an earlier edit covers it.
func (s *scanner) edit(start, end uint32, text string) {
	if n := len(s.edits); n == 0 || s.edits[n-1].End <= start {
		s.edits = append(s.edits, lang.Edit{Start: start, End: end, Text: text})
	}
}

// peek returns the first byte after an offset that is no white space, and its
// offset.
func (s *scanner) peek(at uint32) (byte, uint32) {
	for int(at) < len(s.source) && blank(s.source[at]) {
		at++
	}
	if int(at) >= len(s.source) {
		return 0, at
	}
	return s.source[at], at
}

// maxHead bounds a declaration's head, in bytes.
const maxHead = 2000

// headEnd returns the first of { ; = outside of brackets after an offset.
func (s *scanner) headEnd(at uint32) (byte, uint32) {
	depth := 0
	for limit := min(at+maxHead, uint32(len(s.source))); at < limit; at++ {
		switch c := s.source[at]; c {
		case '(', '[':
			depth++
		case ')', ']':
			if depth--; depth < 0 {
				return 0, at
			}
		case '{', ';', '=', '}':
			if depth == 0 {
				return c, at
			}
		}
	}
	return 0, at
}

// word rewrites names that the grammar reads as keywords, and declarations
// that begin with a word.
func (s *scanner) word() {
	for i := s.at; i < s.end; i++ {
		if s.source[i] >= 0x80 {
			s.foreign()
			return
		}
	}
	next, place := s.peek(s.end)
	switch string(s.source[s.at:s.end]) {
	case "async":
		if next != 0 && !wordByte(next) && next != '(' && next != '@' && !bytes.HasPrefix(s.source[place:], []byte("=>")) {
			s.edit(s.at, s.at+1, "_")
		}
	case "type", "property", "method", "field", "param", "typevar":
		if s.prev == '[' && next != ':' {
			s.edit(s.at, s.at+1, "_")
		}
	case "class", "interface", "struct":
		if (next == '@' || wordByte(next)) && !bytes.HasPrefix(s.source[place:], []byte("where ")) {
			if c, at := s.headEnd(place); c == ';' {
				s.edit(at, at+1, "{}")
			}
		}
	case "allows":
		if bytes.HasPrefix(s.source[place:], []byte("ref ")) && s.prev == ':' || s.prev == ',' && bytes.HasPrefix(s.source[place:], []byte("ref struct")) {
			s.edit(s.at, place+4, " ")
		}
	case "params":
		if s.prev == '(' || s.prev == ',' {
			s.edit(s.at, s.end, "     ")
		}
	}
}

// foreign replaces letters in names that the grammar does not accept as
// letters, such as Chinese ones.
func (s *scanner) foreign() {
	name := s.source[s.at:s.end]
	for i := 0; i < len(name); {
		c, size := utf8.DecodeRune(name[i:])
		if c == utf8.RuneError || c >= utf8.RuneSelf && !unicode.In(c, unicode.L, unicode.N, unicode.M, unicode.Pc, unicode.Cf) {
			return
		}
		i += size
	}
	s.edit(s.at, s.end, strings.Repeat("_", len(name)))
}

// question rewrites "c ? [a] : b", which the grammar reads as c?[a], and
// assignments to a?.b and a?[i], which lose the question mark.
func (s *scanner) question() {
	if int(s.end) >= len(s.source) {
		return
	}
	switch c := s.source[s.end]; {
	case c == '.' && int(s.end)+1 < len(s.source) && !(s.source[s.end+1] >= '0' && s.source[s.end+1] <= '9') && s.source[s.end+1] != '.':
		s.edit(s.at, s.end, " ")
	case c == '[' && s.at > 0 && !blank(s.source[s.at-1]):
		if next, _ := s.peek(s.end + 1); next != ']' && next != ',' {
			s.edit(s.at, s.end, " ")
		}
	case blank(c):
		if next, at := s.peek(s.end); next == '[' {
			s.collection(at)
		}
	}
}

// collection turns a collection expression into an array creation. Nested ones
// stay as they are.
func (s *scanner) collection(open uint32) {
	depth := 0
	for at := open; int(at) < len(s.source) && at < open+maxHead; at++ {
		switch s.source[at] {
		case '[':
			depth++
		case ']':
			if depth--; depth > 0 {
				continue
			}
			if next, _ := s.peek(at + 1); next == ':' {
				newlines := strings.Repeat("\n", bytes.Count(s.source[open:at+1], []byte("\n")))
				if s.source[open+1] == ']' || strings.TrimSpace(string(s.source[open+1:at])) == "" {
					s.edit(open, at+1, "0"+newlines)
				} else {
					s.edit(open, open+1, "new[]{")
					s.closes = append(s.closes, at)
				}
			}
			return
		case ';', '{', '}':
			return
		}
	}
}

// conditionalEdits handles conditional compilation first if the first error is
// at one of its lines, because other edits alone would rarely help.
func conditionalEdits(t *syntax.Tree) []lang.Edit {
	for i := range t.Nodes {
		if n := &t.Nodes[i]; n.Symbol == syntax.ErrorSymbol {
			if !atDirective(t.Source, n.Start, n.End) {
				return nil
			}
			return combine(withoutDirectives, fallbackEdits)(t)
		}
	}
	return nil
}

// atDirective reports whether a range, with one line around it, contains a
// line of conditional compilation.
func atDirective(source []byte, start, end uint32) bool {
	from := bytes.LastIndexByte(source[:start], '\n')
	from = bytes.LastIndexByte(source[:max(from, 0)], '\n') + 1
	to := int(end)
	for range 2 {
		if n := bytes.IndexByte(source[to:], '\n'); n >= 0 {
			to += n + 1
		} else {
			to = len(source)
		}
	}
	for line := range bytes.Lines(source[from:to]) {
		word := directive(line)
		if strings.HasPrefix(word, "if") || strings.HasPrefix(word, "el") || strings.HasPrefix(word, "endif") {
			return true
		}
	}
	return false
}

// withoutDirectives removes the lines of conditional compilation and keeps all
// branches, as for a switch with conditional sections.
func withoutDirectives(t *syntax.Tree) []lang.Edit { return directives(t, false) }

// firstBranch keeps the first branch of each condition.
func firstBranch(t *syntax.Tree) []lang.Edit { return directives(t, true) }

func directives(t *syntax.Tree, first bool) []lang.Edit {
	var edits []lang.Edit
	skips := quoted(t)
	var taken []bool // by open #if: whether its first branch has ended
	hidden := 0      // number of open #if with a masked branch
	from := uint32(0)
	at := uint32(0)
	for line := range bytes.Lines(t.Source) {
		start, end := at, at+uint32(len(line))
		at = end
		for len(skips) > 0 && skips[0][1] <= start {
			skips = skips[1:]
		}
		if conflict(line) {
			if hidden == 0 {
				edits = append(edits, blanked(t.Source, start, end))
			}
			continue
		}
		word := directive(line)
		if word == "" || len(skips) > 0 && skips[0][0] < start {
			continue
		}
		switch {
		case strings.HasPrefix(word, "if"):
			if hidden > 0 {
				hidden++
				continue
			}
			taken = append(taken, false)
		case strings.HasPrefix(word, "el"):
			if hidden > 0 || len(taken) == 0 {
				continue
			}
			if first {
				hidden, from = 1, start
				continue
			}
		case strings.HasPrefix(word, "endif"):
			if hidden > 1 {
				hidden--
				continue
			}
			if len(taken) > 0 {
				taken = taken[:len(taken)-1]
			}
			if hidden == 1 {
				hidden = 0
				edits = append(edits, blanked(t.Source, from, end))
				continue
			}
		default:
			continue
		}
		edits = append(edits, blanked(t.Source, start, end))
	}
	if hidden > 0 {
		edits = append(edits, blanked(t.Source, from, uint32(len(t.Source))))
	}
	return edits
}

// directive returns the name of a preprocessor directive, "" for other lines.
// begins with, "" for other lines.
func directive(line []byte) string {
	text, ok := bytes.CutPrefix(bytes.TrimLeft(line, " \t\xef\xbb\xbf"), []byte("#"))
	if !ok {
		return ""
	}
	return string(bytes.TrimLeft(text, " \t"))
}

// conflict reports whether a line is a conflict marker of Git.
func conflict(line []byte) bool {
	line = bytes.TrimRight(line, "\r\n")
	return bytes.HasPrefix(line, []byte("<<<<<<< ")) || bytes.HasPrefix(line, []byte(">>>>>>> ")) ||
		bytes.HasPrefix(line, []byte("||||||| ")) || string(line) == "======="
}

// blanked masks whole lines.
func blanked(source []byte, start, end uint32) lang.Edit {
	return lang.Edit{Start: start, End: end, Text: " " + strings.Repeat("\n", bytes.Count(source[start:end], []byte("\n"))), Hide: true}
}

// combine joins two lists of edits. Where they overlap, the first list wins.
func combine(first, second func(*syntax.Tree) []lang.Edit) func(*syntax.Tree) []lang.Edit {
	return func(t *syntax.Tree) []lang.Edit {
		a, b := first(t), second(t)
		if len(a) == 0 {
			return nil // the second list alone is tried anyway
		}
		var edits []lang.Edit
		end := uint32(0)
		for len(a)+len(b) > 0 {
			var e lang.Edit
			if len(b) == 0 || len(a) > 0 && a[0].Start < b[0].End {
				e, a = a[0], a[1:]
				for len(b) > 0 && b[0].Start < e.End {
					b = b[1:]
				}
			} else {
				e, b = b[0], b[1:]
			}
			if e.Start >= end {
				edits = append(edits, e)
				end = e.End
			}
		}
		return edits
	}
}
