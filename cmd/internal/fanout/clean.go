package fanout

import (
	"reflect"

	"codegraph/projectbase/query"
)

// clean removes control characters and bidirectional characters from all strings
// of a value. Newlines and tabs stay. v is a pointer.
func clean(v any) { cleanValue(reflect.ValueOf(v)) }

func cleanValue(v reflect.Value) {
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			cleanValue(v.Elem())
		}
	case reflect.Interface:
		if !v.IsNil() && v.CanSet() {
			inner := reflect.New(v.Elem().Type()).Elem()
			inner.Set(v.Elem())
			cleanValue(inner)
			v.Set(inner)
		}
	case reflect.String:
		if v.CanSet() {
			v.SetString(query.ShownBlock(v.String()))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				cleanValue(v.Field(i))
			}
		}
	case reflect.Slice, reflect.Array:
		if plainKind(v.Type().Elem().Kind()) {
			return
		}
		for i := range v.Len() {
			cleanValue(v.Index(i))
		}
	case reflect.Map:
		cleanMap(v)
	}
}

// cleanMap replaces the entries of a map, which cannot be set in place.
func cleanMap(v reflect.Value) {
	if v.IsNil() || plainKind(v.Type().Key().Kind()) && plainKind(v.Type().Elem().Kind()) {
		return
	}
	for _, key := range v.MapKeys() {
		k, e := reflect.New(v.Type().Key()).Elem(), reflect.New(v.Type().Elem()).Elem()
		k.Set(key)
		e.Set(v.MapIndex(key))
		cleanValue(k)
		cleanValue(e)
		v.SetMapIndex(key, reflect.Value{})
		v.SetMapIndex(k, e)
	}
}

// plainKind reports whether values of the kind hold no text.
func plainKind(k reflect.Kind) bool { return k >= reflect.Bool && k <= reflect.Complex128 }
