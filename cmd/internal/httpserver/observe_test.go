package httpserver

import (
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/workspace"
)

// TestLabelsAreBounded asks for a hundred things that do not exist, with names
// that somebody chose: none becomes part of a label, and there are no more series
// after the last than after the first.
func TestLabelsAreBounded(t *testing.T) {
	s := New(Options{Version: "v1", Workspace: &workspace.Workspace{}, MCP: http.NotFoundHandler()})
	get := func(method, path, body string) string {
		w := httptest.NewRecorder()
		r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(body))
		s.ServeHTTP(w, r)
		return w.Body.String()
	}
	ask := func(i int) {
		name := fmt.Sprintf("secret%03d", i)
		for _, path := range []string{"/", "/v1/tools/", "/v1/ask/", "/v1/projects/", "/v1/catalog/", "/mcp/"} {
			get("POST", path+name, `{"term":"`+name+`"}`)
			get(strings.ToUpper(name), path+name, "")
		}
		s.Ran(t.Context(), question.Query(), nil, errors.New(name))
	}
	ask(0)
	first := strings.Count(get("GET", "/metrics", ""), "\n")
	for i := range 100 {
		ask(i)
	}
	text := get("GET", "/metrics", "")
	if strings.Contains(strings.ToLower(text), "secret") {
		t.Errorf("a name has become a label:\n%s", text)
	}
	if last := strings.Count(text, "\n"); first < 10 || last > first+20 {
		t.Errorf("%d lines of metrics have become %d", first, last)
	}
}
