package expr

import (
	"slices"
	"strings"
)

// Type is the text of a type, split into its name and its arguments.
type Type struct {
	Name string   // chain of names; "[]" for a list, "map", "()" for a tuple, "func" for a function type
	Args []string // type arguments, as written
}

// typePrefixes are words and marks that do not change the members of a type.
var typePrefixes = []string{"*", "&", "'", "\"", "?", "...", "~", "const ", "mut ", "final ", "readonly ", "dyn ", "impl ", "ref ", "ref readonly ",
	"in ", "out ", "struct ", "enum ", "union ", "class ", "static ", "volatile ", "typename ", "constexpr ", "inline ", "mutable ",
	"extern ", "register ", "some ", "any ", "inout ", "lateinit ", "@escaping ", "<-", "keyof "}

// ParseType splits the text of a type.
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

// listType parses a type that begins with a bracket: Go's []T and [4]T, Rust's [T; 4],
// Swift's [K: V] and TypeScript's [A, B].
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

// lifetime cuts a Rust lifetime such as 'a from the start of a type.
func lifetime(text string) (string, bool) {
	first, rest, ok := strings.Cut(text, " ")
	if ok && len(first) > 1 && first[0] == '\'' && !strings.HasSuffix(first, "'") {
		return rest, true
	}
	return text, false
}

// Absent are the types of a union that have no members.
var Absent = []string{"null", "undefined", "None", "nil", "false", "NoneType"}

// union returns the only type of a union that is not in Absent.
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
