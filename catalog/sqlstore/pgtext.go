package sqlstore

import (
	"encoding/hex"
	"reflect"
	"strings"
	"unicode/utf8"
)

// Postgres keeps neither zero bytes nor what is not UTF-8, and file systems and
// repositories have both. Such bytes, and the mark itself, are stored as the
// mark and two hexadecimal digits.
const mark = "\uFDD0" // a code point that is for the use within programs

func escape(s string) string {
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

func unescape(s string) string {
	parts := strings.Split(s, mark)
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

// escapeArgument returns a parameter as Postgres takes it.
func escapeArgument(v any) any {
	switch v := v.(type) {
	case string:
		return escape(v)
	case []byte:
		if v == nil {
			return []byte{} // nil would be NULL
		}
	case values:
		texts, ok := v.of.([]string)
		if !ok {
			return v.of
		}
		out := make([]string, len(texts))
		for i, t := range texts {
			out[i] = escape(t)
		}
		return out
	}
	return v
}

// restoreAll applies restore to the texts that were scanned.
func restoreAll(dest []any, restore func(string) string) {
	for _, d := range dest {
		switch d := d.(type) {
		case *string:
			*d = restore(*d)
		default:
			if v := reflect.ValueOf(d).Elem(); v.Kind() == reflect.String {
				v.SetString(restore(v.String()))
			}
		}
	}
}
