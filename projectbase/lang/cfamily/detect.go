package cfamily

import "bytes"

// IsCPP reports whether the first bytes of a header can only be C++. Code
// under #ifdef __cplusplus does not count, because C does not compile it.
func IsCPP(head []byte) bool {
	p := &input{src: firstCode(head)}
	(&scanner{input: p}).scan()
	(&conditions{p}).choose()
	for i := range p.tokens {
		t := &p.tokens[i]
		if t.hidden || t.kind == tokenDirective {
			if t.kind == tokenDirective && !t.hidden && (standardHeader(p.text(i)) || asksForCPP(p.text(i))) {
				return true
			}
			continue
		}
		if t.kind == ':' && i+2 < len(p.tokens) && p.tokens[i+1].kind == ':' && p.tokens[i+1].start == t.end &&
			p.tokens[i+2].kind == tokenWord && i > 0 && p.tokens[i-1].kind == tokenWord && p.tokens[i-1].end == t.start {
			return true
		}
		if t.kind == tokenWord && p.onlyCPP(i) {
			return true
		}
	}
	return false
}

// decides is the number of bytes that are checked, from the first code: some
// headers begin with pages of comments.
const decides = 8 << 10

// firstCode returns at most decides bytes after the leading comments.
func firstCode(head []byte) []byte {
	i := 0
	for i < len(head) {
		switch c := head[i]; {
		case c == ' ' || c >= '\t' && c <= '\r':
			i++
		case c == '/' && i+1 < len(head) && (head[i+1] == '/' || head[i+1] == '*'):
			i = commentEnd(head, i)
		default:
			return head[i:min(len(head), i+decides)]
		}
	}
	return nil
}

// onlyCPP reports whether the word at i, with its next token, exists only in
// C++.
func (p *input) onlyCPP(i int) bool {
	next := byte(' ')
	word := false
	if i+1 < len(p.tokens) {
		next, word = p.tokens[i+1].kind, p.tokens[i+1].kind == tokenWord
	}
	switch string(p.text(i)) {
	case "class", "namespace", "typename":
		return word || next == '{'
	case "template":
		return next == '<'
	case "public", "private", "protected":
		return next == ':'
	case "using", "virtual", "constexpr", "explicit", "friend", "mutable", "static_cast", "reinterpret_cast", "noexcept", "concept":
		return word && string(p.text(i)) != "constexpr" || next == '<'
	case "operator":
		return !word && next != ';' && next != ',' && next != ')' && next != '=' && next != '-' && next != '.' && next != '['
	}
	return false
}

// standardHeader reports whether a directive includes a C++ standard header,
// whose name has no extension.
func standardHeader(text []byte) bool {
	name, rest := directive(text)
	return name == "include" && len(rest) > 2 && rest[0] == '<' && bytes.IndexByte(rest, '>') > 0 &&
		bytes.IndexByte(rest[:bytes.IndexByte(rest, '>')], '.') < 0 && bytes.IndexByte(rest, '/') < 0
}

// asksForCPP reports whether a directive compares the version of C++, instead
// of checking for C++.
func asksForCPP(text []byte) bool {
	if bytes.Contains(text, []byte("__cpp_")) || bytes.Contains(text, []byte("_MSVC_LANG")) {
		return true
	}
	_, rest, ok := bytes.Cut(text, []byte("__cplusplus"))
	rest = bytes.TrimSpace(rest)
	return ok && len(rest) > 0 && (rest[0] == '<' || rest[0] == '>')
}
