package query

import (
	"strings"
	"unicode"
)

// isWord reports whether r can be part of a word of a comment or string.
func IsWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.N, r)
}

// words calls yield for each word of line: letters, digits and _, not starting
// with a digit, until it returns false.
func Words(line string, yield func(word string) bool) {
	for line != "" {
		i := strings.IndexFunc(line, IsWord)
		if i < 0 {
			return
		}
		line = line[i:]
		n := strings.IndexFunc(line, func(r rune) bool { return !IsWord(r) })
		if n < 0 {
			n = len(line)
		}
		// A number may have a word behind it: 0xFF has none, 10px has px in CSS.
		word := strings.TrimLeftFunc(line[:n], func(r rune) bool { return unicode.Is(unicode.N, r) })
		if word == line[:n] && !yield(word) {
			return
		}
		line = line[n:]
	}
}

// minWord is the length in characters of the shortest word of a comment or
// string that is an item.
const MinWord = 3
