package expr

import (
	"slices"
	"strings"
)

// typeText is a type as far as it can be told from how it is written.
type Type struct {
	Name string   // a chain of names; "[]" for lists, "map", "()" for several types, "func" for callables
	Args []string // what it is made of, as written
}

// typePrefixes are words and marks that do not change which members a type has.
var typePrefixes = []string{"*", "&", "'", "\"", "?", "...", "~", "const ", "mut ", "final ", "readonly ", "dyn ", "impl ", "ref ", "ref readonly ",
	"in ", "out ", "struct ", "enum ", "union ", "class ", "static ", "volatile ", "typename ", "constexpr ", "inline ", "mutable ",
	"extern ", "register ", "some ", "any ", "inout ", "lateinit ", "@escaping ", "<-", "keyof "}

// parseType takes the text of a type apart.
func ParseType(text string) Type {
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
		return ParseType(t)
	}
	text = strings.TrimRight(text, " ?!*&'\"")
	text = strings.TrimSuffix(strings.TrimSuffix(text, "..."), " const")
	switch {
	case text == "":
		return Type{}
	case strings.HasPrefix(text, "map["):
		if end := Closing(text, 3); end > 0 {
			return Type{"map", []string{text[4 : end-1], text[end:]}}
		}
	case strings.HasPrefix(text, "chan "):
		return Type{"[]", []string{text[len("chan "):]}}
	case text[0] == '[':
		return listType(text)
	case text[0] == '(':
		if end := Closing(text, 0); end == len(text) {
			args := SplitList(text[1 : end-1])
			if len(args) == 1 {
				return ParseType(args[0])
			}
			return Type{"()", args}
		}
		return Type{Name: "func"}
	case strings.HasPrefix(text, "func("), strings.HasPrefix(text, "fn("), strings.Contains(text, "=>"):
		return Type{Name: "func"}
	case strings.HasSuffix(text, "]") && strings.Contains(text, "["):
		open := strings.IndexByte(text, '[')
		if strings.TrimSpace(text[open+1:len(text)-1]) == "" || strings.HasSuffix(text, "[]") {
			return Type{"[]", []string{strings.TrimSuffix(text, "[]")}}
		}
		return Type{strings.TrimSpace(text[:open]), SplitList(text[open+1 : len(text)-1])}
	}
	if open := strings.IndexByte(text, '<'); open > 0 {
		if end := Closing(text, open); end > 0 {
			return Type{strings.TrimSuffix(strings.TrimSpace(text[:open]), "::") + text[end:], SplitList(text[open+1 : end-1])}
		}
	}
	return Type{Name: text}
}

// listType reads a type that begins with a bracket: Go's []T and [4]T, Rust's
// [T; 4], Swift's [K: V], and TypeScript's [A, B].
func listType(text string) Type {
	end := Closing(text, 0)
	if end < 0 {
		return Type{}
	}
	inside := text[1 : end-1]
	if rest := strings.TrimSpace(text[end:]); rest != "" {
		return Type{"[]", []string{rest}}
	}
	if key, value, ok := strings.Cut(inside, ": "); ok {
		return Type{"map", []string{key, value}}
	}
	inside, _, _ = strings.Cut(inside, ";")
	if args := SplitList(inside); len(args) > 1 {
		return Type{"()", args}
	}
	return Type{"[]", []string{inside}}
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
var Absent = []string{"null", "undefined", "None", "nil", "false", "NoneType"}

// union returns the one type of a union that is not absent.
func union(text string) (string, bool) {
	if !strings.Contains(text, "|") {
		return "", false
	}
	parts := slices.DeleteFunc(SplitAny(text, "|"), func(s string) bool { return slices.Contains(Absent, strings.TrimRight(s, `"'`)) || s == "" })
	if len(parts) != 1 || parts[0] == text {
		return "", false
	}
	return parts[0], true
}
