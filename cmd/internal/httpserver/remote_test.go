package httpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/catalog/sqlstore"
	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query/querytest"
)

// remote is a machine with one project, and a service with another one. Both use
// one catalog.
type remote struct {
	store   *sqlstore.Store
	machine *workspace.Workspace
	service *workspace.Workspace
}

func mustRemote(t *testing.T) *remote {
	t.Helper()
	r := &remote{store: mustStore(t)}
	open := func(context.Context) (catalog.Store, error) { return r.store, nil }
	at := func(node string) *workspace.Workspace {
		pool := federation.NewPool(4, all.Set())
		t.Cleanup(func() { pool.Close() })
		return &workspace.Workspace{Dir: t.TempDir(), CatalogAccess: workspace.CatalogAccess{Catalog: open, Node: node, Pool: pool,
			Stat: func(string) (catalog.FileStamp, error) { return catalog.FileStamp{}, nil }}}
	}
	r.machine, r.service = at("laptop"), at("service")
	for name, node := range map[string]string{"app": "laptop", "lib": "service"} {
		root := querytest.MustIndex(t, map[string]querytest.File{name + ".x": {Text: "type Widget\nfunc Use Widget\n"}}).Root()
		p := catalog.Project{ID: catalog.ProjectID("id-" + name), Place: catalog.Place{Node: node, Root: root}, Base: filepath.Join(root, ".codegraph"),
			Name: name, State: catalog.StateIndexed, Files: 1}
		if _, err := r.store.Enter(t.Context(), catalog.Entry{Project: p}); err != nil {
			t.Fatal(err)
		}
	}
	return r
}

// query searches on the machine with the service at an address.
func (r *remote) query(t *testing.T, address string, in question.QueryIn) *question.QueryOut {
	t.Helper()
	client := mustClient(t, address, "")
	r.machine.Service = httpapi.Tools{Client: client}
	out, err := question.Query().Run(t.Context(), r.machine, &in)
	if err != nil {
		t.Fatal(err)
	}
	return out.(*question.QueryOut)
}

// TestQueryService searches a local project and one that only the service has.
func TestQueryService(t *testing.T) {
	r := mustRemote(t)
	var requests atomic.Int32
	server := New(Options{Workspace: r.service, Version: "v1"})
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, q *http.Request) {
		requests.Add(1)
		server.ServeHTTP(w, q)
	}))
	defer front.Close()
	out := r.query(t, front.URL, question.QueryIn{Term: "widget", Scope: "all"})
	if out.Total != 4 || out.TotalMatches != 4 || out.TotalFiles != 2 || len(out.Projects) != 2 || len(out.Failures) != 0 || !out.Complete {
		t.Errorf("answer: %+v", out)
	}
	byProject := map[string]int{}
	for i, m := range out.Matches {
		byProject[m.Project]++
		if m.Definition != (i < 2) || m.Text == "" {
			t.Errorf("match %d: %+v", i, m)
		}
	}
	if byProject["app"] != 2 || byProject["lib"] != 2 {
		t.Errorf("matches by project: %v", byProject)
	}
	if n := requests.Load(); n != 1 {
		t.Errorf("%d requests", n)
	}
	limit := 3
	if out := r.query(t, front.URL, question.QueryIn{Term: "widget", Scope: "all", Limit: &limit}); len(out.Matches) != 3 || !out.Truncated || out.Total != 4 {
		t.Errorf("with a limit: %+v", out)
	}
	out = r.query(t, front.URL, question.QueryIn{Term: "widget", Scope: "app"})
	if n := requests.Load(); n != 2 || out.Total != 2 {
		t.Errorf("a local scope: %d requests, %+v", n, out)
	}
}

// TestQueryServiceFails gives answers that no service of ours gives. Each is a
// failure of the remote project, and the local matches stay.
func TestQueryServiceFails(t *testing.T) {
	r := mustRemote(t)
	for _, tt := range []struct{ name, code, body string }{
		{"refused", "not_allowed", ""},
		{"no JSON", "unavailable", "<html>"},
		{"another type", "unavailable", `{"matches":7}`},
		{"an error page", "unavailable", ""},
	} {
		t.Run(tt.name, func(t *testing.T) {
			front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
				switch tt.name {
				case "refused":
					w.WriteHeader(http.StatusForbidden)
					fmt.Fprint(w, `{"error":{"code":"not_allowed","message":"the token has expired"}}`)
				case "an error page":
					w.WriteHeader(http.StatusBadGateway)
				}
				fmt.Fprint(w, tt.body)
			}))
			defer front.Close()
			out := r.query(t, front.URL, question.QueryIn{Term: "widget", Scope: "all"})
			if out.Total != 2 || out.Complete || len(out.Failures) != 1 || out.Failures[0].Project != "lib" || out.Failures[0].Code != tt.code {
				t.Errorf("answer: %+v", out)
			}
		})
	}
	t.Run("no service", func(t *testing.T) {
		front := httptest.NewServer(http.NotFoundHandler())
		front.Close()
		out := r.query(t, front.URL, question.QueryIn{Term: "widget", Scope: "all"})
		if out.Total != 2 || out.Complete || len(out.Failures) != 1 || out.Failures[0].Code != "unavailable" {
			t.Errorf("answer: %+v", out)
		}
	})
}

// TestQueryServiceTimeout cancels the wait for a service that does not answer.
func TestQueryServiceTimeout(t *testing.T) {
	r := mustRemote(t)
	stop := make(chan struct{})
	front := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, q *http.Request) {
		select {
		case <-stop:
		case <-q.Context().Done():
		}
	}))
	defer front.Close()
	defer close(stop)
	r.machine.ServiceTime = 50 * time.Millisecond
	out := r.query(t, front.URL, question.QueryIn{Term: "widget", Scope: "all"})
	if out.Total != 2 || len(out.Failures) != 1 || out.Failures[0].Code != "timeout" {
		t.Errorf("answer: %+v", out)
	}
}

// TestQueryServiceControlCharacters checks that texts of a service reach the terminal
// without control characters.
func TestQueryServiceControlCharacters(t *testing.T) {
	r := mustRemote(t)
	evil := "\x1b[31m\u202e\x07x"
	front := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		json.NewEncoder(w).Encode(map[string]any{"matches": []any{map[string]any{"file": evil, "text": evil, "project": evil}}, "total": 1, "total_matches": 1,
			"projects": []any{map[string]any{"name": evil}}, "failures": []any{map[string]any{"project": evil, "message": evil}},
			"hints": []any{map[string]any{"text": evil, "arguments": map[string]any{evil: evil}}}})
	}))
	defer front.Close()
	out := r.query(t, front.URL, question.QueryIn{Term: "widget", Scope: "all"})
	data, err := json.Marshal(out)
	if err != nil {
		t.Fatal(err)
	}
	if text := string(data); strings.Contains(text, `\u001b`) || strings.Contains(text, "\u202e") || strings.Contains(text, `\u0007`) || !strings.Contains(text, "[31mx") {
		t.Errorf("answer: %s", text)
	}
}
