package kotlin

import (
	"bytes"

	"codegraph/projectbase/lang"
)

// preprocess rewrites constructs that the grammar misreads without an error:
// annotated declarations, which it may read as annotated expressions; bodies
// of classes with a delegate, which it reads as the last argument of a call;
// and strings with a $ prefix.
func preprocess(source []byte) []lang.Edit {
	var edits []lang.Edit
	if bytes.Contains(source, []byte("annotation class")) {
		for _, m := range bare.FindAllSubmatchIndex(source, -1) {
			edits = append(edits, lang.Edit{Start: uint32(m[2]), End: uint32(m[2]), Text: ";"})
		}
	}
	if bytes.IndexByte(source, '@') >= 0 {
		edits = append(edits, grouped(source)...)
	}
	if bytes.Contains(source, []byte(" by ")) {
		edits = append(edits, delegates(source)...)
	}
	if bytes.Contains(source, []byte(`$$"`)) {
		edits = append(edits, signs(source)...)
	}
	return lang.InOrder(edits)
}

// introduces are the words that may begin a declaration, after its
// annotations.
var introduces = map[string]bool{}

func init() {
	for _, word := range []string{"abstract", "actual", "annotation", "class", "companion", "const", "data", "enum", "expect", "external", "final", "fun",
		"infix", "inline", "inner", "interface", "internal", "lateinit", "object", "open", "operator", "override", "private", "protected", "public",
		"sealed", "suspend", "tailrec", "typealias", "val", "value", "var"} {
		introduces[word] = true
	}
}

// grouped joins the annotations on a line before a declaration: @[A B(1)] for
// @A @B(1).
func grouped(source []byte) []lang.Edit {
	var edits []lang.Edit
	open := 0 // unclosed arguments
	for at := 0; at < len(source); {
		line := len(source)
		if n := bytes.IndexByte(source[at:], '\n'); n >= 0 {
			line = at + n + 1
		}
		for at < line && (source[at] == ' ' || source[at] == '\t') {
			at++
		}
		if at == line || source[at] != '@' {
			at = line
			continue
		}
		found, end := annotations(source, at)
		if len(found) > 0 && introduces[string(wordAt(source, blanksEnd(source, end)))] {
			edits = append(edits, lang.Edit{Start: uint32(at + 1), End: uint32(at + 1), Text: "["})
			for _, sign := range found[1:] {
				edits = append(edits, lang.Edit{Start: uint32(sign), End: uint32(sign + 1), Text: " "})
			}
			edits = append(edits, lang.Edit{Start: uint32(end), End: uint32(end), Text: "]"})
		}
		if at = max(line, end); end < 0 {
			if open++; open == maxOpen {
				break
			}
		}
	}
	return edits
}

// Limits: annotations of one declaration, bytes of the arguments of one, and
// number of unclosed arguments.
const (
	maxAnnotations = 32
	maxArguments   = 20_000
	maxOpen        = 16
)

// annotations returns the offsets of the @ signs of the annotations at an
// offset, and the end of the last one. It returns none for annotations with a
// target or in brackets, and -1 for unclosed arguments.
func annotations(source []byte, at int) (signs []int, end int) {
	end = at
	for len(signs) < maxAnnotations && at < len(source) && source[at] == '@' {
		name := at + 1
		next := name
		for next < len(source) && (letter(source[next]) || source[next] == '.') {
			next++
		}
		if next == name || next < len(source) && (source[next] == ':' || source[next] == '<') {
			return nil, max(next, at+1)
		}
		if next < len(source) && source[next] == '(' {
			if next = closed(source[:min(len(source), next+maxArguments)], next); next < 0 {
				return nil, -1
			}
		}
		signs, end = append(signs, at), next
		at = blanksEnd(source, next)
	}
	return signs, end
}

// closed returns the offset after the parenthesis that closes the one at an
// offset, or -1.
func closed(source []byte, at int) int {
	depth := 0
	for at < len(source) {
		switch source[at] {
		case '(', '[', '{':
			depth++
		case ')', ']', '}':
			if depth--; depth == 0 {
				return at + 1
			}
		case '"', '\'', '/', '`':
			at = passed(source, at)
			continue
		}
		at++
	}
	return -1
}

