package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// MaxArguments is how long the arguments of a call may be, in bytes of JSON.
const MaxArguments = 1 << 20

// Fields whose zero means something on the command line alone.
const (
	limitField  = "limit"
	tokensField = "max_tokens"
)

// Decode reads the arguments of a call that does not come from the command
// line: a JSON object; nothing and null are an empty one. What it returns is for
// Run. Its errors wrap projectbase.ErrUsage and name the argument, what was
// given and what is expected.
func (s *Spec) Decode(arguments []byte) (in any, err error) {
	if len(arguments) > MaxArguments {
		return nil, fmt.Errorf("%w: the arguments are %d bytes long; %d are the most", projectbase.ErrUsage, len(arguments), MaxArguments)
	}
	v := reflect.New(s.in)
	if text := bytes.TrimSpace(arguments); len(text) == 0 || string(text) == "null" {
		arguments = []byte("{}")
	}
	if err := decodeObject(arguments, v.Elem(), ""); err != nil {
		return nil, fmt.Errorf("%w: %w", projectbase.ErrUsage, err)
	}
	return v.Interface(), nil
}

// decodeObject fills v, a struct, from a JSON object; where is the name of what
// it is a part of.
func decodeObject(text []byte, v reflect.Value, where string) error {
	given, err := members(text)
	if err != nil {
		if where == "" {
			return fmt.Errorf("the arguments must be a JSON object: %w", err)
		}
		return fmt.Errorf("%s must be an object: %w", where, err)
	}
	fields := jsonFields(v.Type())
	for _, m := range given {
		i := slices.IndexFunc(fields, func(f field) bool { return f.name == m.name })
		if i < 0 {
			return unknown(where+m.name, fields)
		}
		if string(m.value) == "null" {
			continue
		}
		f := fields[i]
		f.name = where + f.name
		if err := f.decode(m.value, v.FieldByIndex(f.index)); err != nil {
			return err
		}
	}
	for _, f := range fields {
		if f.must && !slices.ContainsFunc(given, func(m member) bool { return m.name == f.name && string(m.value) != "null" }) {
			return fmt.Errorf("%s is missing (%s)", where+f.name, f.description)
		}
	}
	return nil
}

type member struct {
	name  string
	value json.RawMessage
}

// members returns the members of a JSON object in their order.
func members(text []byte) ([]member, error) {
	d := json.NewDecoder(bytes.NewReader(text))
	first, err := d.Token()
	if err != nil {
		return nil, err
	}
	if first != json.Delim('{') {
		return nil, fmt.Errorf("it is %s", kindOf(text))
	}
	var out []member
	for d.More() {
		name, err := d.Token()
		if err != nil {
			return nil, err
		}
		var value json.RawMessage
		if err := d.Decode(&value); err != nil {
			return nil, err
		}
		out = append(out, member{name.(string), value})
	}
	if _, err := d.Token(); err != nil {
		return nil, err
	}
	if _, err := d.Token(); err != io.EOF {
		return nil, fmt.Errorf("something follows it")
	}
	return out, nil
}

func unknown(name string, fields []field) error {
	names := make([]string, 0, len(fields))
	for _, f := range fields {
		names = append(names, f.name)
	}
	return fmt.Errorf("unknown argument %q; known are %s", query.Shown(name, 60), strings.Join(names, ", "))
}

// decode sets v to a value of the field.
func (f *field) decode(text json.RawMessage, v reflect.Value) error {
	switch v.Kind() {
	case reflect.Pointer:
		n := reflect.New(v.Type().Elem())
		if err := f.decode(text, n.Elem()); err != nil {
			return err
		}
		v.Set(n)
		return nil
	case reflect.Int:
		return f.decodeInt(text, v)
	case reflect.Slice:
		return f.decodeList(text, v)
	}
	if err := json.Unmarshal(text, v.Addr().Interface()); err != nil {
		return f.wrong(text, map[reflect.Kind]string{reflect.Bool: "true or false", reflect.String: "a string"}[v.Kind()])
	}
	if v.Kind() == reflect.String && f.enum != nil && !slices.Contains(f.enum, v.String()) {
		return f.wrong(text, "one of "+strings.Join(f.enum, ", "))
	}
	return nil
}

func (f *field) decodeInt(text json.RawMessage, v reflect.Value) error {
	var n float64
	if err := json.Unmarshal(text, &n); err != nil || n != math.Trunc(n) || math.Abs(n) > math.MaxInt32 {
		return f.wrong(text, "a whole number")
	}
	if (f.name == limitField || f.name == tokensField) && n < 1 {
		return f.wrong(text, "1 or more")
	}
	v.SetInt(int64(n))
	return nil
}

func (f *field) decodeList(text json.RawMessage, v reflect.Value) error {
	var elements []json.RawMessage
	if err := json.Unmarshal(text, &elements); err != nil {
		return f.wrong(text, "a list")
	}
	list := reflect.MakeSlice(v.Type(), len(elements), len(elements))
	for i, e := range elements {
		one := *f
		one.name = fmt.Sprintf("%s[%d]", f.name, i)
		if list.Index(i).Kind() == reflect.Struct {
			if err := decodeObject(e, list.Index(i), one.name+"."); err != nil {
				return err
			}
			continue
		}
		if err := one.decode(e, list.Index(i)); err != nil {
			return err
		}
	}
	v.Set(list)
	return nil
}

func (f *field) wrong(text json.RawMessage, expected string) error {
	given := kindOf(text)
	if k := given; k == "a number" || k == "a string" {
		given = query.Shown(string(text), 60)
	}
	return fmt.Errorf("%s must be %s, not %s", f.name, expected, given)
}

// kindOf says what a JSON value is.
func kindOf(text []byte) string {
	text = bytes.TrimSpace(text)
	if len(text) == 0 {
		return "empty"
	}
	switch text[0] {
	case '{':
		return "an object"
	case '[':
		return "a list"
	case '"':
		return "a string"
	case 't', 'f':
		return "true or false"
	case 'n':
		return "null"
	}
	return "a number"
}
