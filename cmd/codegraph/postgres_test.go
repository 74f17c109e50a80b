package main

import (
	"encoding/json"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codegraph/catalog/catalogtest"

	"golang.org/x/tools/txtar"
)

// TestServePostgres runs the service as docker-compose.yml does, over a
// directory that it does not write to, on an empty database and on the same
// again; then without the database, and with it back.
func TestServePostgres(t *testing.T) {
	cluster := catalogtest.NewCluster(t)
	catalog := cluster.Schema(t)
	dir, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	repos := filepath.Join(dir, "repos")
	for _, f := range txtar.Parse([]byte(tree)).Files {
		path := filepath.Join(repos, f.Name)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, f.Data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range map[string]string{"HOME": dir, "XDG_CONFIG_HOME": dir, "XDG_DATA_HOME": dir, "CODEGRAPH_CATALOG": catalog,
		"CODEGRAPH_TOKEN": "", "CODEGRAPH_LOG_LEVEL": "", "CODEGRAPH_BASES": filepath.Join(dir, "bases"), "CODEGRAPH_DIR": "", "CODEGRAPH_MACHINE": "service",
		"CODEGRAPH_SERVE_LISTEN": "127.0.0.1:0", "CODEGRAPH_SERVE_REPOS": repos, "CODEGRAPH_SERVE_SCAN": "true", "CODEGRAPH_SERVE_ALLOW_HOST": ""} {
		t.Setenv(name, value)
	}
	t.Run("empty", func(t *testing.T) { waitForAnswer(t, mustStart(t, dir)) })
	t.Run("existing", func(t *testing.T) {
		address := mustStart(t, dir)
		waitForAnswer(t, address)
		if status, body := get(t, address, "/readyz"); status != http.StatusOK {
			t.Errorf("ready: %d %s", status, body)
		}
		cluster.Kill()
		if status, body := post(t, address, "/v1/tools/query", `{"term":"Widget","scope":"all"}`); status != http.StatusServiceUnavailable || strings.Contains(body, "secret") ||
			!strings.Contains(body, `"code":"unavailable"`) || !strings.Contains(body, "the catalog cannot be reached") {
			t.Errorf("a question that needs the catalog: %d %s", status, body)
		}
		if status, body := get(t, address, "/readyz"); status != http.StatusServiceUnavailable || !strings.Contains(body, `"unavailable"`) {
			t.Errorf("ready without a database: %d %s", status, body)
		}
		if status, body := post(t, address, "/v1/tools/query", `{"term":"Widget","project":"`+filepath.Join(repos, "lib")+`"}`); status != http.StatusOK {
			t.Errorf("a question to one project: %d %s", status, body)
		}
		if err := cluster.Start(); err != nil {
			t.Fatal(err)
		}
		waitForAnswer(t, address)
	})
	if _, err := os.Stat(filepath.Join(repos, "lib", ".codegraph")); err == nil {
		t.Error("the service wrote into a repository")
	}
	// The command line names the same catalog, and never tells its password.
	if text := mustRun(t, dir, "projects", "--catalog", catalog); !strings.Contains(text, "lib") {
		t.Errorf("projects: %s", text)
	}
	if text := mustRun(t, dir, "config", "show"); strings.Contains(text, "secret-of") || !strings.Contains(text, "postgres://127.0.0.1:") {
		t.Errorf("config show: %s", text)
	}
	cluster.Kill()
	began := time.Now()
	out, err := exec.Command("codegraph", "projects").CombinedOutput()
	if err == nil || strings.Contains(string(out), "secret") || !strings.Contains(string(out), "cannot be reached") {
		t.Errorf("projects without a database: %v: %s", err, out)
	}
	if took := time.Since(began); took > 4*time.Second {
		t.Errorf("that the database is away was told after %v", took)
	}
	if err := cluster.Start(); err != nil {
		t.Fatal(err)
	}
}

// waitForAnswer waits until a question to all projects has the answer.
func waitForAnswer(t *testing.T, address string) {
	t.Helper()
	for deadline := time.Now().Add(time.Minute); ; {
		status, body := post(t, address, "/v1/tools/query", `{"term":"Widget","scope":"all"}`)
		var out struct {
			Total    int  `json:"total_matches"`
			Complete bool `json:"complete"`
		}
		if err := json.Unmarshal([]byte(body), &out); status == http.StatusOK && err == nil && out.Total == 4 && out.Complete {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("no answer: %d %s", status, body)
		}
		<-time.After(50 * time.Millisecond)
	}
}

func get(t *testing.T, address, path string) (int, string) {
	t.Helper()
	w, err := http.Get(address + path)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	var body json.RawMessage
	if err := json.NewDecoder(w.Body).Decode(&body); err != nil {
		t.Fatal(err)
	}
	return w.StatusCode, string(body)
}
