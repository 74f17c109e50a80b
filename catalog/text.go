package catalog

import (
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// textMark starts an escaped byte: a code point that is for the use within
// programs.
const textMark = "\uFDD0"

// EscapeText returns a text that is UTF-8 without zero bytes, whatever s is:
// file systems and repositories hold other texts, which databases and JSON do
// not keep. Bytes that are not, and the mark itself, are written as the mark
// and two hexadecimal digits; all other texts stay as they are.
func EscapeText(s string) string {
	if utf8.ValidString(s) && !strings.Contains(s, "\x00") && !strings.Contains(s, textMark) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == 0 || r == utf8.RuneError && n == 1 || s[:n] == textMark {
			for i := range n {
				b.WriteString(textMark + hex.EncodeToString([]byte{s[i]}))
			}
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// UnescapeText returns what EscapeText made s of.
func UnescapeText(s string) string {
	parts := strings.Split(s, textMark)
	if len(parts) == 1 {
		return s
	}
	var b strings.Builder
	b.WriteString(parts[0])
	for _, p := range parts[1:] {
		if len(p) < 2 {
			return s // not ours
		}
		c, err := hex.DecodeString(p[:2])
		if err != nil {
			return s
		}
		b.Write(c)
		b.WriteString(p[2:])
	}
	return b.String()
}
