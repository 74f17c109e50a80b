package protobuf

import (
	"bytes"

	"codegraph/projectbase/lang"
)

// preprocessor reads statements and rewrites syntax that the grammar lacks.
type preprocessor struct {
	source []byte
	at     int
	edits  []lang.Edit
	blocks []byte // open blocks: 'e' for an enum, 'm' for others
	syntax bool   // the file declares its syntax
}

// preprocess turns proto2 and editions into proto3, for the grammar only.
func preprocess(source []byte) []lang.Edit {
	p := preprocessor{source: source}
	for {
		word, from := p.next()
		if word == nil {
			break
		}
		p.statement(word, from)
	}
	if !p.syntax {
		p.edits = append([]lang.Edit{{Text: `syntax = "proto3";`}}, p.edits...)
	}
	return p.edits
}

// statement reads a statement from its first token on.
func (p *preprocessor) statement(word []byte, from int) {
	block := byte('m')
	switch string(word) {
	case ";":
		return
	case "}":
		if len(p.blocks) > 0 {
			p.blocks = p.blocks[:len(p.blocks)-1]
		}
		return
	case "{":
		p.blocks = append(p.blocks, block)
		return
	case "syntax", "edition":
		p.version(from)
		return
	case "import":
		if next, at := p.next(); string(next) == "option" {
			p.blank(at, p.at)
		} else {
			p.at = at
		}
	case "export", "local":
		if next := p.peek(); string(next) == "message" || string(next) == "enum" || string(next) == "service" {
			p.blank(from, p.at)
			return
		}
	case "option":
		p.skip()
		return
	case "reserved", "extensions":
		p.reserve(word, from)
		return
	case "extend":
		p.extend(from)
		return
	case "optional", "repeated", "required", "group":
		if p.labelled(word, from) {
			return
		}
	case "enum":
		block = 'e'
	}
	p.rest(block)
}

// version replaces the declared syntax by proto3.
func (p *preprocessor) version(from int) {
	if len(p.blocks) > 0 || string(p.peek()) != "=" {
		p.rest('m')
		return
	}
	p.next()
	value, _ := p.next()
	if value == nil {
		return
	}
	p.syntax = true
	if text := p.source[from:p.at]; !bytes.HasPrefix(text, []byte("syntax")) || string(value) != `"proto3"` {
		if bytes.IndexByte(text, '\n') < 0 {
			p.edit(from, p.at, `syntax = "proto3"`)
		}
	}
}

// reserve masks the parts of reserved and extension ranges that the grammar
// lacks.
func (p *preprocessor) reserve(word []byte, from int) {
	next := p.peek()
	if next == nil || next[0] == '=' || next[0] == '.' || string(word) == "extensions" && !digit(next[0]) {
		p.rest('m') // a field, a value, or a type
		return
	}
	inEnum := len(p.blocks) > 0 && p.blocks[len(p.blocks)-1] == 'e'
	if string(word) == "extensions" || inEnum {
		edits := len(p.edits)
		p.skip()
		p.edits = p.edits[:edits]
		p.blank(from, p.at-1)
		return
	}
	for token, at := p.next(); token != nil && token[0] != ';' && token[0] != '}'; token, at = p.next() {
		if quoted(token) && len(token) > 1 {
			p.blank(at, at+1)
			p.blank(p.at-1, p.at)
		}
	}
}

// extend turns a block of extensions into a message.
func (p *preprocessor) extend(from int) {
	next := p.peek()
	if next == nil || next[0] == '=' {
		p.rest('m')
		return
	}
	end := p.at
	var dots []int
	for token, at := p.next(); token != nil && token[0] != '{'; token, at = p.next() {
		switch {
		case token[0] == '.':
			dots = append(dots, at)
		case token[0] == ';' || token[0] == '}':
			return
		}
	}
	p.edit(from, end, "message")
	for _, at := range dots {
		p.edit(at, at+1, "_")
	}
	p.blocks = append(p.blocks, 'm')
}

// labelled reads a field from its label on. A group becomes a message, and
// required becomes repeated.
func (p *preprocessor) labelled(word []byte, from int) bool {
	label := p.at
	group, at := word, from
	if string(word) != "group" {
		if next := p.peek(); next != nil && next[0] == '=' {
			return false
		}
		group, at = p.next()
		if string(group) != "group" {
			p.at = at
			if string(word) == "required" {
				p.edit(from, label, "repeated")
			}
			return false
		}
	}
	end := p.at
	name, _ := p.next()
	if name == nil || !letter(name[0]) {
		return false
	}
	if at != from {
		p.blank(from, label)
	}
	p.edit(at, end, "message")
	number := p.at
	for token, at := p.next(); token != nil; token, at = p.next() {
		if token[0] == ';' || token[0] == '}' {
			return true
		}
		if token[0] == '{' {
			p.blank(number, at)
			p.blocks = append(p.blocks, 'm')
			return true
		}
	}
	return true
}

// rest reads a statement to its end, or into its block.
func (p *preprocessor) rest(block byte) {
	brackets, braces := 0, 0
	var last []byte
	for token, at := p.next(); token != nil; token, at = p.next() {
		switch token[0] {
		case '[':
			brackets++
		case ']':
			brackets--
		case ';':
			return
		case '{':
			if brackets <= 0 {
				p.blocks = append(p.blocks, block)
				return
			}
			braces++
		case '}':
			if brackets <= 0 {
				p.at = at
				return
			}
			braces--
		}
		if braces > 0 {
			p.joined(last, token, at, " o:")
		} else {
			p.joined(last, token, at, ", o=")
		}
		last = token
	}
}

// skip reads a statement whose values may contain braces.
func (p *preprocessor) skip() {
	depth := 0
	var last []byte
	for token, at := p.next(); token != nil; token, at = p.next() {
		switch token[0] {
		case '{':
			depth++
		case '}':
			if depth--; depth < 0 {
				p.at = at
				return
			}
		case ';':
			if depth == 0 {
				return
			}
		}
		if depth > 0 {
			p.joined(last, token, at, " o:")
		} else {
			p.joined(last, token, at, "; option o=")
		}
		last = token
	}
}

// joined turns the second of two adjacent strings into an option value of its
// own, after inserted text.
func (p *preprocessor) joined(last, token []byte, at int, between string) {
	if last != nil && quoted(last) && quoted(token) {
		p.edit(at, at, between)
	}
}
