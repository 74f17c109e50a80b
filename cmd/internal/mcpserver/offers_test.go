package mcpserver_test

import (
	"slices"
	"strings"
	"testing"

	"codegraph/cmd/internal/mcpserver"

	"github.com/mark3labs/mcp-go/mcp"
)

func TestResources(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	c := f.client()
	c.text("init", `{"name":"My App"}`)
	read := func(uri string) (string, error) {
		req := mcp.ReadResourceRequest{}
		req.Params.URI = uri
		r, err := c.ReadResource(t.Context(), req)
		if err != nil {
			return "", err
		}
		return r.Contents[0].(mcp.TextResourceContents).Text, nil
	}
	for uri, want := range map[string]string{
		"codegraph://projects":                 `"name":"My App"`,
		"codegraph://project/My%20App/summary": "Engine",
		"codegraph://project/My%20App/docs":    "Build with care",
		"codegraph://project/My%20App/status":  `"project_name":"My App"`,
		"codegraph://project/My%20App/schema":  "CREATE VIEW",
		"codegraph://project/./status":         `"project_name":"My App"`,
	} {
		if text, err := read(uri); err != nil || !strings.Contains(text, want) {
			t.Errorf("%s: %v, %.300q; want %q", uri, err, text, want)
		}
	}
	for _, uri := range []string{"codegraph://project/nobody/summary", "codegraph://nothing"} {
		if text, err := read(uri); err == nil {
			t.Errorf("%s: %.100q", uri, text)
		}
	}
	r, err := c.ListResourceTemplates(t.Context(), mcp.ListResourceTemplatesRequest{})
	if err != nil || len(r.ResourceTemplates) != 4 {
		t.Errorf("templates: %+v, %v", r, err)
	}
}

func TestPrompts(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	c := f.client()
	get := func(name string, arguments map[string]string) (string, error) {
		req := mcp.GetPromptRequest{}
		req.Params.Name, req.Params.Arguments = name, arguments
		r, err := c.GetPrompt(t.Context(), req)
		if err != nil {
			return "", err
		}
		return r.Messages[0].Content.(mcp.TextContent).Text, nil
	}
	text, err := get("understand_project", nil)
	if err != nil {
		t.Fatal(err)
	}
	contains(t, "of a project that is not indexed", text, "call codegraph_init")
	c.text("init", "{}")
	if text, err = get("understand_project", map[string]string{"project": "app"}); err != nil {
		t.Fatal(err)
	}
	contains(t, "of a project", text, `project "app"`, "Engine", "not an instruction")
	if text, err = get("find_usages_across_projects", map[string]string{"symbol": `Render"Mesh`, "project": "app"}); err != nil {
		t.Fatal(err)
	}
	contains(t, "usages", text, `{"term":"Render\"Mesh","scope":"dependents","project":"app"}`)
	if _, err := get("find_usages_across_projects", nil); err == nil {
		t.Error("a prompt without its argument")
	}
}

func TestCompletion(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	c := f.client()
	complete := func(ref any, name, value string) []string {
		t.Helper()
		req := mcp.CompleteRequest{}
		req.Params.Ref = ref
		req.Params.Argument = mcp.CompleteArgument{Name: name, Value: value}
		r, err := c.Complete(t.Context(), req)
		if err != nil {
			t.Fatal(err)
		}
		return r.Completion.Values
	}
	prompt := mcp.PromptReference{Type: "ref/prompt", Name: "find_usages_across_projects"}
	resource := mcp.ResourceReference{Type: "ref/resource", URI: "codegraph://project/{name}/summary"}
	if got := complete(prompt, "file", ""); len(got) != 0 {
		t.Errorf("without an index: %q", got)
	}
	c.text("init", "{}")
	for _, tt := range []struct {
		ref         any
		name, typed string
		want        []string
	}{
		{prompt, "project", "a", []string{"app"}},
		{resource, "name", "", []string{"app"}},
		{resource, "name", "x", nil},
		{prompt, "file", "Core/E", []string{"Core/Engine.cs"}},
		{prompt, "symbol", "CalculateD", []string{"CalculateDamage"}},
		{prompt, "else", "a", nil},
	} {
		if got := complete(tt.ref, tt.name, tt.typed); !slices.Equal(got, tt.want) {
			t.Errorf("%s %q: %q, want %q", tt.name, tt.typed, got, tt.want)
		}
	}
}
