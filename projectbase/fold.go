package projectbase

import (
	"unicode"
	"unicode/utf8"
)

// Fold returns a form of s without differences of case. For valid UTF-8, Fold(a) ==
// Fold(b) if and only if strings.EqualFold(a, b). It is Unicode simple folding, as in
// (?i) of package regexp; ASCII letters become lower case. Invalid bytes stay as they
// are.
func Fold(s string) string {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c >= utf8.RuneSelf || 'A' <= c && c <= 'Z' {
			return string(AppendFold(make([]byte, 0, len(s)), s))
		}
	}
	return s
}

// AppendFold appends Fold(s) to dst.
func AppendFold(dst []byte, s string) []byte {
	for i := 0; i < len(s); {
		c := s[i]
		if c < utf8.RuneSelf {
			if 'A' <= c && c <= 'Z' {
				c += 'a' - 'A'
			}
			dst = append(dst, c)
			i++
			continue
		}
		r, n := utf8.DecodeRuneInString(s[i:])
		if r == utf8.RuneError && n == 1 {
			dst = append(dst, c)
		} else {
			dst = utf8.AppendRune(dst, FoldRune(r))
		}
		i += n
	}
	return dst
}

// FoldRune returns the smallest rune that differs from r only by case, an ASCII letter in
// lower case.
func FoldRune(r rune) rune {
	least := r
	for f := unicode.SimpleFold(r); f != r; f = unicode.SimpleFold(f) {
		least = min(least, f)
	}
	if 'A' <= least && least <= 'Z' {
		least += 'a' - 'A'
	}
	return least
}
