package tool

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"math"
	"reflect"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/query"

	"github.com/google/jsonschema-go/jsonschema"
)

// MaxArguments is the longest JSON of a call's arguments, in bytes.
const MaxArguments = 1 << 20

// Decode reads the arguments of a call over MCP or HTTP: a JSON object, or
// nothing. It returns an input for Run. Its errors wrap projectbase.ErrUsage and
// name the argument, its value and the expected one.
func (s *Spec) Decode(arguments []byte) (in any, err error) {
	if len(arguments) > MaxArguments {
		return nil, fmt.Errorf("%w: the arguments have %d bytes; the limit is %d", projectbase.ErrUsage, len(arguments), MaxArguments)
	}
	if text := bytes.TrimSpace(arguments); len(text) == 0 || string(text) == "null" {
		arguments = []byte("{}")
	}
	checked, err := checkObject(arguments, s.in, "")
	if err != nil {
		return nil, fmt.Errorf("%w: %w", projectbase.ErrUsage, err)
	}
	v := reflect.New(s.in)
	if err := json.Unmarshal(checked, v.Interface()); err != nil {
		return nil, fmt.Errorf("%w: %w", projectbase.ErrUsage, err)
	}
	return v.Interface(), nil
}

// checkObject returns a JSON object with the names of t's fields in place of
// their aliases. prefix names the object in errors, "" for the arguments.
func checkObject(text []byte, t reflect.Type, prefix string) (json.RawMessage, error) {
	given, err := members(text)
	if err != nil {
		if prefix == "" {
			return nil, fmt.Errorf("the arguments must be a JSON object: %w", err)
		}
		return nil, fmt.Errorf("%s must be an object: %w", strings.TrimSuffix(prefix, "."), err)
	}
	fields := fieldsOf(t)
	checked := map[string]json.RawMessage{}
	names := map[string]string{} // the name that was given, by the field's
	for _, m := range given {
		i := slices.IndexFunc(fields, func(f field) bool { return f.accepts(m.name) })
		if i < 0 {
			return nil, unknown(prefix+m.name, fields)
		}
		f := &fields[i]
		if other, ok := names[f.Name]; ok {
			return nil, duplicate(prefix, other, m.name)
		}
		names[f.Name] = m.name
		if string(m.value) == "null" {
			continue
		}
		if checked[f.Name], err = checkValue(m.value, f.typ, f.schema(false), prefix+m.name); err != nil {
			return nil, err
		}
	}
	for _, f := range fields {
		if f.must && checked[f.Name] == nil {
			return nil, fmt.Errorf("%s is missing (%s)", prefix+f.Name, f.Doc)
		}
	}
	return jsonText(checked), nil
}

func duplicate(prefix, first, second string) error {
	if first == second {
		return fmt.Errorf("argument %s is given twice", prefix+first)
	}
	return fmt.Errorf("arguments %s and %s mean the same; give one of them", prefix+first, prefix+second)
}

func unknown(name string, fields []field) error {
	names := make([]string, 0, len(fields))
	for _, f := range fields {
		names = append(names, f.Name)
	}
	return fmt.Errorf("unknown argument %q; known are %s", query.Shown(name, 60), strings.Join(names, ", "))
}

// checkValue checks one value against its schema. It returns the value as
// encoding/json reads it into a t.
func checkValue(text json.RawMessage, t reflect.Type, schema *jsonschema.Schema, name string) (json.RawMessage, error) {
	if t.Kind() == reflect.Struct {
		return checkObject(text, t, name+".")
	}
	if t.Kind() == reflect.Slice {
		return checkList(text, t, schema, name)
	}
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return nil, err
	}
	resolved, err := schema.Resolve(nil)
	if err != nil {
		return nil, err
	}
	number, isNumber := value.(float64)
	if resolved.Validate(value) != nil || isNumber && math.Abs(number) > math.MaxInt32 {
		return nil, wrong(text, name, expected(schema))
	}
	if isNumber {
		return jsonText(int64(number)), nil // 3.0 is a whole number too
	}
	return text, nil
}

func checkList(text json.RawMessage, t reflect.Type, schema *jsonschema.Schema, name string) (json.RawMessage, error) {
	var elements []json.RawMessage
	if err := json.Unmarshal(text, &elements); err != nil {
		return nil, wrong(text, name, "a list")
	}
	for i := range elements {
		var err error
		if elements[i], err = checkValue(elements[i], t.Elem(), schema.Items, fmt.Sprintf("%s[%d]", name, i)); err != nil {
			return nil, err
		}
	}
	return jsonText(elements), nil
}

// expected describes the values that fit a schema.
func expected(s *jsonschema.Schema) string {
	switch {
	case s.Enum != nil:
		values := make([]string, len(s.Enum))
		for i, v := range s.Enum {
			values[i] = fmt.Sprint(v)
		}
		return "one of " + strings.Join(values, ", ")
	case s.Minimum != nil:
		return fmt.Sprintf("a whole number of %v or more", *s.Minimum)
	}
	return map[string]string{"integer": "a whole number", "boolean": "true or false", "string": "a string"}[s.Type]
}

func wrong(text json.RawMessage, name, expected string) error {
	given := kindOf(text)
	if given == "a number" || given == "a string" {
		given = query.Shown(string(text), 60)
	}
	return fmt.Errorf("%s must be %s, not %s", name, expected, given)
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
		return nil, errors.New("text follows it")
	}
	return out, nil
}

// kindOf names the type of a JSON value.
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
