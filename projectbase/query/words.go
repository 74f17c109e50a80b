package query

import (
	"strings"
	"unicode"
)

// IsWord reports whether r can be part of a word in a comment or string.
func IsWord(r rune) bool {
	return r == '_' || unicode.IsLetter(r) || unicode.Is(unicode.N, r)
}

// Words calls yield for each word of a line until it returns false. A word
// consists of letters, digits and _, and does not begin with a digit.
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
		// A word may follow a number: 0xFF has none, 10px in CSS has px.
		word := strings.TrimLeftFunc(line[:n], func(r rune) bool { return unicode.Is(unicode.N, r) })
		if word == line[:n] && !yield(word) {
			return
		}
		line = line[n:]
	}
}

// MinWord is the length of the shortest indexed word of a comment or string, in
// characters.
const MinWord = 3
