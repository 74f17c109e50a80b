package httpserver

import (
	"context"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/upload"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/lang/all"
)

// TestAccess calls every endpoint and tool with every kind of token.
func TestAccess(t *testing.T) {
	ctx := t.Context()
	store := mustStore(t)
	for _, name := range []string{"open", "hidden"} {
		p := catalog.Project{ID: catalog.ProjectID("id-of-" + name), Place: catalog.Place{Node: "here", Root: "/src/" + name}, Name: name, State: catalog.StateIndexed}
		if _, err := store.Enter(ctx, catalog.Entry{Project: p}); err != nil {
			t.Fatal(err)
		}
	}
	now := time.Now().Unix()
	bearers := map[string]string{"none": "", "unknown": catalog.TokenPrefix + "x", "configured": token}
	for name, k := range map[string]catalog.Token{
		"read": {Scope: catalog.ScopeRead}, "write": {Scope: catalog.ScopeWrite}, "admin": {Scope: catalog.ScopeAdmin},
		"expired": {Scope: catalog.ScopeAdmin, Expires: now - 1}, "revoked": {Scope: catalog.ScopeAdmin, Revoked: now - 1},
		"glob": {Scope: catalog.ScopeAdmin, Projects: []string{"op*"}}, "no project": {Scope: catalog.ScopeAdmin, Projects: []string{}},
	} {
		_, k.ID = catalog.NewToken()
		k.Name, k.Created = name, now-100
		bearers[name] = mustIssue(t, store, k)
	}
	open := func(context.Context) (catalog.Store, error) { return store, nil }
	ws := &workspace.Workspace{Dir: "/src/open", Within: []string{"/src"}, CatalogAccess: workspace.CatalogAccess{Node: "here", Catalog: open}}
	address := mustServe(t, Options{Version: "v1", Workspace: ws, Uploads: &upload.UploadStore{Dir: t.TempDir(), Most: 1 << 20, Languages: all.Set()}, Tokens: mustKnow(t, open)})

	type request struct{ name, method, path, body string }
	requests := map[request]catalog.Scope{
		{"ready", "GET", "/readyz", ""}:                                  catalog.ScopeRead,
		{"metrics", "GET", "/metrics", ""}:                               catalog.ScopeRead,
		{"openapi", "GET", "/v1/openapi.json", ""}:                       catalog.ScopeRead,
		{"projects", "GET", "/v1/projects", ""}:                          catalog.ScopeRead,
		{"project", "GET", "/v1/projects/open", ""}:                      catalog.ScopeRead,
		{"mcp ping", "POST", "/mcp", stateless}:                          catalog.ScopeRead,
		{"mcp several", "POST", "/mcp", "[" + stateless + "]"}:           catalog.ScopeAdmin,
		{"mcp unknown tool", "POST", "/mcp", mcpCall("codegraph_bogus")}: catalog.ScopeAdmin,
	}
	for _, s := range offered() {
		// The body is refused, after the token.
		requests[request{"tool " + s.Name, "POST", "/v1/tools/" + s.Name, `{"bogus":1}`}] = scopeOf(s)
		requests[request{"mcp " + s.Name, "POST", "/mcp", mcpCall(toolPrefix + s.Name)}] = scopeOf(s)
	}
	requests[request{"publish", "PUT", "/v1/projects/id-of-open/base", ""}] = catalog.ScopeWrite
	// This test covers every address except those of the catalog: see TestCatalogRights.
	covered := map[string]bool{healthPath: true, catalogPath: true}
	for r := range requests {
		covered[routeOf(r.path)] = true
	}
	for _, pattern := range New(Options{Workspace: ws, MCP: http.NotFoundHandler()}).paths {
		if !covered[pattern] {
			t.Errorf("no request of this test covers %s", pattern)
		}
	}
	for r, need := range requests {
		for bearer, secret := range bearers {
			q, err := http.NewRequest(r.method, "http://"+address+r.path, strings.NewReader(r.body))
			if err != nil {
				t.Fatal(err)
			}
			q.Header.Set("Content-Type", "application/json")
			if r.name == "publish" {
				q.Header.Set("Content-Type", uploadType)
			}
			if secret != "" {
				q.Header.Set("Authorization", "Bearer "+secret)
			}
			if strings.HasPrefix(r.name, "mcp ") {
				q.Header.Set(versionHeader, firstStateless)
			}
			w, err := http.DefaultTransport.RoundTrip(q)
			if err != nil {
				t.Fatal(err)
			}
			w.Body.Close()
			want := 0 // not refused
			switch bearer {
			case "none", "unknown", "expired", "revoked":
				want = http.StatusUnauthorized
			case "glob", "no project":
				if r.path == "/mcp" {
					want = http.StatusForbidden
				} else if strings.HasPrefix(r.path, "/v1/projects/") && bearer == "no project" {
					want = http.StatusNotFound
				}
			default:
				if !(catalog.Token{Scope: map[string]catalog.Scope{"read": catalog.ScopeRead, "write": catalog.ScopeWrite}[bearer]}).May(need) &&
					(bearer == "read" || bearer == "write") {
					want = http.StatusForbidden
				}
			}
			got := w.StatusCode
			if got != http.StatusUnauthorized && got != http.StatusForbidden && got != http.StatusNotFound {
				got = 0
			}
			if got != want {
				t.Errorf("%s with token %q: status %d, want %d", r.name, bearer, w.StatusCode, want)
			}
		}
	}
	// A forbidden project looks like a project that does not exist.
	for _, path := range []string{"/v1/projects/%s", "/v1/projects/id-of-%s", "/v1/projects?match=%s"} {
		hidden := mustBody(t, address, strings.ReplaceAll(path, "%s", "hidden"), bearers["glob"])
		unknown := mustBody(t, address, strings.ReplaceAll(path, "%s", "hxdden"), bearers["glob"])
		if strings.ReplaceAll(hidden, "hidden", "NAME") != strings.ReplaceAll(unknown, "hxdden", "NAME") || strings.Contains(hidden, "/src/hidden") {
			t.Errorf("%s tells them apart: %s; %s", path, hidden, unknown)
		}
	}
	if all := mustBody(t, address, "/v1/projects", bearers["glob"]); strings.Contains(all, "hidden") || !strings.Contains(all, "open") {
		t.Errorf("projects: %s", all)
	}
}

