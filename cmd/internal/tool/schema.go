package tool

import (
	"encoding/json"
	"fmt"
	"reflect"

	"github.com/google/jsonschema-go/jsonschema"
)

// Schema returns the JSON Schema of the tool's input for an assistant's list of
// tools, with brief descriptions. It leaves out aliases and unlisted parameters,
// which Decode accepts.
func (s *Spec) Schema() json.RawMessage { return jsonText(objectSchema(s.in, true)) }

// InputSchema returns the JSON Schema of the tool's input with full descriptions.
func (s *Spec) InputSchema() *jsonschema.Schema { return objectSchema(s.in, false) }

// OutputSchema returns the JSON Schema of the tool's answer.
func (s *Spec) OutputSchema() *jsonschema.Schema {
	schema, err := jsonschema.ForType(s.out, &jsonschema.ForOptions{IgnoreInvalidTypes: true, TypeSchemas: map[reflect.Type]*jsonschema.Schema{
		reflect.TypeFor[json.RawMessage](): {},
	}})
	if err != nil {
		return &jsonschema.Schema{Type: "object"} // a type that contains itself
	}
	openObjects(schema)
	return schema
}

// openObjects lets objects have more properties: a later version may add some.
func openObjects(s *jsonschema.Schema) {
	if s == nil {
		return
	}
	if s.Properties != nil {
		s.AdditionalProperties = nil
	}
	for _, p := range s.Properties {
		openObjects(p)
	}
	openObjects(s.Items)
	openObjects(s.AdditionalProperties)
}

func objectSchema(t reflect.Type, brief bool) *jsonschema.Schema {
	s := &jsonschema.Schema{Type: "object", Properties: map[string]*jsonschema.Schema{}}
	for _, f := range fieldsOf(t) {
		if brief && f.Unlisted {
			continue
		}
		s.Properties[f.Name] = f.schema(brief)
		s.PropertyOrder = append(s.PropertyOrder, f.Name)
		if f.must {
			s.Required = append(s.Required, f.Name)
		}
	}
	return s
}

func (f *field) schema(brief bool) *jsonschema.Schema {
	s := typeSchema(f.typ, brief)
	s.Description = f.Doc
	if brief {
		s.Description = f.Brief
	}
	one := s
	if s.Items != nil {
		one = s.Items
	}
	for _, value := range f.Enum {
		one.Enum = append(one.Enum, value)
	}
	if !brief && s.Type == "integer" && f.positive() {
		s.Minimum = new(float64)
		*s.Minimum = 1
	}
	if f.Default != "" {
		s.Default = json.RawMessage(f.Default)
		if s.Type == "string" {
			s.Default = jsonText(f.Default)
		}
	}
	return s
}

// positive reports whether the field's 0, which means no limit, is for the
// command line only.
func (f *field) positive() bool { return f.Name == "limit" || f.Name == "max_tokens" }

// typeSchema returns the schema of a type that a field may have.
func typeSchema(t reflect.Type, brief bool) *jsonschema.Schema {
	switch t.Kind() {
	case reflect.Pointer:
		return typeSchema(t.Elem(), brief)
	case reflect.Slice:
		return &jsonschema.Schema{Type: "array", Items: typeSchema(t.Elem(), brief)}
	case reflect.Struct:
		return objectSchema(t, brief)
	case reflect.Bool:
		return &jsonschema.Schema{Type: "boolean"}
	case reflect.Int:
		return &jsonschema.Schema{Type: "integer"}
	case reflect.String:
		return &jsonschema.Schema{Type: "string"}
	}
	panic(fmt.Sprintf("tool: type %s has no schema", t))
}

// jsonText returns the JSON of a value that has one.
func jsonText(v any) json.RawMessage {
	text, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return text
}
