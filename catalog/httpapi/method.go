package httpapi

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"reflect"
	"slices"

	"codegraph/catalog"
	"codegraph/catalog/escape"
)

// Prefix starts the addresses of the methods.
const Prefix = "/v1/catalog/"

// Method is one call of the contract.
type Method struct {
	Name  string // the last part of its address
	Doc   string // one line
	Scope catalog.Scope
	// Whole marks a method of the whole catalog: a token for some projects may not
	// call it.
	Whole   bool
	In, Out reflect.Type // structs: arguments and results

	call func(ctx context.Context, s catalog.Store, arguments []byte) (any, error)
}

// ReadOnly reports whether the method changes nothing, so that GET is allowed.
func (m *Method) ReadOnly() bool { return m.Scope == catalog.ScopeRead && !m.Whole }

// Find returns the method of that name, nil if there is none.
func Find(name string) *Method {
	if i := slices.IndexFunc(Methods, func(m *Method) bool { return m.Name == name }); i >= 0 {
		return Methods[i]
	}
	return nil
}

// Call runs the method with the arguments in a JSON object and returns its result for
// the response. Errors are those of the store; catalog.ErrUsage for invalid
// arguments.
func (m *Method) Call(ctx context.Context, s catalog.Store, arguments []byte) (any, error) {
	return m.call(ctx, s, arguments)
}

// method defines a call.
func method[In, Out any](name string, scope catalog.Scope, doc string, run func(context.Context, catalog.Store, In) (Out, error)) *Method {
	return &Method{Name: name, Doc: doc, Scope: scope, In: reflect.TypeFor[In](), Out: reflect.TypeFor[Out](),
		call: func(ctx context.Context, s catalog.Store, arguments []byte) (any, error) {
			var in In
			if err := decodeStrictly(arguments, &in); err != nil {
				return nil, fmt.Errorf("%w: %s: %w", catalog.ErrUsage, name, err)
			}
			out, err := run(ctx, s, texts(in, escape.Unescape))
			if err != nil {
				return nil, err
			}
			return texts(out, escape.Escape), nil
		}}
}

// decodeStrictly reads one JSON object; none is an empty one.
func decodeStrictly(data []byte, into any) error {
	if len(bytes.TrimSpace(data)) == 0 {
		return nil
	}
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(into); err != nil {
		return err
	}
	if _, err := d.Token(); !errors.Is(err, io.EOF) {
		return errors.New("more than one object")
	}
	return nil
}

// texts returns a copy of v with changed texts. Values without texts may be shared
// with v.
func texts[T any](v T, change func(string) string) T {
	return changed(reflect.ValueOf(v), change).Interface().(T)
}

// changedAny is texts for a value of any type.
func changedAny(v any, change func(string) string) any {
	return changed(reflect.ValueOf(v), change).Interface()
}

// restore unescapes the texts of what out, a pointer, points to.
func restore(out any) {
	v := reflect.ValueOf(out).Elem()
	v.Set(changed(v, escape.Unescape))
}

func changed(v reflect.Value, change func(string) string) reflect.Value {
	out := reflect.New(v.Type()).Elem()
	out.Set(v)
	switch v.Kind() {
	case reflect.String:
		out.SetString(change(v.String()))
	case reflect.Struct:
		for i := range v.NumField() {
			if v.Type().Field(i).IsExported() {
				out.Field(i).Set(changed(v.Field(i), change))
			}
		}
	case reflect.Slice:
		if v.IsNil() {
			return v
		}
		out.Set(reflect.MakeSlice(v.Type(), v.Len(), v.Len()))
		for i := range v.Len() {
			out.Index(i).Set(changed(v.Index(i), change))
		}
	case reflect.Map:
		if v.IsNil() {
			return v
		}
		out.Set(reflect.MakeMapWithSize(v.Type(), v.Len()))
		for entries := v.MapRange(); entries.Next(); {
			out.SetMapIndex(changed(entries.Key(), change), changed(entries.Value(), change))
		}
	}
	return out
}
