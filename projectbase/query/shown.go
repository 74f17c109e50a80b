package query

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// MaxText is the longest source line in an answer, in characters.
const MaxText = 160

// MaxShownBytes bounds the bytes that are read for each displayed character,
// since some characters are dropped.
const MaxShownBytes = 64

// Shown returns text that is safe to display: trimmed, at most max characters
// (0: no limit), with tabs as blanks, without control and bidirectional
// characters, and with invalid UTF-8 replaced. With a limit, it reads a bounded
// part of the text.
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

// ShownBlock is Shown for text of several lines. It keeps newlines and tabs.
func ShownBlock(text string) string {
	return strings.Map(func(r rune) rune {
		if r != '\n' && r != '\t' && hidden(r) {
			return -1
		}
		return r
	}, strings.ToValidUTF8(text, "\uFFFD"))
}

// PlainASCII reports whether s is printable ASCII.
func PlainASCII(s string) bool {
	for i := 0; i < len(s); i++ {
		if s[i] < ' ' || s[i] > '~' {
			return false
		}
	}
	return true
}

// hidden reports whether displays drop a character: control characters,
// characters that change the direction of text, and unusual line breaks. They
// could make a terminal or an assistant read other text than the file has.
func hidden(r rune) bool {
	switch {
	case unicode.IsControl(r), r == '\u061c', r == '\ufeff', r >= '\u200e' && r <= '\u200f',
		r >= '\u2028' && r <= '\u202e', r >= '\u2066' && r <= '\u2069', r >= 0xe0000 && r <= 0xe007f:
		return true
	}
	return false
}
