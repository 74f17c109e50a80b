package manifest

import (
	"fmt"
	"strings"

	"codegraph/projectbase"
)

// token is a piece of a manifest that is a program: Gradle's, Ruby's, Swift's.
type token struct {
	text string
	kind tokenKind
	line int
}

type tokenKind uint8

const (
	word    tokenKind = iota // name or number
	literal                  // text of a string, without quotes; escapes are left as they are
	punct                    // one character
	newline
)

// is reports whether the token is a word or punctuation of this text.
func (t token) is(text string) bool { return t.kind != literal && t.text == text }

// dialect is how a language writes comments and strings.
type dialect struct {
	hash  bool // # begins a comment; else // and /* do
	ruby  bool // =begin, __END__ and %q<text>
	words string
}

var (
	gradleScript = dialect{words: "_$"}
	swiftScript  = dialect{words: "_"}
	rubyScript   = dialect{hash: true, ruby: true, words: "_?!@$"}
)

type scanner struct {
	dialect
	s     string
	i     int
	line  int
	start bool // at the beginning of a line
	out   []token
}

// maxTokens bounds the memory that a program takes; build files of people have
// some thousands.
const maxTokens = 200_000

// scan splits a program into tokens. What it cannot understand, such as a
// quote that is not closed, ends with the line, so that the rest is read. It
// returns an error that wraps projectbase.ErrLimit if there are too many.
func (d dialect) scan(data []byte) ([]token, error) {
	c := scanner{dialect: d, s: string(data), line: 1, start: true}
	for c.i < len(c.s) {
		if c.ruby && c.start && c.skipRubyBlock() {
			continue
		}
		if len(c.out) == maxTokens {
			return nil, fmt.Errorf("line %d: more than %d words and signs: %w", c.line, maxTokens, projectbase.ErrLimit)
		}
		c.start = false
		c.next()
	}
	c.emit("\n", newline)
	return c.out, nil
}

func (c *scanner) emit(text string, kind tokenKind) {
	c.out = append(c.out, token{text, kind, c.line})
}

func (c *scanner) next() {
	ch := c.s[c.i]
	rest := c.s[c.i:]
	switch {
	case ch == '\n':
		c.emit("\n", newline)
		c.i, c.line, c.start = c.i+1, c.line+1, true
	case ch == ' ' || ch == '\t' || ch == '\r':
		c.i++
	case c.hash && ch == '#' || !c.hash && strings.HasPrefix(rest, "//"):
		c.i += lineLength(rest)
	case !c.hash && strings.HasPrefix(rest, "/*"):
		c.skip(end(rest, 2, "*/"))
	case strings.HasPrefix(rest, `"""`) || strings.HasPrefix(rest, `'''`):
		n := end(rest, 3, rest[:3])
		text := strings.TrimSuffix(rest[3:max(n, 3)], rest[:3])
		c.emit(text, literal)
		c.skip(n)
	case ch == '"' || ch == '\'':
		c.quoted(rest)
	case c.ruby && strings.HasPrefix(rest, "%q") && len(rest) > 3 && strings.IndexByte("<([{", rest[2]) >= 0:
		n := end(rest, 3, string(">)]}"[strings.IndexByte("<([{", rest[2])]))
		c.emit(strings.TrimRight(rest[3:n], ">)]}"), literal)
		c.skip(n)
	case c.isWord(ch):
		n := 1
		for n < len(rest) && c.isWord(rest[n]) {
			n++
		}
		c.emit(rest[:n], word)
		c.i += n
	default:
		c.emit(rest[:1], punct)
		c.i++
	}
}

// skip passes over n bytes, which may hold line ends.
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
	c.emit(rest[1:n], literal)
	if n < len(rest) && rest[n] == rest[0] {
		n++
	}
	c.i += n
}

func (c *scanner) isWord(ch byte) bool {
	return ch >= '0' && ch <= '9' || ch >= 'a' && ch <= 'z' || ch >= 'A' && ch <= 'Z' || ch >= 0x80 || strings.IndexByte(c.words, ch) >= 0
}

// skipRubyBlock passes over =begin ... =end and what follows __END__.
func (c *scanner) skipRubyBlock() bool {
	rest := c.s[c.i:]
	switch {
	case strings.HasPrefix(rest, "=begin"):
		n := end(rest, 6, "\n=end")
		c.skip(n)
		c.i += lineLength(c.s[c.i:])
		return true
	case strings.HasPrefix(rest, "__END__"):
		c.i = len(c.s)
		return true
	}
	return false
}

// end returns the offset behind the first close in s from an offset on, the
// end of s if there is none.
func end(s string, from int, close string) int {
	if i := strings.Index(s[from:], close); i >= 0 {
		return from + i + len(close)
	}
	return len(s)
}

func lineLength(s string) int {
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		return i
	}
	return len(s)
}

// closing returns the index of the bracket that closes the one at i, or the
// end of the list.
func closing(list []token, i int) int {
	depth := 0
	for ; i < len(list); i++ {
		if list[i].kind != punct {
			continue
		}
		switch list[i].text {
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

// argument returns what stands behind a name and a colon or equals sign in a list
// of arguments, its own brackets passed over; nil if the name is not there.
// :name => value is such an argument too.
func argument(list []token, name string) []token {
	for i := 0; i < len(list); i++ {
		if list[i].kind == punct && strings.Contains("([{", list[i].text) {
			i = closing(list, i)
			continue
		}
		if list[i].kind != word || list[i].text != name || i+1 >= len(list) {
			continue
		}
		from := i + 1
		switch {
		case list[from].is(":"):
			from++
		case list[from].is("="):
			from++
			if from < len(list) && list[from].is(">") {
				from++
			}
		default:
			continue
		}
		to := from
		for to < len(list) && !list[to].is(",") && !list[to].is(")") {
			if list[to].kind == punct && strings.Contains("([{", list[to].text) {
				to = closing(list, to)
			}
			to++
		}
		return list[from:min(to, len(list))]
	}
	return nil
}

// firstLiteral returns the first string of a list.
func firstLiteral(list []token) (token, bool) {
	for _, t := range list {
		if t.kind == literal {
			return t, true
		}
	}
	return token{}, false
}
