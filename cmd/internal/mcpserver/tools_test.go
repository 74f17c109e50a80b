package mcpserver_test

import (
	"encoding/json"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"codegraph/cmd/internal/mcpserver"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/mcp"
)

var update = flag.Bool("update", false, "write testdata/tools anew")

// TestToolsAreThoseOfTheSnapshots compares what clients see of each tool with
// testdata/tools: a change of wording is to be seen in a review.
func TestToolsAreThoseOfTheSnapshots(t *testing.T) {
	offered, err := tools.Offered("all")
	if err != nil {
		t.Fatal(err)
	}
	list, _ := mustList(t, offered)
	known := map[string]bool{}
	for _, one := range list {
		known[one.Name+".json"] = true
		text, err := json.MarshalIndent(one, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		name := filepath.Join("testdata", "tools", one.Name+".json")
		if *update {
			if err := os.WriteFile(name, append(text, '\n'), 0o644); err != nil {
				t.Fatal(err)
			}
			continue
		}
		want, err := os.ReadFile(name)
		if err != nil {
			t.Errorf("%v; go test -update writes it", err)
			continue
		}
		if d := cmp.Diff(string(want), string(text)+"\n"); d != "" {
			t.Errorf("%s (-snapshot +tool); go test -update writes it anew:\n%s", one.Name, d)
		}
	}
	kept, err := os.ReadDir(filepath.Join("testdata", "tools"))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range kept {
		if !known[e.Name()] {
			t.Errorf("testdata/tools/%s is of no tool", e.Name())
		}
	}
}

// TestSizes limits the length of tools/list, which every session of an assistant
// pays for, in characters.
func TestSizes(t *testing.T) {
	for _, p := range []struct {
		name string
		most int
	}{{"lean", 4000}, {"standard", 10000}, {"all", 21378}} {
		offered, err := tools.Offered(p.name)
		if err != nil {
			t.Fatal(err)
		}
		list, size := mustList(t, offered)
		t.Logf("%s: %d tools, %d characters", p.name, len(list), size)
		if len(list) == 0 || size >= p.most {
			t.Errorf("%s: %d tools have %d characters, want fewer than %d", p.name, len(list), size, p.most)
		}
		for _, one := range list {
			a := one.Annotations
			if a.ReadOnlyHint == nil || a.DestructiveHint == nil || a.IdempotentHint == nil || a.OpenWorldHint == nil {
				t.Errorf("%s does not say how it behaves", one.Name)
			}
		}
	}
}

// mustList returns the tools that a server lists, and the length of the list.
func mustList(t *testing.T, offered []*tool.Spec) ([]mcp.Tool, int) {
	t.Helper()
	c := newFixture(t, mcpserver.Options{Tools: offered}).client()
	r, err := c.ListTools(t.Context(), mcp.ListToolsRequest{})
	if err != nil {
		t.Fatal(err)
	}
	text, err := json.Marshal(r.Tools)
	if err != nil {
		t.Fatal(err)
	}
	if len(r.Tools) != len(offered) {
		t.Errorf("%d tools are listed of %d", len(r.Tools), len(offered))
	}
	return r.Tools, len(text)
}

// TestUnlistedToolsAnswer calls a tool that the server's profile does not list.
func TestUnlistedToolsAnswer(t *testing.T) {
	lean, err := tools.Offered("lean")
	if err != nil {
		t.Fatal(err)
	}
	c := newFixture(t, mcpserver.Options{Tools: lean}).client()
	c.text("init", "{}")
	contains(t, "unlisted tool", c.text("tree", "{}"), "Engine.cs")
}