// passed returns the offset after the comment, string or character at an
// offset, or after the byte there.
func passed(source []byte, at int) int {
	rest := source[at:]
	switch {
	case bytes.HasPrefix(rest, []byte("//")):
		if n := bytes.IndexByte(rest, '\n'); n >= 0 {
			return at + n
		}
		return len(source)
	case bytes.HasPrefix(rest, []byte("/*")):
		return behind(source, at+2, "*/")
	case bytes.HasPrefix(rest, []byte(`"""`)):
		return behind(source, at+3, `"""`)
	case rest[0] == '"', rest[0] == '\'', rest[0] == '`':
		for i := 1; i < len(rest) && rest[i] != '\n'; i++ {
			if rest[i] == '\\' {
				i++
			} else if rest[i] == rest[0] {
				return at + i + 1
			}
		}
	}
	return at + 1
}

func behind(source []byte, at int, mark string) int {
	if n := bytes.Index(source[at:], []byte(mark)); n >= 0 {
		return at + n + len(mark)
	}
	return len(source)
}

// blanksEnd skips white space and comments.
func blanksEnd(source []byte, at int) int {
	for at < len(source) {
		switch c := source[at]; {
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			at++
		case c == '/' && at+1 < len(source) && (source[at+1] == '/' || source[at+1] == '*'):
			at = passed(source, at)
		default:
			return at
		}
	}
	return at
}

func letter(c byte) bool {
	return c == '_' || c >= 0x80 || c|0x20 >= 'a' && c|0x20 <= 'z' || c >= '0' && c <= '9'
}

// wordAt returns the word at an offset.
func wordAt(source []byte, at int) []byte {
	end := at
	for end < len(source) && letter(source[end]) {
		end++
	}
	return source[at:end]
}

// delegates separates the delegate of a class from the body by an additional,
// empty base type.
func delegates(source []byte) []lang.Edit {
	var edits []lang.Edit
	for at := 0; at < len(source); {
		c := source[at]
		if !letter(c) {
			if c == '"' || c == '\'' || c == '/' || c == '`' {
				at = passed(source, at)
			} else {
				at++
			}
			continue
		}
		word := wordAt(source, at)
		at += len(word)
		if string(word) != "class" && string(word) != "object" {
			continue
		}
		if body, ok := delegated(source, at); ok {
			edits = append(edits, lang.Edit{Start: uint32(body), End: uint32(body), Text: ",T"})
		}
	}
	return edits
}

// maxHead bounds the distance to the body of a class, in bytes.
const maxHead = 2000

// delegated reports whether the last base type of a class has a delegate, and
// the end of the delegate if a body follows. at is an offset in the head.
func delegated(source []byte, at int) (end int, ok bool) {
	colon, by := false, false
	end = at
	for source = source[:min(len(source), at+maxHead)]; at < len(source); {
		switch c := source[at]; {
		case c == '{':
			return end, by
		case c == '(' || c == '[':
			if at = closed(source, at); at < 0 {
				return 0, false
			}
			end = at
			continue
		case c == ')' || c == ']' || c == '}' || c == '=' || c == ';' || c == '@' && by:
			return 0, false
		case c == ',':
			by = false
		case c == ':':
			colon = true
		case c == ' ' || c == '\t' || c == '\r' || c == '\n':
			at++
			continue
		case c == '"' || c == '\'' || c == '`' || c == '/':
			next := passed(source, at)
			if c != '/' {
				end = next
			}
			at = next
			continue
		case letter(c):
			word := wordAt(source, at)
			if by && introduces[string(word)] || string(word) == "class" || string(word) == "object" || string(word) == "fun" {
				return 0, false
			}
			by = by || colon && string(word) == "by"
			at += len(word)
			end = at
			continue
		}
		at++
		end = at
	}
	return 0, false
}

// signs masks the $ signs before a string, which set the number of $ signs for
// a template inside it.
func signs(source []byte) []lang.Edit {
	var edits []lang.Edit
	for at := 0; at < len(source); {
		if source[at] != '$' {
			at = passed(source, at)
			continue
		}
		from := at
		for at < len(source) && source[at] == '$' {
			at++
		}
		if at-from > 1 && at < len(source) && source[at] == '"' {
			edits = append(edits, hidden(source, uint32(from), uint32(at)))
		}
	}
	return edits
}
