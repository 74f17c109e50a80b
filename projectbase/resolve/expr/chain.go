// Package expr parses the texts of expressions and types that facts contain: chains such as
// "s.repo.find()[]", and types such as "Map<String, []Item>".
package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Segment is one name of a chain and the operations on it.
type Segment struct {
	Name   string
	Cast   bool // the name is the type of the value: a cast
	Text   bool // a string literal
	Called bool
	Index  int // number of index operations, after the call
}

// Chain splits an expression of names, members, calls and indices, such as
// "s.repo.find()[]", into segments. ok is false for any other expression.
func Chain(text string) (list []Segment, ok bool) {
	p := chainParser{text: text}
	p.prefix()
	if s, ok := p.cast(); ok {
		if list = append(list, s); p.at == len(text) {
			return list, true
		}
		if !p.separator() {
			return nil, false
		}
	}
	for {
		s := Segment{Name: p.name()}
		if s.Name == "" {
			if s.Text = len(list) == 0 && p.literal(); !s.Text {
				return nil, false
			}
		}
		p.suffixes(&s)
		list = append(list, s)
		if p.at == len(text) {
			return list, true
		}
		if !p.separator() {
			return nil, false
		}
	}
}

type chainParser struct {
	text string
	at   int
}

// prefix skips operators and words that do not change the members of the value: "&",
// "await", "new".
func (p *chainParser) prefix() {
	for p.at < len(p.text) {
		switch rest := p.text[p.at:]; {
		case strings.ContainsRune("&*( \\:", rune(rest[0])):
			p.at++
		case strings.HasPrefix(rest, "await "), strings.HasPrefix(rest, "typeof "):
			p.at += strings.IndexByte(rest, ' ')
		case strings.HasPrefix(rest, "new "):
			p.at += len("new ")
		default:
			return
		}
	}
}

// cast reads a type in angle brackets at the start of a chain: "<Repo>x".
func (p *chainParser) cast() (Segment, bool) {
	if !strings.HasPrefix(p.text[p.at:], "<") {
		return Segment{}, false
	}
	end := Closing(p.text, p.at)
	if end < p.at+3 {
		return Segment{}, false
	}
	s := Segment{Name: p.text[p.at+1 : end-1], Cast: true}
	p.at = end
	p.suffixes(&s)
	return s, true
}

// literal reads a string literal. A chain contains only its quotes.
func (p *chainParser) literal() bool {
	rest, ok := strings.CutPrefix(p.text[p.at:], `""`)
	if ok {
		p.at = len(p.text) - len(rest)
	}
	return ok
}

// name reads an identifier; it returns "" if there is none.
func (p *chainParser) name() string {
	start := p.at
	for p.at < len(p.text) {
		c, n := utf8.DecodeRuneInString(p.text[p.at:])
		if c != '_' && c != '$' && c != '@' && c != '#' && !unicode.IsLetter(c) && (p.at == start || !unicode.IsDigit(c)) {
			break
		}
		p.at += n
	}
	return p.text[start:p.at]
}

// suffixes reads calls and indices. It skips type arguments and the marks of optional and
// non-null values.
func (p *chainParser) suffixes(s *Segment) {
	for p.at < len(p.text) {
		switch c := p.text[p.at]; c {
		case '(', '[', '<':
			end := Closing(p.text, p.at)
			if end < 0 {
				return
			}
			p.at = end
			switch c {
			case '(':
				s.Called = true
			case '[':
				s.Index++
			}
		case '?':
			if strings.HasPrefix(p.text[p.at:], "?.") || strings.HasPrefix(p.text[p.at:], "?->") {
				return
			}
			p.at++
		case '!', ' ', ')', '*', '&':
			p.at++
		default:
			return
		}
	}
}

// separators stand between the names of a chain. Longer ones come first.
var separators = []string{"?->", "::<", "?.", "->", "::", "&.", "!!.", ".", `\`, ":"}

// separator reads a separator and reports whether there was one.
func (p *chainParser) separator() bool {
	for _, s := range separators {
		if strings.HasPrefix(p.text[p.at:], s) {
			if s == "::<" {
				end := Closing(p.text, p.at+2)
				if end < 0 {
					return false
				}
				p.at = end
				return p.turbofish()
			}
			p.at += len(s)
			for p.at < len(p.text) && p.text[p.at] == ' ' {
				p.at++
			}
			return true
		}
	}
	return false
}

// turbofish continues after type arguments between two names: "a::<T>::b".
func (p *chainParser) turbofish() bool {
	if strings.HasPrefix(p.text[p.at:], "::") {
		p.at += 2
	}
	return true
}
