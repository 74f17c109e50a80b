package httpserver

import (
	"net/http"
	"strings"
)

// openAPI answers with the OpenAPI description. It derives the description of a
// tool from the tool's Spec.
func (s *Server) openAPI(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, s.description())
}

type object = map[string]any

func (s *Server) description() object {
	paths := object{
		"/healthz":         object{"get": operation("health", "Liveness of the process; needs no token", nil)},
		"/readyz":          object{"get": operation("ready", "Readiness for questions", nil)},
		"/metrics":         object{"get": operation("metrics", "Prometheus metrics, as text", nil)},
		"/v1/openapi.json": object{"get": operation("openapi", "This description", nil)},
		"/v1/projects": object{"get": with(operation("list_projects", "The projects of the catalog", nil), "parameters", []object{
			parameter("tag", "query"), parameter("state", "query"), parameter("match", "query")})},
		"/v1/projects/{id}": object{"get": with(operation("show_project", "One project, by its id or name", nil), "parameters", []object{parameter("id", "path")})},
	}
	for _, t := range offered() {
		summary, doc, _ := strings.Cut(t.Doc, "\n")
		op := operation(t.Name, summary, t.InputSchema())
		op["description"] = strings.TrimSpace(doc)
		answers(op, "application/json", t.OutputSchema())
		if t.Streams() {
			answers(op, streamType, object{"type": "object", "description": "one line"})
		}
		paths["/v1/tools/"+t.Name] = object{"post": op}
	}
	put := operation("publish", "Publish the index of a project: an index.db, gzipped", nil)
	put["description"] = "Needs a token with the scope write. The server verifies the whole index before it answers from it."
	put["requestBody"] = object{"required": true, "content": object{uploadType: object{"schema": object{"type": "string", "format": "binary"}}}}
	paths[basePath] = object{"put": with(put, "parameters", []object{parameter("id", "path"),
		{"name": hashHeader, "in": "header", "required": true, "description": "SHA-256 of the index.db in hexadecimal", "schema": object{"type": "string"}}})}
	addCatalog(paths)
	d := object{
		"openapi": "3.1.0",
		"info":    object{"title": "CodeGraph", "version": s.opts.Version, "description": "Questions about indexed code. The tools are also offered over MCP at " + mcpPath + "."},
		"paths":   paths,
		"components": object{"schemas": object{"Error": object{"type": "object", "required": []string{"error"}, "properties": object{
			"error": object{"type": "object", "required": []string{"code", "message"}, "properties": object{
				"code": object{"type": "string"}, "message": object{"type": "string"}, "hint": object{"type": "string"}}}}}}},
	}
	if s.opts.Tokens != nil {
		d["components"].(object)["securitySchemes"] = object{"token": object{"type": "http", "scheme": "bearer"}}
		d["security"] = []object{{"token": []string{}}}
	}
	return d
}

// operation describes one method of an endpoint. body is the schema of its
// request, nil if it has none.
func operation(id, summary string, body any) object {
	failed := object{"description": "The error and what to do",
		"content": object{"application/json": object{"schema": object{"$ref": "#/components/schemas/Error"}}}}
	op := object{"operationId": id, "summary": summary,
		"responses": object{"200": object{"description": "The answer"}, "default": failed}}
	if body != nil {
		op["requestBody"] = object{"required": true, "content": object{"application/json": object{"schema": body}}}
	}
	return op
}

// answers describes the body of an operation's successful response.
func answers(op object, contentType string, schema any) {
	op["responses"].(object)["200"] = object{"description": "The answer", "content": object{contentType: object{"schema": schema}}}
}

func parameter(name, in string) object {
	return object{"name": name, "in": in, "required": in == "path", "schema": object{"type": "string"}}
}

func with(o object, key string, value any) object {
	o[key] = value
	return o
}
