package httpserver

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/sqlstore"
	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/workspace"
)

// mustAudited returns a server over a catalog, and the tokens that it knows by
// name.
func mustAudited(t *testing.T) (*Server, *sqlstore.Store, map[string]string) {
	t.Helper()
	store := mustStore(t)
	secrets := map[string]string{"given": token, "nobody": catalog.TokenPrefix + "x"}
	for name, k := range map[string]catalog.Token{"reader": {Scope: catalog.ScopeRead}, "some": {Scope: catalog.ScopeRead, Projects: []string{"app"}}} {
		k.ID, k.Name, k.Created = "id-"+name, name, 1
		secrets[name] = mustIssue(t, store, k)
	}
	open := func(context.Context) (catalog.Store, error) { return store, nil }
	tokens := mustKnow(t, open)
	var s *Server
	mcp := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		s.Ran(r.Context(), question.Query(), []byte(`{"term":"hush","project":"app"}`), nil)
	})
	s = New(Options{Workspace: &workspace.Workspace{CatalogAccess: workspace.CatalogAccess{Node: "here", Catalog: open}}, Tokens: tokens, MCP: mcp})
	return s, store, secrets
}

// TestAudit checks that the log has the caller, the request and its outcome, and
// no other data.
func TestAudit(t *testing.T) {
	s, store, secrets := mustAudited(t)
	var want []string
	for _, c := range []struct{ bearer, request, body, entry string }{
		{"reader", "POST /v1/tools/query", `{"term":"hush","project":"ap\u0000p","scope":"all","bogus":1}`, "token id-reader reader query app all usage"},
		{"given", "POST /v1/tools/query", `{"term":"hush","project":"app","limit":-1}`, "given   query app  usage"},
		{"reader", "POST /v1/tools/init", `{"path":"/src/x"}`, "token id-reader reader init /src/x  not_allowed"},
		{"reader", "GET /v1/projects", "", "token id-reader reader projects   ok"},
		{"some", "GET /v1/projects/hidden", "", "token id-some some project hidden  not_found"},
		{"given", "POST /v1/catalog/find", `{"name":"app","node":"here"}`, "given   catalog/find app  not_found"},
		{"reader", "POST /v1/catalog/forget", `{"ids":["a","b"]}`, "token id-reader reader catalog/forget   not_allowed"},
		{"given", "POST /v1/catalog/seen", `{"at":1,"ids":["a","b"]}`, "given   catalog/seen a b  ok"},
		{"given", "POST /v1/catalog/list_audit", `{"token":"id-some"}`, "given   catalog/list_audit   ok"},
		{"some", "POST /v1/catalog/list_audit", `{}`, "token id-some some catalog/list_audit   not_allowed"},
		{"reader", "POST /mcp", stateless, "token id-reader reader query app  ok"},
		{"some", "POST /mcp", stateless, "token id-some some mcp   not_allowed"},
		{"reader", "POST /mcp", mcpCall("codegraph_init"), "token id-reader reader init   not_allowed"},
		{"nobody", "POST /v1/tools/query", `{"term":"hush"}`, ""},
		{"given", "GET /metrics", "", ""},
	} {
		method, path, _ := strings.Cut(c.request, " ")
		r := httptest.NewRequest(method, "http://localhost"+path, strings.NewReader(c.body))
		r.Header.Set("Content-Type", "application/json")
		r.Header.Set("Authorization", "Bearer "+secrets[c.bearer])
		s.ServeHTTP(httptest.NewRecorder(), r)
		s.audits.end()
		list, err := store.ListAudit(t.Context(), catalog.AuditQuery{})
		if err != nil {
			t.Fatal(err)
		}
		got := make([]string, len(list))
		for i, e := range list {
			if e.Node != "here" || e.At < time.Now().Add(-time.Hour).UnixMilli() || strings.Contains(fmt.Sprint(e), "hush") {
				t.Errorf("%s: %+v", c.request, e)
			}
			got[i] = strings.Join([]string{string(e.Bearer), e.Token, e.Name, e.What, e.Project, e.Scope, e.Outcome}, " ")
		}
		if c.entry != "" {
			want = append(want, c.entry)
		}
		slices.Sort(want)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Fatalf("%s as %s: the log is\n%s\nwant\n%s", c.request, c.bearer, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// TestAuditWaits: entries wait while the catalog is away; those that are too many
// are lost, and those that are left at the end, and both are counted.
func TestAuditWaits(t *testing.T) {
	s, store, _ := mustAudited(t)
	var away error = catalog.ErrUnavailable
	s.audits.open = func(context.Context) (catalog.Store, error) { return store, away }
	entry := catalog.AuditEntry{Bearer: catalog.BearerGiven, What: "query", Outcome: "ok"}
	written := func() int {
		list, err := store.ListAudit(t.Context(), catalog.AuditQuery{})
		if err != nil {
			t.Fatal(err)
		}
		return len(list)
	}
	lost := func(want int) {
		t.Helper()
		w := httptest.NewRecorder()
		s.metrics.handler.ServeHTTP(w, httptest.NewRequest("GET", "/metrics", nil))
		if line := fmt.Sprintf("\ncodegraph_audit_lost_total %d\n", want); !strings.Contains(w.Body.String(), line) {
			t.Errorf("no line %q in the metrics", line)
		}
	}
	for range auditMost + 2 {
		s.audits.add(entry)
	}
	s.audits.write(t.Context())
	if n := written(); n != 0 {
		t.Errorf("%d entries are in a catalog that is away", n)
	}
	lost(2)
	away = nil
	s.audits.write(t.Context())
	if n := written(); n != auditMost {
		t.Errorf("%d entries are written of %d", n, auditMost)
	}
	away = catalog.ErrUnavailable
	s.audits.add(entry)
	s.audits.end()
	lost(3)
}

// TestAuditTrim checks that the service periodically deletes old entries.
func TestAuditTrim(t *testing.T) {
	s, store, _ := mustAudited(t)
	now := time.Now()
	s.audits.now = func() time.Time { return now }
	left := func() (ids string) {
		list, err := store.ListAudit(t.Context(), catalog.AuditQuery{})
		if err != nil {
			t.Fatal(err)
		}
		for _, e := range list {
			ids += e.ID
		}
		return ids
	}
	for id, age := range map[string]time.Duration{"a": auditKept - time.Minute, "b": auditKept + time.Minute} {
		e := catalog.AuditEntry{ID: id, At: now.Add(-age).UnixMilli(), Bearer: catalog.BearerGiven, What: "query", Outcome: "ok"}
		if err := store.AddAudit(t.Context(), []catalog.AuditEntry{e}); err != nil {
			t.Fatal(err)
		}
	}
	for _, step := range []struct {
		later time.Duration
		left  string
	}{{0, "a"}, {trimEvery - 1, "a"}, {1, ""}} {
		now = now.Add(step.later)
		if s.audits.trim(t.Context()); left() != step.left {
			t.Errorf("after %v: %q are left, want %q", step.later, left(), step.left)
		}
	}
}
