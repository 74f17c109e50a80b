package projectbase

import (
	"unicode"
	"unicode/utf8"
)

// Fold returns the form of s in which spellings that differ by case only are
// the same: Fold(a) == Fold(b) exactly if strings.EqualFold(a, b), for valid
// UTF-8. It is Unicode simple folding, as (?i) of package regexp has it; ASCII
// letters become lower case. Bytes that are not UTF-8 stay as they are.
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

// FoldRune returns the rune that stands for all runes which differ from r by
// case only: the smallest of them, an ASCII letter in lower case.
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
