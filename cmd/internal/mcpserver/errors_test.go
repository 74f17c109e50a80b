package mcpserver_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"codegraph/cmd/internal/mcpserver"
	"codegraph/projectbase/store/lock"

	"github.com/mark3labs/mcp-go/mcp"
)

// TestErrors checks that a wrong call results in a tool error with the cause and a
// hint, and that the server keeps running.
func TestErrors(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	c := f.client()
	c.text("init", "{}")
	tests := []struct{ what, tool, arguments, code, says string }{
		{"missing", "query", `{}`, "usage", "term is missing"},
		{"null is missing", "query", `{"term":null}`, "usage", "term is missing"},
		{"wrong type", "query", `{"term":7}`, "usage", "term must be a string, not 7"},
		{"object for a string", "query", `{"term":{}}`, "usage", "term must be a string, not an object"},
		{"string for a list", "query", `{"term":"x","type_filter":"code"}`, "usage", "type_filter must be a list"},
		{"wrong element", "query", `{"term":"x","type_filter":["code","klass"]}`, "usage", `type_filter[1] must be one of code, property`},
		{"wrong word", "query", `{"term":"x","mode":"fuzzy"}`, "usage", "mode must be one of exact, contains"},
		{"wrong format", "query", `{"term":"x","format":"xml"}`, "usage", "format must be one of text, json"},
		{"half a number", "query", `{"term":"x","limit":1.5}`, "usage", "limit must be a whole number"},
		{"huge number", "tree", `{"depth":1e300}`, "usage", "depth must be a whole number"},
		{"no limit", "query", `{"term":"x","limit":0}`, "usage", "limit must be a whole number of 1 or more"},
		{"no tokens", "query", `{"term":"x","max_tokens":-5}`, "usage", "max_tokens must be a whole number of 1 or more"},
		{"unknown", "query", `{"term":"x","bogus":1}`, "usage", `unknown argument "bogus"; known are term, mode`},
		{"unknown below", "update_batch", `{"files":[{"file":"a","line":1}]}`, "usage", `unknown argument "files[0].line"`},
		{"missing below", "update_batch", `{"files":[{}]}`, "usage", "files[0].file is missing"},
		{"no object", "query", `["x"]`, "usage", "the arguments must be a JSON object"},
		{"unknown project", "query", `{"term":"x","project":"nobody"}`, "", "nobody"},
		{"outside", "signature", `{"file":"../../etc/passwd"}`, "not_allowed", "lies outside of the project"},
		{"outside, absolute", "update", `{"file":"/etc/passwd"}`, "not_allowed", "lies outside of the project"},
		{"no such file", "signature", `{"file":"nothing.go"}`, "not_found", "nothing.go"},
		{"not indexed", "query", fmt.Sprintf(`{"term":"x","project":%q}`, f.path("lib")), "not_indexed", `call codegraph_init {"path":"` + f.path("lib")},
		{"long", "query", `{"term":"` + strings.Repeat("x", 10<<20) + `"}`, "usage", "the arguments have 10485"},
		{"bad pattern", "query", `{"term":"(","mode":"regex"}`, "usage", ""},
		{"bad time", "query", `{"term":"x","modified_since":"yesterday"}`, "usage", `"yesterday" is not a time`},
		{"control characters", "signature", `{"file":"a\u001b[31m\u202eb"}`, "not_found", "ab"},
	}
	for _, tt := range tests {
		t.Run(tt.what, func(t *testing.T) {
			r, err := c.call(tt.tool, tt.arguments)
			if err != nil {
				t.Fatalf("an error of the protocol: %v", err)
			}
			text := textOf(r)
			if !r.IsError || !strings.HasPrefix(text, tt.code) || tt.what != "control characters" && !strings.Contains(text, tt.says) || len(text) > 1000 {
				t.Errorf("isError %v: %q; want code %s with %q", r.IsError, text, tt.code, tt.says)
			}
			if strings.ContainsAny(text, "\x1b\u202e") {
				t.Errorf("%q holds control characters", text)
			}
		})
	}
	t.Run("busy", func(t *testing.T) {
		lock, err := lock.Acquire(t.Context(), f.path("app/.codegraph"), 0, nil)
		if err != nil {
			t.Fatal(err)
		}
		defer lock.Release()
		if r, err := c.call("update", `{"file":"Core/Engine.cs","format":"json"}`); err != nil || !r.IsError || !strings.HasPrefix(textOf(r), "busy") || r.StructuredContent == nil {
			t.Errorf("%+v, %v", r, err)
		}
		// Questions wait for nobody, and find what cannot be indexed now.
		f.write("app/Core/Late.cs", "class Late {}\n")
		contains(t, "query", c.text("query", `{"term":"Late"}`), "Core/Late.cs")
	})
	if _, err := c.call("nothing", "{}"); err == nil || !errors.Is(err, mcp.ErrInvalidParams) {
		t.Errorf("unknown tool: %v", err)
	}
	contains(t, "afterwards", c.text("query", `{"term":"Engine"}`), "Core/Engine.cs")
}
