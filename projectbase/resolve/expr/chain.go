package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// segment is one name of a chain, and what is done with it.
type Segment struct {
	Name   string
	Cast   bool // it is the type of what stands here
	Text   bool // it is a string literal
	Called bool
	Index  int // how often it is indexed, after the call
}

// chain takes apart an expression of names, members, calls and indices, such as
// "s.repo.find()[]". ok is false for what holds anything else.
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

// prefix passes over what does not change of what type the value is, as far as
// its members go.
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

// cast reads the type in angle brackets that a chain may begin with.
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

// literal reads a string, of which a chain keeps the quotes alone.
func (p *chainParser) literal() bool {
	rest, ok := strings.CutPrefix(p.text[p.at:], `""`)
	if ok {
		p.at = len(p.text) - len(rest)
	}
	return ok
}

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

// suffixes reads calls, indices and what has no meaning here: type arguments,
// marks of optional and present values.
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

// separators are what is between the names of a chain, the longer ones first.
var separators = []string{"?->", "::<", "?.", "->", "::", "&.", "!!.", ".", `\`, ":"}

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

// turbofish goes on after type arguments that stand between two names.
func (p *chainParser) turbofish() bool {
	if strings.HasPrefix(p.text[p.at:], "::") {
		p.at += 2
	}
	return true
}
