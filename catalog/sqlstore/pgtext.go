package sqlstore

import (
	"reflect"

	"codegraph/catalog/escape"
)

// escapeArgument returns a parameter for Postgres, which stores neither zero bytes
// nor invalid UTF-8.
func escapeArgument(v any) any {
	switch v := v.(type) {
	case string:
		return escape.Escape(v)
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
			out[i] = escape.Escape(t)
		}
		return out
	}
	return v
}

// restoreAll applies restore to scanned texts.
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
