package main

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

// tree holds the server's two projects. One depends on the other.
const tree = `
-- app/go.mod --
module example.com/app

go 1.26

require example.com/lib v1.0.0
-- app/main.go --
package main

import "example.com/lib"

// main runs Widget <twice> & more.
func main() { lib.Widget() }

// Shape is what Square is.
type Shape interface{ Area() int }

type Square struct{}

func (Square) Area() int { return 1 }
-- lib/go.mod --
module example.com/lib

go 1.26
-- lib/lib.go --
package lib

// Widget is one.
func Widget() {}
`

// reads says how tools that only read are asked on the command line and over HTTP. A
// tool without a row is asked without arguments.
var reads = map[string]struct {
	args []string
	body string
}{
	"query":     {[]string{"query", "Widget", "--include-dependencies"}, `{"term":"Widget","include_dependencies":true}`},
	"signature": {[]string{"signature", "main.go"}, `{"file":"main.go"}`},
	"tree":      {[]string{"tree", "--stats"}, `{"include_stats":true}`},
	"why":       {[]string{"why", "app", "lib"}, `{"from":"app","to":"lib"}`},

	"symbol":          {[]string{"symbol", "main"}, `{"name":"main"}`},
	"callers":         {[]string{"callers", "Square.Area"}, `{"symbol":"Square.Area"}`},
	"callees":         {[]string{"callees", "main"}, `{"symbol":"main"}`},
	"references":      {[]string{"references", "Square"}, `{"name":"Square"}`},
	"impact":          {[]string{"impact", "Shape"}, `{"target":"Shape"}`},
	"affected":        {[]string{"affected", "main.go"}, `{"files":["main.go"]}`},
	"hierarchy":       {[]string{"hierarchy", "Shape"}, `{"type":"Shape"}`},
	"implementations": {[]string{"implementations", "Shape"}, `{"name":"Shape"}`},
	"imports":         {[]string{"imports", "main.go"}, `{"file":"main.go"}`},
	"importers":       {[]string{"importers", "main.go"}, `{"file":"main.go"}`},
	"diff_context":    {[]string{"diff-context", "main.go"}, `{"files":["main.go"]}`},
}

// TestServe checks that each read-only tool answers over HTTP with the same JSON as
// the command line, and that the server refuses requests without permission.
func TestServe(t *testing.T) {
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range txtar.Parse([]byte(tree)).Files {
		path := filepath.Join(dir, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range map[string]string{"HOME": dir, "XDG_CONFIG_HOME": dir, "XDG_DATA_HOME": dir, "CODEGRAPH_CATALOG": filepath.Join(dir, "catalog.db"),
		"CODEGRAPH_TOKEN": "", "CODEGRAPH_LOG_LEVEL": "", "CODEGRAPH_BASES": "", "CODEGRAPH_DIR": "", "CODEGRAPH_SERVE_LISTEN": "127.0.0.1:0"} {
		t.Setenv(name, value)
	}
	mustCommit(t, filepath.Join(dir, "app"))
	mustRun(t, dir, "scan", ".", "--index")
	app := filepath.Join(dir, "app")
	address := mustStart(t, app)
	mustRun(t, dir, "serve", "--check", "--listen", strings.TrimPrefix(address, "http://"))

	for _, s := range tools.All() {
		if !s.Hints.ReadOnly {
			continue
		}
		t.Run(s.Name, func(t *testing.T) {
			ask, ok := reads[s.Name]
			if !ok {
				if requires(s) {
					t.Fatal("it has a required parameter and no row in reads")
				}
				ask.args, ask.body = []string{verbOf(s)}, `{}`
			}
			want := mustRun(t, app, append([]string{"--json"}, ask.args...)...)
			status, got := post(t, address, "/v1/tools/"+s.Name, ask.body)
			if status != http.StatusOK {
				t.Fatalf("status %d: %s", status, got)
			}
			if d := cmp.Diff(timeless(want), timeless(got)); d != "" {
				t.Errorf("JSON (-command line +HTTP):\n%s", d)
			}
		})
	}
	for name := range maps.Keys(reads) {
		if !slices.ContainsFunc(tools.All(), func(s *tool.Spec) bool { return s.Name == name && s.Hints.ReadOnly }) {
			t.Errorf("reads has a row for %s, which is no tool that only reads", name)
		}
	}
	for path, body := range map[string]string{"/v1/tools/scan": fmt.Sprintf(`{"path":%q}`, dir), "/v1/tools/init": fmt.Sprintf(`{"path":%q}`, filepath.Join(dir, "lib")),
		"/v1/tools/query": `{"term":"Widget","project":"/etc"}`, "/v1/tools/signature": `{"file":"../lib/lib.go"}`} {
		if status, got := post(t, address, path, body); status != http.StatusForbidden {
			t.Errorf("%s %s: status %d: %s", path, body, status, got)
		}
	}
}

// requires reports whether a tool has a required parameter.
func requires(s *tool.Spec) bool {
	return slices.ContainsFunc(s.Parameters(), func(p tool.Parameter) bool { return p.Required })
}

// verbOf returns the command of a tool.
func verbOf(s *tool.Spec) string { return strings.ReplaceAll(s.Name, "_", "-") }

// times are what differs from one answer to the next.
var times = regexp.MustCompile(`"(checked_at|last_seen|last_checked|duration_ms|free_bytes|pid)":\d+`)

func timeless(text string) string { return times.ReplaceAllString(text, `"$1":0`) }

// mustCommit makes a directory a repository with a history.
func mustCommit(t *testing.T, dir string) {
	t.Helper()
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "first"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
}

// mustRun returns the program's output.
func mustRun(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("codegraph", args...)
	cmd.Dir = dir
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("codegraph %s: %v\n%s", strings.Join(args, " "), err, stderr.String())
	}
	return stdout.String()
}

// mustStart runs a server in dir until the test ends, which it does in order,
// and returns its address.
func mustStart(t *testing.T, dir string) string {
	t.Helper()
	cmd := exec.CommandContext(context.Background(), "codegraph", "serve")
	cmd.Dir = dir
	stderr, err := cmd.StderrPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	lines := bufio.NewScanner(stderr)
	address := ""
	for address == "" && lines.Scan() {
		_, rest, _ := strings.Cut(lines.Text(), "address=")
		address, _, _ = strings.Cut(rest, " ")
	}
	if address == "" {
		t.Fatalf("the server did not say where it listens: %v", cmd.Wait())
	}
	said := make(chan string)
	go func() {
		var b strings.Builder
		for lines.Scan() {
			b.WriteString(lines.Text() + "\n")
		}
		said <- b.String()
	}()
	t.Cleanup(func() {
		cmd.Process.Signal(os.Interrupt)
		log := <-said
		if err := cmd.Wait(); err != nil {
			t.Errorf("the server ended with %v\n%s", err, log)
		}
		if strings.Contains(log, "Widget") {
			t.Errorf("the log holds what was asked:\n%s", log)
		}
	})
	return address
}

func post(t *testing.T, address, path, body string) (int, string) {
	t.Helper()
	w, err := http.Post(address+path, "application/json", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	text, err := io.ReadAll(w.Body)
	if err != nil {
		t.Fatal(err)
	}
	if w.StatusCode != http.StatusOK && !json.Valid(text) {
		t.Errorf("%s: an error that is no JSON: %s", path, text)
	}
	return w.StatusCode, string(text)
}
