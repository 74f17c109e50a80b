package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"os/exec"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/mcpserver"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"

	"github.com/google/go-cmp/cmp"
	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// TestSameAnswerEverywhere checks that a tool returns the same JSON in process, over
// standard input and output, over HTTP, and on the command line.
func TestSameAnswerEverywhere(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	web := httptest.NewServer(f.server.Handler())
	t.Cleanup(web.Close)
	overHTTP, err := client.NewStreamableHttpClient(web.URL + "/mcp")
	if err != nil {
		t.Fatal(err)
	}
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	env := []string{asProgram + "=1", "CODEGRAPH_CATALOG=" + f.path("catalog.db"), "HOME=" + f.dir, "PATH=" + os.Getenv("PATH")}
	run := func(args ...string) []byte {
		t.Helper()
		cmd := exec.CommandContext(t.Context(), self, append([]string{"--json", "-C", f.path("app")}, args...)...)
		cmd.Env = env
		text, err := cmd.Output()
		if err != nil {
			t.Fatalf("%s: %v\n%s", args, err, text)
		}
		return text
	}
	run("init")
	run("init", f.path("lib"))
	run("link", f.path("lib"))
	store, err := f.workspace.Catalog(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	known, err := store.Projects(t.Context(), catalog.Query{})
	if err != nil || len(known) != 2 {
		t.Fatalf("%+v, %v", known, err)
	}
	f.workspace.Node = known[0].Node // as the command line calls this machine
	overStdio, err := client.NewStdioMCPClient(self, env, "-C", f.path("app"), "mcp", "--tools", "all")
	if err != nil {
		t.Fatal(err)
	}
	clients := map[string]*caller{"in-process": f.client(), "HTTP": connect(t, overHTTP), "standard input": connect(t, overStdio)}
	for _, tt := range []struct{ tool, arguments, verb string }{
		{"query", `{"term":"PlayerHealth"}`, "query PlayerHealth"},
		{"query", `{"term":"render","mode":"starts_with","scope":"all"}`, "query render --mode starts_with --scope all"},
		{"query", `{"term":"Engine","max_tokens":200}`, "query Engine --max-tokens 200"},
		{"signature", `{"file":"Core/Engine.cs"}`, "signature Core/Engine.cs"},
		{"signatures", `{"path":"Core"}`, "signatures Core"},
		{"tree", `{"include_stats":true}`, "tree --stats"},
		{"tree", `{"max_tokens":60}`, "tree --max-tokens 60"},
		{"summary", `{}`, "summary"},
		{"docs", `{}`, "docs"},
		{"links", `{}`, "links"},
		{"status", `{}`, "status"},
		{"projects", `{"match":"app"}`, "projects app"},
	} {
		var want any
		if err := json.Unmarshal(run(strings.Fields(tt.verb)...), &want); err != nil {
			t.Fatalf("%s: %v", tt.verb, err)
		}
		for name, c := range clients {
			var got any
			c.data(tt.tool, tt.arguments, &got)
			if d := cmp.Diff(timeless(want), timeless(got)); d != "" {
				t.Errorf("%s %s by %s (-command line +tool):\n%s", tt.tool, tt.arguments, name, d)
			}
		}
	}
}

// timeless sets the times of looking to zero, and the node's words for them.
func timeless(v any) any {
	switch v := v.(type) {
	case map[string]any:
		for k := range v {
			if k == "checked_at" || k == "last_seen" || k == "last_checked" || k == "last_indexed" {
				v[k] = 0.0
				continue
			}
			v[k] = timeless(v[k])
		}
	case []any:
		for i := range v {
			v[i] = timeless(v[i])
		}
	}
	return v
}

func TestWhatHTTPRefuses(t *testing.T) {
	f := newFixture(t, mcpserver.Options{MaxBody: 1000})
	web := httptest.NewServer(f.server.Handler())
	t.Cleanup(web.Close)
	for _, tt := range []struct {
		name, body string
		status     int
	}{
		{"too long", `{"jsonrpc":"2.0","id":1,"method":"` + strings.Repeat("x", 2000) + `"}`, http.StatusRequestEntityTooLarge},
		{"cancels the call of another", `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`, http.StatusAccepted},
		{"no JSON", `{`, http.StatusBadRequest},
	} {
		r, err := http.Post(web.URL, "application/json", strings.NewReader(tt.body))
		if err != nil {
			t.Fatal(err)
		}
		text, _ := io.ReadAll(r.Body)
		r.Body.Close()
		if r.StatusCode != tt.status {
			t.Errorf("%s: %s %s, want %d", tt.name, r.Status, text, tt.status)
		}
	}
}

// TestNotificationsOverHTTPArrive checks that no notification is lost, including the
// last one.
func TestNotificationsOverHTTPArrive(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	web := httptest.NewServer(f.server.Handler())
	t.Cleanup(web.Close)
	raw, err := client.NewStreamableHttpClient(web.URL)
	if err != nil {
		t.Fatal(err)
	}
	c := connect(t, raw)
	told := make(chan float64, 100)
	raw.OnNotification(func(n mcp.JSONRPCNotification) {
		if done, ok := n.Params.AdditionalFields["progress"].(float64); ok {
			told <- done
		}
	})
	req := mcp.CallToolRequest{}
	req.Params.Name = "codegraph_init"
	req.Params.Meta = &mcp.Meta{ProgressToken: "p"}
	if r, err := c.CallTool(t.Context(), req); err != nil || r.IsError {
		t.Fatalf("%+v, %v", r, err)
	}
	ctx, cancel := context.WithTimeout(t.Context(), 10*time.Second)
	defer cancel()
	for {
		select {
		case done := <-told:
			if done == 3 {
				return
			}
		case <-ctx.Done():
			t.Fatal("the end was not told")
		}
	}
}

// TestRanOverHTTP checks that the hook for finished calls gets the HTTP request.
func TestRanOverHTTP(t *testing.T) {
	type key struct{}
	var told []string
	s := mcpserver.New(&workspace.Workspace{}, mcpserver.Options{Ran: func(ctx context.Context, spec *tool.Spec, arguments []byte, err error) {
		told = append(told, fmt.Sprint(ctx.Value(key{}), " ", spec.Name, " ", string(arguments), " ", err != nil))
	}})
	defer s.Close()
	r := httptest.NewRequest("POST", "/mcp", strings.NewReader(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"codegraph_query","arguments":{"bogus":1},`+
		`"_meta":{"io.modelcontextprotocol/protocolVersion":"2026-07-28","io.modelcontextprotocol/clientCapabilities":{}}}}`))
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Mcp-Protocol-Version", "2026-07-28")
	r.Header.Set("Mcp-Method", "tools/call")
	r.Header.Set("Mcp-Name", "codegraph_query")
	w := httptest.NewRecorder()
	s.Handler().ServeHTTP(w, r.WithContext(context.WithValue(r.Context(), key{}, "anna")))
	if want := `anna query {"bogus":1} true`; len(told) != 1 || told[0] != want {
		t.Errorf("told %q, want %q: %s", told, want, w.Body)
	}
}
