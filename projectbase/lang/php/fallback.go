package php

import (
	"strings"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/syntax"
)

var (
	// enumHead matches the head of an enum up to its body.
	enumHead = lang.Lazily(`(?i)\b(enum)\s+[a-z_\x80-\xff][\w\x80-\xff]*\s*(:\s*\w+)?(?:\s*implements\s[^{};()]*)?\s*\{`)
	// caseHead matches a case with the text after its name.
	caseHead = lang.Lazily(`(?i)^(case)\s+[a-z_\x80-\xff][\w\x80-\xff]*\s*(;)?`)
)

// hooked matches a property up to its list of accessors.
var hooked = lang.Lazily(`\$\w+(?:\s*=\s*[^;{}()]*)?\s*(\{)\s*(?:#\[[^\]]*\]\s*)*(?:final\s+)?&?\s*(?:get|set)\s*(?:\(|=>|\{|;)`)

// setter matches the visibility of a property's setter.
var setter = lang.Lazily(`\b(?:public|protected|private)\(set\)`)

// fallbackEdits rewrites syntax that the grammar lacks: enums with constants,
// and properties with accessors. It also masks data after the code.
func fallbackEdits(t *syntax.Tree) []lang.Edit {
	edits := enums(t)
	s, plain := t.Source, literals(t)
	read := 0 // accessors are not nested
	for _, m := range hooked().FindAllSubmatchIndex(s, -1) {
		if m[2] < read {
			continue
		}
		end := closing(s, m[2], plain)
		if end == 0 {
			read = m[2] + maxHooks
			continue
		}
		read = end
		mark := ";"
		if rest := strings.TrimLeft(string(s[end:min(len(s), end+maxCase)]), " \t\r\n"); strings.HasPrefix(rest, ",") || strings.HasPrefix(rest, ")") {
			mark = " "
		}
		edits = append(edits, lang.Edit{Start: uint32(m[2]), End: uint32(end), Text: mark + strings.Repeat("\n", strings.Count(string(s[m[2]:end]), "\n")), Hide: true})
	}
	for _, m := range setter().FindAllIndex(s, -1) {
		edits = append(edits, lang.Edit{Start: uint32(m[0]), End: uint32(m[1]), Text: "public" + strings.Repeat(" ", m[1]-m[0]-len("public"))})
	}
	return lang.InOrder(append(edits, halted(s, literals(t))...))
}

// closing returns the offset after the brace that closes the one at an offset,
// 0 if there is none within the limit.
func closing(s []byte, open int, plain func(uint32) bool) int {
	depth := 0
	for at := open; at < min(len(s), open+maxHooks); at++ {
		if c := s[at]; c != '{' && c != '}' || !plain(uint32(at)) {
			continue
		} else if c == '{' {
			depth++
		} else if depth--; depth == 0 {
			return at + 1
		}
	}
	return 0
}

// maxHooks bounds the accessors of a property, in bytes.
const maxHooks = 20000

// enums turns enums into classes, and their cases into constants.
func enums(t *syntax.Tree) []lang.Edit {
	var edits []lang.Edit
	s := t.Source
	plain := literals(t)
	read := 0 // enums are not nested
	edit := func(from, to int, text string) {
		if n := len(edits); n == 0 || int(edits[n-1].End) <= from {
			edits = append(edits, lang.Edit{Start: uint32(from), End: uint32(to), Text: text})
		}
	}
	for _, m := range enumHead().FindAllSubmatchIndex(s, -1) {
		if m[2] < read || !plain(uint32(m[2])) {
			continue
		}
		edit(m[2], m[3], "class")
		if m[4] >= 0 {
			edit(m[4], m[5], strings.Repeat("\n", strings.Count(string(s[m[4]:m[5]]), "\n"))+" ")
		}
		depth := 1
		for at := m[1]; at < len(s) && depth > 0; at++ {
			read = at
			switch c := s[at]; {
			case !plain(uint32(at)):
			case c == '{':
				depth++
			case c == '}':
				depth--
			case depth == 1 && (c == 'c' || c == 'C') && !wordByte(s[at-1]):
				head := caseHead().FindSubmatchIndex(s[at:min(len(s), at+maxCase)])
				if head == nil {
					continue
				}
				edit(at, at+head[3], "const")
				if head[4] >= 0 {
					edit(at+head[4], at+head[5], "=0;")
				}
				at += head[3]
			}
		}
	}
	return edits
}

// maxCase bounds the head of a case, in bytes.
const maxCase = 300

func wordByte(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c >= 0x80 || c == '$' || c == '>' || c == ':'
}

// literals returns a function that reports whether an offset is outside of
// strings, comments and raw text. Offsets must come in order, except for steps
// back into code.
func literals(t *syntax.Tree) func(uint32) bool {
	var ranges [][2]uint32
	for i := uint32(0); int(i) < len(t.Nodes); {
		n := &t.Nodes[i]
		switch t.Kind(i) {
		case "comment", "string", "encapsed_string", "heredoc", "nowdoc", "shell_command_expression", "text":
			ranges = append(ranges, [2]uint32{n.Start, n.End})
			i = n.Next
			continue
		}
		i++
	}
	next := 0
	return func(at uint32) bool {
		for next > 0 && ranges[next-1][1] > at {
			next--
		}
		for next < len(ranges) && ranges[next][1] <= at {
			next++
		}
		return next == len(ranges) || at < ranges[next][0]
	}
}
