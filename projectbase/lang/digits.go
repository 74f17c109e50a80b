package lang

import (
	"strings"
	"unicode/utf8"
)

// WithinTables returns edits that replace a non-ASCII character after one of
// the bytes in after by a letter. The scanners of some grammars pass such a
// character to isdigit of the C library, which reads outside of its table.
func WithinTables(source []byte, after string) []Edit {
	var edits []Edit
	for i := 1; i < len(source); i++ {
		if source[i] < utf8.RuneSelf || source[i-1] >= utf8.RuneSelf || strings.IndexByte(after, source[i-1]) < 0 {
			continue
		}
		if _, n := utf8.DecodeRune(source[i:]); n > 1 {
			edits = append(edits, Edit{Start: uint32(i), End: uint32(i + n), Text: "xxxx"[:n]})
		}
	}
	return edits
}
