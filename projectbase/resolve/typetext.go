package resolve

import (
	"slices"
	"strings"
)

// typeText is a type as far as it can be told from how it is written.
type typeText struct {
	name string   // a chain of names; "[]" for lists, "map", "()" for several types, "func" for callables
	args []string // what it is made of, as written
}

// typePrefixes are words and marks that do not change which members a type has.
var typePrefixes = []string{"*", "&", "'", "\"", "?", "...", "~", "const ", "mut ", "final ", "readonly ", "dyn ", "impl ", "ref ", "ref readonly ",
	"in ", "out ", "struct ", "enum ", "union ", "class ", "static ", "volatile ", "typename ", "constexpr ", "inline ", "mutable ",
	"extern ", "register ", "some ", "any ", "inout ", "lateinit ", "@escaping ", "<-", "keyof "}

// parseType takes the text of a type apart.
func parseType(text string) typeText {
	text = strings.TrimSpace(text)
	for again := true; again; {
		again = false
		for _, p := range typePrefixes {
			if rest, ok := strings.CutPrefix(text, p); ok && rest != "" {
				text, again = strings.TrimSpace(rest), true
			}
		}
		if rest, ok := lifetime(text); ok {
			text, again = rest, true
		}
	}
	if t, ok := union(text); ok {
		return parseType(t)
	}
	text = strings.TrimRight(text, " ?!*&'\"")
	text = strings.TrimSuffix(strings.TrimSuffix(text, "..."), " const")
	switch {
	case text == "":
		return typeText{}
	case strings.HasPrefix(text, "map["):
		if end := closing(text, 3); end > 0 {
			return typeText{"map", []string{text[4 : end-1], text[end:]}}
		}
	case strings.HasPrefix(text, "chan "):
		return typeText{"[]", []string{text[len("chan "):]}}
	case text[0] == '[':
		return listType(text)
	case text[0] == '(':
		if end := closing(text, 0); end == len(text) {
			args := splitList(text[1 : end-1])
			if len(args) == 1 {
				return parseType(args[0])
			}
			return typeText{"()", args}
		}
		return typeText{name: "func"}
	case strings.HasPrefix(text, "func("), strings.HasPrefix(text, "fn("), strings.Contains(text, "=>"):
		return typeText{name: "func"}
	case strings.HasSuffix(text, "]") && strings.Contains(text, "["):
		open := strings.IndexByte(text, '[')
		if strings.TrimSpace(text[open+1:len(text)-1]) == "" || strings.HasSuffix(text, "[]") {
			return typeText{"[]", []string{strings.TrimSuffix(text, "[]")}}
		}
		return typeText{strings.TrimSpace(text[:open]), splitList(text[open+1 : len(text)-1])}
	}
	if open := strings.IndexByte(text, '<'); open > 0 {
		if end := closing(text, open); end > 0 {
			return typeText{strings.TrimSuffix(strings.TrimSpace(text[:open]), "::") + text[end:], splitList(text[open+1 : end-1])}
		}
	}
	return typeText{name: text}
}

// listType reads a type that begins with a bracket: Go's []T and [4]T, Rust's
// [T; 4], Swift's [K: V], and TypeScript's [A, B].
func listType(text string) typeText {
	end := closing(text, 0)
	if end < 0 {
		return typeText{}
	}
	inside := text[1 : end-1]
	if rest := strings.TrimSpace(text[end:]); rest != "" {
		return typeText{"[]", []string{rest}}
	}
	if key, value, ok := strings.Cut(inside, ": "); ok {
		return typeText{"map", []string{key, value}}
	}
	inside, _, _ = strings.Cut(inside, ";")
	if args := splitList(inside); len(args) > 1 {
		return typeText{"()", args}
	}
	return typeText{"[]", []string{inside}}
}

// lifetime passes over Rust's 'a.
func lifetime(text string) (string, bool) {
	first, rest, ok := strings.Cut(text, " ")
	if ok && len(first) > 1 && first[0] == '\'' && !strings.HasSuffix(first, "'") {
		return rest, true
	}
	return text, false
}

// absent are the types of union members that have no members of their own.
var absent = []string{"null", "undefined", "None", "nil", "false", "NoneType"}

// union returns the one type of a union that is not absent.
func union(text string) (string, bool) {
	if !strings.Contains(text, "|") {
		return "", false
	}
	parts := slices.DeleteFunc(splitAny(text, "|"), func(s string) bool { return slices.Contains(absent, strings.TrimRight(s, `"'`)) || s == "" })
	if len(parts) != 1 || parts[0] == text {
		return "", false
	}
	return parts[0], true
}

func splitList(text string) []string { return splitAny(text, ",") }

// splitAny splits at each byte of seps that is in no bracket, and trims the parts.
func splitAny(text, seps string) []string {
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
