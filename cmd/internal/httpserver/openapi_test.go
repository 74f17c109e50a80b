package httpserver

import (
	"encoding/json"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
)

// TestOpenAPI checks that the server has exactly the described routes, and that
// catalog responses have the described fields.
func TestOpenAPI(t *testing.T) {
	_, token, address := mustCatalog(t, Options{})
	bearer := token(catalog.Token{Scope: catalog.ScopeRead})
	var doc struct {
		Paths map[string]map[string]json.RawMessage `json:"paths"`
	}
	if err := json.Unmarshal([]byte(mustBody(t, strings.TrimPrefix(address, "http://"), "/v1/openapi.json", bearer)), &doc); err != nil {
		t.Fatal(err)
	}
	for path, operations := range doc.Paths {
		for method := range operations {
			r, err := http.NewRequest(strings.ToUpper(method), address+strings.ReplaceAll(path, "{id}", "x"), strings.NewReader("{"))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Authorization", "Bearer "+bearer)
			w, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			var f struct{ Error tool.Failure }
			_ = json.NewDecoder(w.Body).Decode(&f) // not every answer is an error
			w.Body.Close()
			if w.StatusCode == http.StatusMethodNotAllowed || w.StatusCode == http.StatusNotFound && !strings.HasPrefix(f.Error.Message, "no project ") {
				t.Errorf("%s %s is described, and answers with status %d: %s", method, path, w.StatusCode, f.Error.Message)
			}
		}
	}
	described := func(pattern string) bool {
		if pattern == mcpPath {
			return true // its own protocol describes it
		}
		prefix, _, isPattern := strings.Cut(pattern, "{")
		for path := range doc.Paths {
			if path == pattern || isPattern && strings.HasPrefix(path, prefix) {
				return true
			}
		}
		return false
	}
	s := New(Options{Workspace: &workspace.Workspace{}, MCP: http.NotFoundHandler()})
	if len(s.paths) < 8 {
		t.Errorf("only %d addresses: %q", len(s.paths), s.paths)
	}
	for _, pattern := range s.paths {
		if !described(pattern) {
			t.Errorf("%s is not described", pattern)
		}
	}
	checkFields(t, doc.Paths, address, bearer)
}

// checkFields compares answers with their descriptions.
func checkFields(t *testing.T, paths map[string]map[string]json.RawMessage, address, bearer string) {
	t.Helper()
	for _, m := range httpapi.Methods {
		if !m.ReadOnly() || m.Name == "find" {
			continue
		}
		var op struct {
			Responses map[string]struct {
				Content map[string]struct {
					Schema struct{ Properties map[string]any }
				}
			}
		}
		if err := json.Unmarshal(paths[httpapi.Prefix+m.Name]["get"], &op); err != nil {
			t.Fatal(err)
		}
		fields := op.Responses["200"].Content["application/json"].Schema.Properties
		var answer map[string]any
		body := mustBody(t, strings.TrimPrefix(address, "http://"), httpapi.Prefix+m.Name+"?arguments="+url.QueryEscape("{}"), bearer)
		if err := json.Unmarshal([]byte(body), &answer); err != nil || answer["error"] != nil {
			t.Errorf("%s: %s", m.Name, body)
		}
		for name := range answer {
			if _, ok := fields[name]; !ok {
				t.Errorf("%s answers %q, which is not described: %v", m.Name, name, fields)
			}
		}
	}
}
