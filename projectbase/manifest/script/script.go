// Package script splits build files that are programs (Gradle, Ruby, Swift)
// into tokens. It does not execute them.
package script

import (
	"fmt"
	"strings"

	"codegraph/projectbase"
)

// Token is one token of a script.
type Token struct {
	Text string
	Kind tokenKind
	Line int
}

type tokenKind uint8

const (
	Word    tokenKind = iota // name or number
	Literal                  // text of a string, without quotes; escapes are not decoded
	Punct                    // one character
	Newline
)

// Is reports whether the token is a word or punctuation of this text.
func (t Token) Is(text string) bool { return t.Kind != Literal && t.Text == text }

// dialect describes the comments and strings of a language.
type dialect struct {
	hash  bool // # begins a comment; else // and /* do
	ruby  bool // =begin, __END__ and %q<text>
	words string
}

var (
	Gradle = dialect{words: "_$"}
	Swift  = dialect{words: "_"}
	Ruby   = dialect{hash: true, ruby: true, words: "_?!@$"}
)

type scanner struct {
	dialect
	s     string
	i     int
	line  int
	start bool // at the beginning of a line
	out   []Token
}

// maxTokens bounds the memory of a scan. Typical build files have some
// thousands of tokens.
const maxTokens = 200_000

// Scan splits a program into tokens. An unclosed quote ends at the end of its
// line. The error wraps projectbase.ErrLimit if there are too many tokens.
func (d dialect) Scan(data []byte) ([]Token, error) {
	c := scanner{dialect: d, s: string(data), line: 1, start: true}
	for c.i < len(c.s) {
		if c.ruby && c.start && c.skipRubyBlock() {
			continue
		}
		if len(c.out) == maxTokens {
			return nil, fmt.Errorf("line %d: more than %d tokens: %w", c.line, maxTokens, projectbase.ErrLimit)
		}
		c.start = false
		c.next()
	}
	c.emit("\n", Newline)
	return c.out, nil
}

func (c *scanner) emit(text string, kind tokenKind) {
	c.out = append(c.out, Token{text, kind, c.line})
}

func (c *scanner) next() {
	ch := c.s[c.i]
	rest := c.s[c.i:]
	switch {
	case ch == '\n':
		c.emit("\n", Newline)
		c.i, c.line, c.start = c.i+1, c.line+1, true
	case ch == ' ' || ch == '\t' || ch == '\r':
		c.i++
	case c.hash && ch == '#' || !c.hash && strings.HasPrefix(rest, "//"):
		c.i += LineLength(rest)
	case !c.hash && strings.HasPrefix(rest, "/*"):
		c.skip(End(rest, 2, "*/"))
	case strings.HasPrefix(rest, `"""`) || strings.HasPrefix(rest, `'''`):
		n := End(rest, 3, rest[:3])
		text := strings.TrimSuffix(rest[3:max(n, 3)], rest[:3])
		c.emit(text, Literal)
		c.skip(n)
	case ch == '"' || ch == '\'':
		c.quoted(rest)
	case c.ruby && strings.HasPrefix(rest, "%q") && len(rest) > 3 && strings.IndexByte("<([{", rest[2]) >= 0:
		n := End(rest, 3, string(">)]}"[strings.IndexByte("<([{", rest[2])]))
		c.emit(strings.TrimRight(rest[3:n], ">)]}"), Literal)
		c.skip(n)
	case c.isWord(ch):
		n := 1
		for n < len(rest) && c.isWord(rest[n]) {
			n++
		}
		c.emit(rest[:n], Word)
		c.i += n
	default:
		c.emit(rest[:1], Punct)
		c.i++
	}
}

// skip advances by n bytes and counts their line ends.
func (c *scanner) skip(n int) {
	c.line += strings.Count(c.s[c.i:c.i+n], "\n")
	c.i += n
}

// quoted reads a string of one line.
func (c *scanner) quoted(rest string) {
	n := 1
	for n < len(rest) && rest[n] != rest[0] && rest[n] != '\n' {
		if rest[n] == '\\' && n+1 < len(rest) && rest[n+1] != '\n' {
			n++
		}
		n++
	}
	n = min(n, len(rest))
	c.emit(rest[1:n], Literal)
	if n < len(rest) && rest[n] == rest[0] {
		n++
	}
	c.i += n
}

func (c *scanner) isWord(ch byte) bool {
	return ch >= '0' && ch <= '9' || ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= 0x80 || strings.IndexByte(c.words, ch) >= 0
}

// skipRubyBlock skips =begin ... =end and the text after __END__.
func (c *scanner) skipRubyBlock() bool {
	rest := c.s[c.i:]
	switch {
	case strings.HasPrefix(rest, "=begin"):
		n := End(rest, 6, "\n=end")
		c.skip(n)
		c.i += LineLength(c.s[c.i:])
		return true
	case strings.HasPrefix(rest, "__END__"):
		c.i = len(c.s)
		return true
	}
	return false
}

// End returns the offset after the first occurrence of close in s[from:], or
// the end of s.
func End(s string, from int, close string) int {
	if i := strings.Index(s[from:], close); i >= 0 {
		return from + i + len(close)
	}
	return len(s)
}

func LineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// Closing returns the index of the bracket that closes the one at i, or the
// end of the list.
func Closing(list []Token, i int) int {
	depth := 0
	for ; i < len(list); i++ {
		if list[i].Kind != Punct {
			continue
		}
		switch list[i].Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			if depth--; depth <= 0 {
				return i
			}
		}
	}
	return len(list)
}

// Argument returns the value of a named argument, written as name: value, name
// = value or :name => value. It does not look into brackets. It returns nil if
// there is no such argument.
func Argument(list []Token, name string) []Token {
	for i := 0; i < len(list); i++ {
		if list[i].Kind == Punct && strings.Contains("([{", list[i].Text) {
			i = Closing(list, i)
			continue
		}
		if list[i].Kind != Word || list[i].Text != name || i+1 >= len(list) {
			continue
		}
		from := i + 1
		switch {
		case list[from].Is(":"):
			from++
		case list[from].Is("="):
			from++
			if from < len(list) && list[from].Is(">") {
				from++
			}
		default:
			continue
		}
		to := from
		for to < len(list) && !list[to].Is(",") && !list[to].Is(")") {
			if list[to].Kind == Punct && strings.Contains("([{", list[to].Text) {
				to = Closing(list, to)
			}
			to++
		}
		return list[from:min(to, len(list))]
	}
	return nil
}

// FirstLiteral returns the first string of a list.
func FirstLiteral(list []Token) (Token, bool) {
	for _, t := range list {
		if t.Kind == Literal {
			return t, true
		}
	}
	return Token{}, false
}
