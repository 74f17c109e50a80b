package tool

import (
	"bytes"
	"encoding/json"
	"fmt"
	"reflect"
	"strings"
)

// Schema returns the JSON Schema of what the tool takes. Its fields are in their
// own order; what is not in it is refused by Decode.
func (s *Spec) Schema() json.RawMessage {
	var b bytes.Buffer
	objectSchema(&b, s.in)
	return b.Bytes()
}

func objectSchema(b *bytes.Buffer, t reflect.Type) {
	b.WriteString(`{"type":"object","properties":{`)
	var required []string
	for i, f := range jsonFields(t) {
		if i > 0 {
			b.WriteByte(',')
		}
		fmt.Fprintf(b, "%s:", jsonText(f.name))
		f.schema(b)
		if f.must {
			required = append(required, f.name)
		}
	}
	b.WriteByte('}')
	if required != nil {
		fmt.Fprintf(b, `,"required":%s`, jsonText(required))
	}
	b.WriteString(`}`)
}

func (f *field) schema(b *bytes.Buffer) {
	b.WriteByte('{')
	t := f.typ
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch t.Kind() {
	case reflect.Slice:
		b.WriteString(`"type":"array","items":`)
		if t.Elem().Kind() == reflect.Struct {
			objectSchema(b, t.Elem())
		} else {
			b.WriteString(`{"type":"string"`)
			f.enumSchema(b)
			b.WriteByte('}')
		}
	case reflect.Bool:
		b.WriteString(`"type":"boolean"`)
	case reflect.Int:
		b.WriteString(`"type":"integer"`)
		if f.name == limitField {
			b.WriteString(`,"minimum":1`)
		}
	case reflect.String:
		b.WriteString(`"type":"string"`)
		f.enumSchema(b)
	default:
		panic(fmt.Sprintf("tool: field %s has type %s, which no schema can have", f.name, f.typ))
	}
	if f.def != "" {
		def := jsonText(f.def)
		if t.Kind() == reflect.Int {
			def = f.def
		}
		fmt.Fprintf(b, `,"default":%s`, def)
	}
	if text := f.brief; text != "" {
		fmt.Fprintf(b, `,"description":%s`, jsonText(text))
	}
	b.WriteByte('}')
}

func (f *field) enumSchema(b *bytes.Buffer) {
	if f.enum != nil {
		fmt.Fprintf(b, `,"enum":%s`, jsonText(f.enum))
	}
}

// jsonFields returns the fields of a struct that have a name in JSON.
func jsonFields(t reflect.Type) []field {
	var out []field
	for _, sf := range reflect.VisibleFields(t) {
		if f := newField(sf); !sf.Anonymous && f.name != "-" {
			out = append(out, f)
		}
	}
	return out
}

// jsonText returns v, which JSON has a text for, in JSON.
func jsonText(v any) string {
	var b strings.Builder
	e := json.NewEncoder(&b)
	e.SetEscapeHTML(false)
	if err := e.Encode(v); err != nil {
		panic(err)
	}
	return strings.TrimSuffix(b.String(), "\n")
}