func mcpCall(name string) string {
	return `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"` + name + `"}}`
}

func mustBody(t *testing.T, address, path, bearer string) string {
	t.Helper()
	r, err := http.NewRequest("GET", "http://"+address+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Authorization", "Bearer "+bearer)
	w, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	var b strings.Builder
	if _, err := io.Copy(&b, w.Body); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// TestRevoked: a token that is revoked, and one that is made, are known within
// the time that the list is kept; without the catalog, those that were known
// count on.
func TestRevoked(t *testing.T) {
	ctx := t.Context()
	store := mustStore(t)
	var away error
	tokens := (*Tokens)(nil).Keep(func(context.Context) (catalog.Store, error) { return store, away })
	clock := time.Now()
	tokens.kept.now = func() time.Time { return clock }
	secret, id := catalog.NewToken()
	allowed := func() bool {
		_, _, ok := tokens.allow(ctx, "Bearer "+secret)
		return ok
	}
	if allowed() {
		t.Error("a token that was not made yet")
	}
	k := catalog.Token{ID: id, Hash: catalog.HashToken(secret), Scope: catalog.ScopeRead, Created: clock.Unix(), Expires: clock.Add(time.Hour).Unix()}
	if err := store.AddToken(ctx, k); err != nil {
		t.Fatal(err)
	}
	if clock = clock.Add(keptFor); !allowed() {
		t.Error("a token that was made")
	}
	away = catalog.ErrUnavailable
	if clock = clock.Add(keptFor); !allowed() {
		t.Error("a known token while the catalog is away")
	}
	away = nil
	if _, err := store.RevokeToken(ctx, id, clock.Unix()); err != nil {
		t.Fatal(err)
	}
	if clock = clock.Add(keptFor); allowed() {
		t.Error("a revoked token")
	}
	secret, id = catalog.NewToken()
	k.ID, k.Hash = id, catalog.HashToken(secret)
	if err := store.AddToken(ctx, k); err != nil {
		t.Fatal(err)
	}
	if clock = clock.Add(keptFor); !allowed() {
		t.Error("another token")
	}
	away = catalog.ErrUnavailable
	if clock = clock.Add(time.Hour); allowed() {
		t.Error("an expired token while the catalog is away")
	}
}
