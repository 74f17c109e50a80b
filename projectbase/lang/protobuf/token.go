package protobuf

import (
	"bytes"

	"codegraph/projectbase/lang"
)

// next returns the next token and its start, nil at the end: a word, a number,
// a string with its quotes, or one other byte. It skips comments.
func (p *preprocessor) next() ([]byte, int) {
	p.blanks()
	if p.at >= len(p.source) {
		return nil, p.at
	}
	from := p.at
	switch c := p.source[from]; {
	case letter(c) || digit(c):
		for p.at < len(p.source) && (letter(p.source[p.at]) || digit(p.source[p.at])) {
			p.at++
		}
	case c == '"' || c == '\'':
		p.at = from + stringLength(p.source[from:])
	default:
		p.at++
	}
	return p.source[from:p.at], from
}

// peek returns the next token without consuming it.
func (p *preprocessor) peek() []byte {
	at := p.at
	token, _ := p.next()
	p.at = at
	return token
}

// blanks skips white space and comments.
func (p *preprocessor) blanks() {
	for p.at < len(p.source) {
		rest := p.source[p.at:]
		switch {
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r':
			p.at++
		case bytes.HasPrefix(rest, []byte("//")):
			p.at += until(rest, "\n")
		case bytes.HasPrefix(rest, []byte("/*")):
			p.at += until(rest, "*/")
		default:
			return
		}
	}
}

// until returns the length of text with the first mark in it, or all of it.
func until(text []byte, mark string) int {
	if i := bytes.Index(text, []byte(mark)); i >= 0 {
		return i + len(mark)
	}
	return len(text)
}

// stringLength returns the length of the string at the start of text, which
// ends on its line at the latest.
func stringLength(text []byte) int {
	for i := 1; i < len(text); i++ {
		switch text[i] {
		case text[0]:
			return i + 1
		case '\\':
			i++
		case '\n':
			return i
		}
	}
	return len(text)
}

// edit replaces a range.
func (p *preprocessor) edit(from, to int, text string) {
	p.edits = append(p.edits, lang.Edit{Start: uint32(from), End: uint32(to), Text: text})
}

// blank masks a range.
func (p *preprocessor) blank(from, to int) {
	if from >= to {
		return
	}
	text := bytes.Repeat([]byte{' '}, to-from)
	for i, c := range p.source[from:to] {
		if c == '\n' {
			text[i] = c
		}
	}
	p.edit(from, to, string(text))
}

func quoted(token []byte) bool { return token[0] == '"' || token[0] == '\'' }

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }

func digit(c byte) bool { return c >= '0' && c <= '9' }
