package httpserver

import (
	"encoding"
	"reflect"
	"strings"

	"codegraph/catalog/httpapi"
)

// addCatalog describes the methods of the catalog API.
func addCatalog(paths object) {
	for _, m := range httpapi.Methods {
		schema := schemaOf(m.In)
		op := operation("catalog_"+m.Name, m.Doc, nil)
		op["description"] = "Needs a token with the scope " + string(m.Scope) + "."
		op["requestBody"] = object{"required": true, "content": object{"application/json": object{"schema": schema}}}
		op["responses"].(object)["200"] = object{"description": "The answer", "content": object{"application/json": object{"schema": schemaOf(m.Out)}}}
		at := object{"post": op}
		if m.ReadOnly() {
			get := operation("get_catalog_"+m.Name, m.Doc, nil)
			get["responses"] = op["responses"]
			get["parameters"] = []object{{"name": "arguments", "in": "query", "required": false,
				"content": object{"application/json": object{"schema": schema}}}}
			at["get"] = get
		}
		paths[httpapi.Prefix+m.Name] = at
	}
}

var textType = reflect.TypeFor[encoding.TextMarshaler]()

// schemaOf returns the JSON schema of a type.
func schemaOf(t reflect.Type) object {
	if t.Implements(textType) {
		return object{"type": "string"}
	}
	switch t.Kind() {
	case reflect.Bool:
		return object{"type": "boolean"}
	case reflect.String:
		return object{"type": "string"}
	case reflect.Slice:
		return object{"type": []string{"array", "null"}, "items": schemaOf(t.Elem())}
	case reflect.Map:
		return object{"type": []string{"object", "null"}, "additionalProperties": schemaOf(t.Elem())}
	case reflect.Struct:
		properties := object{}
		addFields(properties, t)
		return object{"type": "object", "properties": properties, "additionalProperties": false}
	}
	return object{"type": "integer"}
}

func addFields(properties object, t reflect.Type) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case f.Anonymous:
			addFields(properties, f.Type)
		case f.IsExported() && name != "-":
			properties[name] = schemaOf(f.Type)
		}
	}
}
