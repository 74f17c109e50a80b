// Package escape keeps any bytes in texts that must be valid UTF-8.
package escape

import (
	"encoding/hex"
	"strings"
	"unicode/utf8"
)

// mark starts an escaped byte. It is a noncharacter of Unicode, for internal use.
const mark = "\uFDD0"

// Escape returns s as valid UTF-8 without zero bytes. File names and repositories
// may have other bytes, which Postgres and JSON cannot store. Escape replaces each
// such byte, and each byte of the mark, by the mark and two hexadecimal digits.
func Escape(s string) string {
	if utf8.ValidString(s) && !strings.Contains(s, "\x00") && !strings.Contains(s, mark) {
		return s
	}
	var b strings.Builder
	for len(s) > 0 {
		r, n := utf8.DecodeRuneInString(s)
		if r == 0 || r == utf8.RuneError && n == 1 || s[:n] == mark {
			for i := range n {
				b.WriteString(mark + hex.EncodeToString([]byte{s[i]}))
			}
		} else {
			b.WriteString(s[:n])
		}
		s = s[n:]
	}
	return b.String()
}

// Unescape reverses Escape.
func Unescape(s string) string {
	parts := strings.Split(s, mark)
	if len(parts) == 1 {
		return s
	}
	var b strings.Builder
	b.WriteString(parts[0])
	for _, p := range parts[1:] {
		if len(p) < 2 {
			return s // Escape did not make it
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
