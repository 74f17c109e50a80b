package sqlstore

import (
	"reflect"

	"codegraph/catalog"
)

// Postgres keeps neither zero bytes nor what is not UTF-8.
var escape, unescape = catalog.EscapeText, catalog.UnescapeText

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
