package cfamily

import "bytes"

// token is a token of the preprocessor. Comments are no tokens.
type token struct {
	start, end uint32
	kind       byte // a token... constant, or the byte of a punctuation mark
	hidden     bool // masked, and omitted from signatures
}

const (
	tokenWord byte = iota
	tokenNumber
	tokenString
	tokenDirective
)

// digraphs maps digraphs to their replacements of the same length.
var digraphs = map[string]string{"<%": "{ ", "%>": "} ", "<:": "[ ", ":>": "] ", "%:": "# "}

// scanner splits a file into tokens.
type scanner struct {
	*input
	endless int // raw strings without an end
}

// scan reads the tokens of valid code. On other text the tokens may be wrong,
// but scan ends.
func (p *scanner) scan() {
	src := p.src
	lineStart := true
	for i := 0; i < len(src); {
		c := src[i]
		switch {
		case c == '\n':
			lineStart = true
			i++
			continue
		case c == ' ' || c == '\t' || c == '\r' || c == '\v' || c == '\f' || c == '\\':
			i++
			continue
		case c == '/' && i+1 < len(src) && (src[i+1] == '/' || src[i+1] == '*'):
			i = commentEnd(src, i)
			continue
		case c == '#' && lineStart:
			end := p.directiveEnd(i)
			p.add(i, end, tokenDirective)
			p.trueCondition(i, end)
			i = end
		case isLetter(c):
			i = p.word(i)
		case c >= '0' && c <= '9':
			end := i + 1
			for end < len(src) && (isLetter(src[end]) || src[end] >= '0' && src[end] <= '9' || src[end] == '.' ||
				src[end] == '\'' && end+1 < len(src) && (isLetter(src[end+1]) || src[end+1] >= '0' && src[end+1] <= '9')) {
				end++
			}
			p.add(i, end, tokenNumber)
			i = end
		case c == '"' || c == '\'':
			end := quoteEnd(src, i)
			p.add(i, end, tokenString)
			i = end
		default:
			i = p.mark(i)
		}
		lineStart = false
	}
}

func (p *scanner) add(start, end int, kind byte) {
	p.tokens = append(p.tokens, token{uint32(start), uint32(end), kind, false})
}

// mark reads a punctuation mark of one byte, or a digraph.
func (p *scanner) mark(i int) int {
	src := p.src
	if c := src[i]; i+1 < len(src) && (c == '<' || c == '%' || c == ':') {
		if text, ok := digraphs[string(src[i:i+2])]; ok && !(c == '<' && src[i+1] == ':' && i+2 < len(src) && src[i+2] == ':') {
			p.replace(uint32(i), uint32(i+2), text)
			p.add(i, i+2, text[0])
			return i + 2
		}
	}
	p.add(i, i+1, src[i])
	return i + 1
}

// word reads a word, or a string with a prefix.
func (p *scanner) word(i int) int {
	src := p.src
	end := i + 1
	for end < len(src) && (isLetter(src[end]) || src[end] >= '0' && src[end] <= '9') {
		end++
	}
	if end < len(src) && (src[end] == '"' || src[end] == '\'') {
		switch string(src[i:end]) {
		case "R", "LR", "uR", "UR", "u8R":
			if src[end] == '"' && p.endless < 16 {
				if stop := rawEnd(src, end); stop > 0 {
					p.add(i, stop, tokenString)
					return stop
				}
				p.endless++
			}
		case "L", "u", "U", "u8":
			stop := quoteEnd(src, end)
			p.add(i, stop, tokenString)
			return stop
		}
	}
	p.add(i, end, tokenWord)
	return end
}

func isLetter(c byte) bool {
	return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' || c == '$' || c >= 0x80
}

func commentEnd(src []byte, i int) int {
	if src[i+1] == '*' {
		if n := bytes.Index(src[i+2:], []byte("*/")); n >= 0 {
			return i + 2 + n + 2
		}
		return len(src)
	}
	return lineEnd(src, i)
}

// lineEnd returns the offset of the newline that ends a line and its
// continuations.
func lineEnd(src []byte, i int) int {
	for {
		n := bytes.IndexByte(src[i:], '\n')
		if n < 0 {
			return len(src)
		}
		i += n
		if !bytes.HasSuffix(bytes.TrimRight(src[max(0, i-2):i], "\r"), []byte(`\`)) {
			return i
		}
		i++
	}
}

func quoteEnd(src []byte, i int) int {
	quote := src[i]
	for i++; i < len(src); i++ {
		switch src[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		case '\n':
			return i
		}
	}
	return len(src)
}

// rawEnd returns the end of a raw string whose quote is at i, 0 if there is
// none.
func rawEnd(src []byte, i int) int {
	head := src[i+1 : min(len(src), i+18)]
	open := bytes.IndexByte(head, '(')
	if open < 0 {
		return 0
	}
	closing := append(append([]byte{')'}, head[:open]...), '"')
	n := bytes.Index(src[i+open+2:], closing)
	if n < 0 {
		return 0
	}
	return i + open + 2 + n + len(closing)
}

// directiveEnd returns the end of a directive: the end of its line, or a
// comment.
func (p *scanner) directiveEnd(i int) int {
	src := p.src
	end := lineEnd(src, i)
	for j := i; j+1 < end; j++ {
		switch {
		case src[j] == '"':
			if stop := quoteEnd(src, j); stop < end {
				j = stop - 1
			}
		case src[j] == '/' && src[j+1] == '/', src[j] == '/' && src[j+1] == '*':
			if src[j+1] == '*' {
				// A comment in the middle belongs to the directive.
				stop := commentEnd(src, j)
				if stop < end && len(bytes.TrimSpace(src[stop:end])) > 0 && !bytes.HasPrefix(bytes.TrimSpace(src[stop:end]), []byte("//")) {
					if bytes.IndexByte(src[j:stop], '\n') < 0 {
						p.replace(uint32(j), uint32(stop), blanks(src[j:stop]))
					}
					j = stop - 1
					continue
				}
			}
			return i + len(bytes.TrimRight(src[i:j], " \t\r"))
		}
	}
	return i + len(bytes.TrimRight(src[i:end], " \t\r"))
}

// directive returns the name of a directive and its argument.
func directive(text []byte) (name string, rest []byte) {
	text = bytes.TrimLeft(text, "# \t%:")
	n := 0
	for n < len(text) && text[n] >= 'a' && text[n] <= 'z' {
		n++
	}
	return string(text[:n]), bytes.TrimSpace(text[n:])
}

// trueCondition replaces a condition that the grammar cannot read by 1.
func (p *scanner) trueCondition(start, end int) {
	name, rest := directive(p.src[start:end])
	if name != "if" && name != "elif" || len(rest) < 2 {
		return
	}
	if !bytes.Contains(rest, []byte("__has_")) && bytes.IndexByte(rest, '"') < 0 && !bytes.Contains(rest, []byte("::")) && !angled(rest) {
		return
	}
	at := start + bytes.Index(p.src[start:end], rest[:1])
	if n := bytes.LastIndex(p.src[start:end], rest); n >= 0 {
		at = start + n
	}
	text := blanks(p.src[at:end])
	p.replace(uint32(at), uint32(end), "1"+text[1:])
}

// angled reports whether a condition names a header: F(<x>).
func angled(text []byte) bool {
	i := bytes.Index(text, []byte("(<"))
	return i >= 0 && bytes.IndexByte(text[i:], '>') > 0
}
