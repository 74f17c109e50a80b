package main

import (
	"encoding/json"
	"maps"
	"net/http"
	"os"
	"os/exec"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/catalog/catalogtest"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"
)

func whole(f found) bool { return f.Total == 4 && f.Complete }

// halves returns the two halves of tree: the project that depends, and the other.
func halves() (app, lib string) {
	a := txtar.Parse([]byte(tree))
	var one, other txtar.Archive
	for _, f := range a.Files {
		if strings.HasPrefix(f.Name, "app/") {
			one.Files = append(one.Files, f)
		} else {
			other.Files = append(other.Files, f)
		}
	}
	return string(txtar.Format(&one)), string(txtar.Format(&other))
}

// TestTeam has two services share a catalog, each with half of the projects.
func TestTeam(t *testing.T) {
	cluster := catalogtest.NewCluster(t)
	store := cluster.Schema(t)
	app, lib := halves()
	line := mustLine(t, store)
	a, b := mustService(t, "a", store, app), mustService(t, "b", line.address, lib)
	a.waitFor("both halves from one", whole)
	b.waitFor("both halves from the other", whole)
	linked(t, a)
	t.Run("the same from both", func(t *testing.T) { sameAnswers(t, a, b) })
	t.Run("the command line", func(t *testing.T) { commandLine(t, store, a.dir) })
	t.Run("one is killed", func(t *testing.T) {
		b.kill()
		without(t, a, "lib")
		b.start()
		a.waitFor("complete again", whole)
		b.waitFor("complete again", whole)
	})
	t.Run("one is cut off from Postgres", func(t *testing.T) {
		line.set(true)
		f := b.waitFor("answers without the catalog, which say so", func(f found) bool { return !f.Complete && f.Total == 4 })
		if diff := cmp.Diff(map[string]string{"": "unavailable"}, f.failed()); diff != "" {
			t.Error(diff)
		}
		if status, body := b.get("/readyz"); status != http.StatusOK || !strings.Contains(body, `"status":"degraded"`) {
			t.Errorf("ready: %d %s", status, body)
		}
		if _, body := b.get("/metrics"); !strings.Contains(body, "codegraph_catalog_up 0\n") {
			t.Error("the metrics do not say that the catalog is away")
		}
		a.waitFor("the other, which is not cut off", func(f found) bool { return f.Total == 4 })
		line.set(false)
		b.waitFor("complete again", whole)
		if status, body := b.get("/readyz"); status != http.StatusOK || !strings.Contains(body, `"status":"ready"`) {
			t.Errorf("ready: %d %s", status, body)
		}
	})
	t.Run("Postgres is killed under load", func(t *testing.T) { underLoad(t, cluster, store, a, b) })
	t.Run("one hangs", func(t *testing.T) {
		b.signal(syscall.SIGSTOP)
		for range 2 { // the second one does not wait
			without(t, a, "lib")
		}
		b.signal(syscall.SIGCONT)
		a.waitFor("complete again", whole)
	})
}

// linked waits until links are derived from what both services have entered.
func linked(t *testing.T, s *service) {
	t.Helper()
	for deadline := time.Now().Add(2 * time.Minute); ; <-time.After(100 * time.Millisecond) {
		status, text := s.ask("callers", `{"symbol":"Widget","scope":"all"}`)
		if status == http.StatusOK && strings.Contains(text, `"total":1`) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("there are no links between the projects: %d %s", status, text)
		}
	}
}

