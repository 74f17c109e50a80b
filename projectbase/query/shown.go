package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxText is the length in characters at which a source line is cut.
const MaxText = 160

// maxShownBytes is how many bytes of a text are looked at for each character of
// it that may be shown: characters that are not shown are passed over.
const MaxShownBytes = 64

// Shown returns text as it may be shown: trimmed, at most max characters (0: no
// limit), white space folded to blanks, control and bidirectional characters
// removed, invalid UTF-8 replaced. With a limit, the work does not grow with the
// length of text, but for the blanks at its ends.
func Shown(text string, max int) string {
	text = strings.TrimSpace(text)
	if (max == 0 || len(text) <= max) && PlainASCII(text) {
		return text
	}
	// A text of removed characters would be read to its end.
	most := len(text)
	if max > 0 {
		most = min(most, max*MaxShownBytes)
	}
	var b strings.Builder
	n := 0
	for i, r := range text {
		if i >= most {
			return strings.TrimSpace(b.String()) + "…"
		}
		if r == '\t' {
			r = ' '
		}
		if hidden(r) {
			continue
		}
		if max > 0 && n == max {
			cut := b.String()
			_, last := utf8.DecodeLastRuneInString(cut)
			return cut[:len(cut)-last] + "…"
		}
		b.WriteRune(r)
		n++
	}
	return strings.TrimSpace(b.String())
}

// ShownBlock is Shown for text of several lines: newlines and tabs stay.
func ShownBlock(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && hidden(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// plain reports whether s is printable ASCII.
func PlainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// hidden reports whether r is a control character, one that changes the
// direction of text, or a line break in disguise: what makes a terminal or an
// assistant see something else than is there.
func hidden(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u061c', r == '\ufeff', r >= '\u200e' && r <= '\u200f',
		r >= '\u2028' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}
