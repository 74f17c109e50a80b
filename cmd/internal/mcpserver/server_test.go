package mcpserver_test

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/sqlstore"
	"codegraph/cmd/internal/cli"
	"codegraph/cmd/internal/mcpserver"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/worker"

	"github.com/mark3labs/mcp-go/client"
	"github.com/mark3labs/mcp-go/mcp"
)

// asProgram makes this test binary the program itself.
const asProgram = "CODEGRAPH_TEST_PROGRAM"

func TestMain(m *testing.M) {
	if worker.IsChild() || os.Getenv(asProgram) != "" {
		os.Exit(cli.Main())
	}
	if address := os.Getenv(asFixtures); address != "" {
		if err := serveFixtures(address); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// files of two projects of which the first uses the second.
var files = map[string]string{
	"app/Core/Engine.cs": `// Main class of the tornado simulation.
namespace App {
    public class Engine {
        public int PlayerHealth { get; set; }
        public void CalculateDamage(Entity target, int baseDamage) { PlayerHealth -= baseDamage; }
    }
}
`,
	"app/Core/Player.cs": `namespace App {
    public class Player {
        public void Hit(Engine engine) { engine.CalculateDamage(null, 3); } // PlayerHealth sinks
        public void Draw() { MeshRenderer.RenderMesh(); }
    }
}
`,
	"app/AGENTS.md":    "# Rules\n\nBuild with care.\n",
	"lib/Renderer.cs":  "namespace Lib {\n    public class MeshRenderer {\n        public static void RenderMesh() { }\n    }\n}\n",
	"lib/.gitignore":   "out/\n",
	"empty/README.txt": "nothing\n",
}

// fixture is a server with projects that nobody has indexed yet.
type fixture struct {
	*testing.T
	dir       string // holds app, lib and empty
	workspace *workspace.Workspace
	server    *mcpserver.Server
}

func newFixture(t *testing.T, opts mcpserver.Options) *fixture {
	t.Helper()
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	f := &fixture{T: t, dir: dir}
	for name, text := range files {
		f.write(name, text)
	}
	pool, err := worker.NewPool(worker.Options{Engine: worker.Extraction(all.Set())})
	if err != nil {
		t.Fatal(err)
	}
	store, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: filepath.Join(dir, "catalog.db")})
	if err != nil {
		t.Fatal(err)
	}
	bases := federation.NewPool(16, all.Set())
	t.Cleanup(func() {
		bases.Close()
		store.Close()
		pool.Close()
	})
	x := &index.Indexer{Languages: all.Set(), Parsers: pool}
	f.workspace = &workspace.Workspace{Dir: filepath.Join(dir, "app"), Indexer: x, Keeper: &fresh.Keeper{Indexer: x}, Budget: 2 * time.Second,
		CatalogAccess: workspace.CatalogAccess{Catalog: func(context.Context) (catalog.Store, error) { return store, nil }, Node: "here", Pool: bases,
			Stat: func(string) (catalog.FileStamp, error) { return catalog.FileStamp{}, nil }}}
	f.server = mcpserver.New(f.workspace, opts)
	t.Cleanup(f.server.Close)
	return f
}

func (f *fixture) path(name string) string { return filepath.Join(f.dir, filepath.FromSlash(name)) }

func (f *fixture) write(name, text string) {
	f.Helper()
	if err := os.MkdirAll(filepath.Dir(f.path(name)), 0o755); err != nil {
		f.Fatal(err)
	}
	if err := os.WriteFile(f.path(name), []byte(text), 0o644); err != nil {
		f.Fatal(err)
	}
}

// client returns mcp-go's client, connected to the server without a transport.
func (f *fixture) client() *caller {
	f.Helper()
	c, err := client.NewInProcessClient(f.server.MCP())
	if err != nil {
		f.Fatal(err)
	}
	return connect(f.T, c)
}

// caller calls tools.
type caller struct {
	*testing.T
	*client.Client
}

func connect(t *testing.T, c *client.Client) *caller {
	t.Helper()
	t.Cleanup(func() { c.Close() })
	if err := c.Start(t.Context()); err != nil {
		t.Fatal(err)
	}
	req := mcp.InitializeRequest{}
	req.Params.ProtocolVersion = mcp.ProtocolVersion20251125
	req.Params.ClientInfo = mcp.Implementation{Name: "test", Version: "1"}
	got, err := c.Initialize(t.Context(), req)
	if err != nil {
		t.Fatal(err)
	}
	if n := len(got.Instructions); n == 0 || n >= 600 {
		t.Errorf("the instructions have %d characters", n)
	}
	return &caller{t, c}
}

// call calls a tool with arguments in JSON; the error is the protocol's.
func (c *caller) call(name, arguments string) (*mcp.CallToolResult, error) {
	req := mcp.CallToolRequest{}
	req.Params.Name = tool.Prefix + name
	req.Params.Arguments = json.RawMessage(arguments)
	return c.CallTool(c.Context(), req)
}

// text returns the text of an answer.
func (c *caller) text(name, arguments string) string {
	c.Helper()
	r, err := c.call(name, arguments)
	if err != nil {
		c.Fatalf("%s %s: %v", name, arguments, err)
	}
	if r.IsError {
		c.Fatalf("%s %s failed: %s", name, arguments, textOf(r))
	}
	return textOf(r)
}

// data calls a tool with format json and reads its answer into out.
func (c *caller) data(name, arguments string, out any) {
	c.Helper()
	r, err := c.call(name, withJSON(arguments))
	if err != nil || r.IsError {
		c.Fatalf("%s %s: %v, %+v", name, arguments, err, r)
	}
	text, err := json.Marshal(r.StructuredContent)
	if err != nil {
		c.Fatal(err)
	}
	if err := json.Unmarshal(text, out); err != nil {
		c.Fatalf("%s: %v in %s", name, err, text)
	}
	if n := len(textOf(r)); n > 40 {
		c.Errorf("%s gives %d characters of text beside its data", name, n)
	}
}

func withJSON(arguments string) string {
	if arguments == "{}" {
		return `{"format":"json"}`
	}
	return strings.TrimSuffix(arguments, "}") + `,"format":"json"}`
}

func textOf(r *mcp.CallToolResult) string {
	var b strings.Builder
	for _, c := range r.Content {
		if t, ok := c.(mcp.TextContent); ok {
			b.WriteString(t.Text)
		}
	}
	return b.String()
}