// commandLine asks with the catalog of the services but without one of them: it
// asks them, or says which projects it could not ask.
func commandLine(t *testing.T, store, dir string) {
	for _, c := range []struct {
		name, secret, token string
		total               int
		failed              map[string]string
	}{
		{"the secret of the nodes", "secret-of-the-nodes", "", 4, map[string]string{}},
		{"a token of theirs", "", teamToken, 4, map[string]string{}},
		{"nothing", "", "", 0, map[string]string{"app": "unavailable", "lib": "unavailable"}},
	} {
		cmd := exec.Command("codegraph", "--json", "query", "Widget", "--scope", "all")
		cmd.Dir = dir
		home := t.TempDir()
		cmd.Env = append(os.Environ(), "HOME="+home, "XDG_CONFIG_HOME="+home, "XDG_DATA_HOME="+home, "CODEGRAPH_CATALOG="+store, "CODEGRAPH_NODE=laptop",
			"CODEGRAPH_NODE_SECRET="+c.secret, "CODEGRAPH_TOKEN="+c.token)
		text, _ := cmd.Output() // its status says what the failures do
		var f found
		if err := json.Unmarshal(text, &f); err != nil {
			t.Errorf("%s: %v: %s", c.name, err, text)
			continue
		}
		if diff := cmp.Diff(c.failed, f.failed()); diff != "" || f.Total != c.total || f.Complete != (len(c.failed) == 0) {
			t.Errorf("%s: %+v\n%s", c.name, f, diff)
		}
	}
}

// without asks a service while the node of a project is away: the rest is
// answered, and that project is labelled.
func without(t *testing.T, s *service, project string) {
	t.Helper()
	f, status := s.query()
	if diff := cmp.Diff(map[string]string{project: "unavailable"}, f.failed()); status != http.StatusOK || f.Complete || f.Total == 0 || diff != "" {
		t.Errorf("status %d: %+v\n%s", status, f, diff)
	}
	for _, r := range f.Failures {
		if strings.Contains(r.Message, "127.0.0.1") {
			t.Errorf("addresses are told: %s", r.Message)
		}
	}
}

// sameAnswers asks two services the same.
func sameAnswers(t *testing.T, a, b *service) {
	questions := map[string][]string{
		"query":      {widgets, `{"term":"Widget","scope":"all","limit":1}`, `{"term":"wid","mode":"starts_with","scope":"app,lib"}`, `{"term":"Nowhere","scope":"all"}`},
		"signatures": {`{"scope":"all"}`, `{"scope":"all","files":["lib.go","bogus.go"]}`},
		"tree":       {`{"scope":"all","include_stats":true}`},
		"summary":    {`{"scope":"all"}`},
		"status":     {`{"scope":"all"}`},
		"projects":   {`{}`},
		"complexity": {`{"scope":"all"}`},
		"unused":     {`{"scope":"all"}`},
		"cycles":     {`{"scope":"all"}`},
		"coupling":   {`{"scope":"all"}`},
		"hotspots":   {`{"scope":"all"}`},
		"callers":    {`{"symbol":"Widget","scope":"all"}`},
		"callees":    {`{"symbol":"main","scope":"all"}`},
		"impact":     {`{"target":"Widget","scope":"all"}`},
	}
	for _, tool := range slices.Sorted(maps.Keys(questions)) {
		for _, body := range questions[tool] {
			oneStatus, one := a.ask(tool, body)
			otherStatus, other := b.ask(tool, body)
			if oneStatus != http.StatusOK || otherStatus != http.StatusOK {
				t.Errorf("%s %s: %d %s; %d %s", tool, body, oneStatus, one, otherStatus, other)
				continue
			}
			if diff := cmp.Diff(momentless(t, one), momentless(t, other)); diff != "" {
				t.Errorf("%s %s differs: %s", tool, body, diff)
			}
			if walk := map[string]string{"callers": `"symbol":"main"`, "callees": `"symbol":"Widget"`, "impact": `"symbol":"main"`}[tool]; !strings.Contains(one, walk) ||
				walk != "" && !strings.Contains(one, `"total":1`) {
				t.Errorf("%s does not lead to the other node: %s", tool, one)
			}
			if !strings.Contains(one, "lib") && tool != "unused" && tool != "cycles" && !strings.Contains(body, "Nowhere") {
				t.Errorf("%s %s says nothing of the other node: %s", tool, body, one)
			}
		}
	}
}

// momentless returns an answer without what is of the moment.
func momentless(t *testing.T, text string) any {
	t.Helper()
	var v any
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	var strip func(any)
	strip = func(v any) {
		switch v := v.(type) {
		case map[string]any:
			for _, key := range []string{"checked_at", "last_update", "last_seen", "database_size_bytes"} {
				delete(v, key)
			}
			for _, e := range v {
				strip(e)
			}
		case []any:
			for _, e := range v {
				strip(e)
			}
		}
	}
	strip(v)
	return v
}
