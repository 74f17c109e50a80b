package expr

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Closing returns the offset after the bracket that closes the one at from, or -1. It
// does not recognise string literals.
func Closing(text string, from int) int {
	open := text[from]
	shut := map[byte]byte{'(': ')', '[': ']', '<': '>', '{': '}'}[open]
	depth := 0
	for i := from; i < len(text); i++ {
		switch text[i] {
		case open:
			depth++
		case shut:
			if shut == '>' && i > 0 && (text[i-1] == '-' || text[i-1] == '=') {
				continue // the end of an arrow
			}
			if depth--; depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// SplitList splits a list at its commas.
func SplitList(text string) []string { return SplitAny(text, ",") }

// SplitAny splits a text at each byte of seps outside of brackets and trims the parts.
func SplitAny(text, seps string) []string {
	var list []string
	depth, start := 0, 0
	for i := 0; i < len(text); i++ {
		c := text[i]
		switch {
		case c == '(' || c == '[' || c == '<' || c == '{':
			depth++
		case c == ')' || c == ']' || c == '}':
			depth--
		case c == '>' && (i == 0 || text[i-1] != '-' && text[i-1] != '='):
			depth--
		case depth == 0 && strings.IndexByte(seps, c) >= 0:
			list = append(list, strings.TrimSpace(text[start:i]))
			start = i + 1
		}
	}
	return append(list, strings.TrimSpace(text[start:]))
}

// IsNameStart reports whether a text may begin a name or a qualified name.
func IsNameStart(s string) bool {
	c, _ := utf8.DecodeRuneInString(s)
	return c == '_' || c == '$' || c == '@' || c == '\\' || c == ':' || unicode.IsLetter(c)
}

// IsName reports whether a text is an identifier without marks such as $ and @.
func IsName(s string) bool {
	for i, c := range s {
		if c != '_' && !unicode.IsLetter(c) && (i == 0 || !unicode.IsDigit(c)) {
			return false
		}
	}
	return s != ""
}

// CutSpace cuts a text at its first space.
func CutSpace(s string) (first, rest string, ok bool) {
	i := strings.IndexByte(s, ' ')
	if i < 0 {
		return s, "", false
	}
	return s[:i], strings.TrimSpace(s[i+1:]), true
}

// Dotted returns the name of a namespace with dots between its parts, for any separator
// of a language.
func Dotted(name string) string {
	if strings.IndexByte(name, ':') < 0 && strings.IndexByte(name, '\\') < 0 && strings.IndexByte(name, '/') < 0 {
		return name
	}
	return strings.Trim(strings.ReplaceAll(strings.ReplaceAll(strings.ReplaceAll(name, `\`, "."), "::", "."), "/", "."), ".")
}

// LastName returns the last part of a qualified or generic name.
func LastName(name string) string {
	last := 0
	for i := 0; i < len(name); i++ {
		switch name[i] {
		case '.', ':', '\\':
			last = i + 1
		case '<', '[':
			if name[0] != '<' && name[0] != '[' {
				return name[last:i]
			}
		}
	}
	return name[last:]
}

// WithoutArguments removes the type arguments from a name.
func WithoutArguments(name string) string {
	for {
		open := strings.IndexByte(name, '<')
		if open < 0 {
			return name
		}
		end := Closing(name, open)
		if end < 0 {
			return name[:open]
		}
		name = name[:open] + name[end:]
	}
}

// Join returns the chain of a qualifier and a name.
func Join(qualifier, name string) string {
	if qualifier == "" {
		return name
	}
	return qualifier + "." + name
}
