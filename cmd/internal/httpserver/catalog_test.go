package httpserver

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"
	"codegraph/catalog/httpapi"
	"codegraph/catalog/sqlstore"
	"codegraph/catalog/termfilter"
	"codegraph/cmd/internal/upload"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
)

// mustCatalog serves an empty catalog behind the guards and returns it, what
// makes tokens for it, and the address.
func mustCatalog(t *testing.T, o Options, uploads ...*upload.UploadStore) (*sqlstore.Store, func(catalog.Token) string, string) {
	t.Helper()
	store := mustStore(t)
	open := func(context.Context) (catalog.Store, error) { return store, nil }
	o.Workspace = &workspace.Workspace{Dir: "/", Indexer: &index.Indexer{Languages: all.Set()}, CatalogAccess: workspace.CatalogAccess{Node: "service", Catalog: open}}
	if len(uploads) > 0 {
		o.Uploads = uploads[0]
	}
	o.Tokens = (*Tokens)(nil).Keep(open)
	token := func(k catalog.Token) string {
		_, k.ID = catalog.NewToken()
		k.Created = time.Now().Unix()
		return mustIssue(t, store, k)
	}
	o.Version = "v1"
	return store, token, "http://" + mustServe(t, o)
}

func mustClient(t *testing.T, address, token string) *httpapi.Client {
	t.Helper()
	c, err := httpapi.New(httpapi.Options{Address: address, Token: token})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	return c
}

func TestCatalogContract(t *testing.T) {
	catalogtest.Run(t, func(t *testing.T) catalog.Store {
		_, token, address := mustCatalog(t, Options{})
		return mustClient(t, address, token(catalog.Token{Scope: catalog.ScopeAdmin}))
	})
}

// TestCatalogTokens: the register of tokens over HTTP. The one that asks is in
// it, so the suite sees it as if it were not.
func TestCatalogTokens(t *testing.T) {
	catalogtest.RunTokens(t, func(t *testing.T) catalog.Tokens {
		_, token, address := mustCatalog(t, Options{})
		return others{mustClient(t, address, token(catalog.Token{Name: "own", Scope: catalog.ScopeAdmin}))}
	})
}

type others struct{ *httpapi.Client }

func (o others) ListTokens(ctx context.Context) ([]catalog.Token, error) {
	list, err := o.Client.ListTokens(ctx)
	return slices.DeleteFunc(list, func(k catalog.Token) bool { return k.Name == "own" }), err
}

// entryOf returns an entry of a project on another node.
func entryOf(id, name string) catalog.Entry {
	return catalog.Entry{Project: catalog.Project{ID: catalog.ProjectID(id), Place: catalog.Place{Node: "laptop", Root: "/home/" + id}, Name: name, State: catalog.StateIndexed}}
}

// TestCatalogRights makes every call with every kind of token.
func TestCatalogRights(t *testing.T) {
	_, token, address := mustCatalog(t, Options{})
	rank := map[catalog.Scope]int{catalog.ScopeRead: 1, catalog.ScopeWrite: 2, catalog.ScopeAdmin: 3}
	bearers := map[string]struct {
		secret string
		rank   int
		part   bool
	}{
		"none": {"", 0, false}, "unknown": {catalog.TokenPrefix + "x", 0, false},
		"expired": {token(catalog.Token{Scope: catalog.ScopeAdmin, Expires: 1}), 0, false},
		"revoked": {token(catalog.Token{Scope: catalog.ScopeAdmin, Revoked: 1}), 0, false},
		"read":    {token(catalog.Token{Scope: catalog.ScopeRead}), 1, false},
		"write":   {token(catalog.Token{Scope: catalog.ScopeWrite}), 2, false},
		"admin":   {token(catalog.Token{Scope: catalog.ScopeAdmin}), 3, false},
		"glob":    {token(catalog.Token{Scope: catalog.ScopeAdmin, Projects: []string{"op*"}}), 3, true},
	}
	for _, m := range httpapi.Methods {
		for name, b := range bearers {
			want := 0
			switch {
			case b.rank == 0:
				want = http.StatusUnauthorized
			case b.rank < rank[m.Scope], b.part && m.Whole:
				want = http.StatusForbidden
			}
			r, err := http.NewRequest("POST", address+httpapi.Prefix+m.Name, strings.NewReader(`{"bogus":1}`))
			if err != nil {
				t.Fatal(err)
			}
			r.Header.Set("Content-Type", "application/json")
			r.Header.Set("Authorization", "Bearer "+b.secret)
			w, err := http.DefaultTransport.RoundTrip(r)
			if err != nil {
				t.Fatal(err)
			}
			w.Body.Close()
			if want == 0 {
				want = http.StatusBadRequest // the body is refused, after the token
			}
			if w.StatusCode != want {
				t.Errorf("%s with token %q: status %d, want %d", m.Name, name, w.StatusCode, want)
			}
		}
	}
}

// TestCatalogOfSome checks that a token for some projects can neither read nor change
// the entries of other projects.
func TestCatalogOfSome(t *testing.T) {
	ctx := t.Context()
	store, token, address := mustCatalog(t, Options{})
	for _, e := range []catalog.Entry{entryOf("o", "open"), entryOf("zh1", "hidden")} {
		if _, err := store.Enter(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	before, err := store.Version(ctx)
	if err != nil {
		t.Fatal(err)
	}
	c := mustClient(t, address, token(catalog.Token{Scope: catalog.ScopeAdmin, Projects: []string{"open", "fr*"}}))
	list, err := c.Projects(ctx, catalog.Query{})
	if err != nil || len(list) != 1 || list[0].ID != "o" {
		t.Errorf("projects: %+v, %v", list, err)
	}
	told := func(name string) string {
		_, err := c.Find(ctx, name, "")
		_, tagged := c.Tag(ctx, catalog.ProjectID(name), "x")
		_, renamed := c.Rename(ctx, catalog.ProjectID(name), "open2")
		_, entered := c.Enter(ctx, entryOf(name, "hidden"))
		n, forgot := c.Forget(ctx, catalog.ProjectID(name))
		for _, err := range []error{err, tagged, renamed, entered} {
			if !errors.Is(err, catalog.ErrNotFound) {
				t.Errorf("%s: %v", name, err)
			}
		}
		if n != 0 || forgot != nil {
			t.Errorf("forget %s: %d, %v", name, n, forgot)
		}
		return strings.ReplaceAll(errors.Join(err, tagged, renamed, entered).Error(), name, "NAME")
	}
	if hidden, unknown := told("zh1"), told("zu1"); hidden != unknown {
		t.Errorf("a hidden project is told from an unknown one: %s; %s", hidden, unknown)
	}
	if after, err := store.Version(ctx); err != nil || after != before {
		t.Errorf("something changed: %d, %d, %v", before, after, err)
	}
	if _, err := c.Enter(ctx, entryOf("f", "free")); err != nil {
		t.Errorf("a project that it is for: %v", err)
	}
}

// TestCatalogKeepsOwn checks that clients cannot change the entry of the service's
// own project, because the service opens the files that the entry names.
func TestCatalogKeepsOwn(t *testing.T) {
	ctx := t.Context()
	store, token, address := mustCatalog(t, Options{})
	own := entryOf("own", "own")
	own.Project.Node = "service"
	if _, err := store.Enter(ctx, own); err != nil {
		t.Fatal(err)
	}
	before, _ := store.Version(ctx)
	c := mustClient(t, address, token(catalog.Token{Scope: catalog.ScopeAdmin}))
	spoof := entryOf("new", "new")
	spoof.Project.Node = "service"
	_, atNode := c.Enter(ctx, spoof)
	_, moved := c.Enter(ctx, entryOf("own", "own"))
	_, state := c.SetState(ctx, catalog.StateMissing, "own")
	_, stamped := c.Restamp(ctx, "own", catalog.Stamp{})
	_, published := c.SetPublished(ctx, "own", catalog.Published{Node: "service", Base: "/etc"})
	for what, err := range map[string]error{"published": published, "enter": atNode, "move": moved, "state": state, "restamp": stamped,
		"filter": c.PutFilter(ctx, "own", catalog.Stamp{}, termfilter.Filter{}), "seen": c.Seen(ctx, 1, "own"),
		"filters": c.PutFilters(ctx, []catalog.KeptFilter{{Project: "own"}})} {
		if !errors.Is(err, catalog.ErrNotAllowed) {
			t.Errorf("%s: %v", what, err)
		}
	}
	if after, err := store.Version(ctx); err != nil || after != before {
		t.Errorf("something changed: %v", err)
	}
	if changed, err := c.Tag(ctx, "own", "mine"); err != nil || !changed {
		t.Errorf("tag: %v, %v", changed, err)
	}
}

// TestCatalogParts checks that the client splits lists above the request limit, and
// that a single element above the limit is an error.
func TestCatalogParts(t *testing.T) {
	ctx := t.Context()
	store, token, address := mustCatalog(t, Options{})
	c := mustClient(t, address, token(catalog.Token{Scope: catalog.ScopeWrite}))
	var all []catalog.Entry
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		e := entryOf(id, id)
		e.Project.Head = strings.Repeat("x", 1<<20)
		all = append(all, e)
	}
	changed, err := c.EnterAll(ctx, all)
	if err != nil || !slices.Equal(changed, []bool{true, true, true, true, true}) {
		t.Fatalf("EnterAll: %v, %v", changed, err)
	}
	if list, err := store.Projects(ctx, catalog.Query{}); err != nil || len(list) != 5 {
		t.Errorf("%d projects, %v", len(list), err)
	}
	all[0].Project.Head = strings.Repeat("x", 5<<20)
	if _, err := c.Enter(ctx, all[0]); !errors.Is(err, catalog.ErrUsage) {
		t.Errorf("an entry that is too long: %v", err)
	}
}

// TestCatalogTexts checks that roots and names with invalid UTF-8 are kept unchanged.
func TestCatalogTexts(t *testing.T) {
	ctx := t.Context()
	_, token, address := mustCatalog(t, Options{})
	c := mustClient(t, address, token(catalog.Token{Scope: catalog.ScopeWrite}))
	e := entryOf("a", "caf\xe9\uFDD0")
	e.Project.Root, e.Project.Languages = "/home/\xff\x01", map[string]int{"c": 1}
	if _, err := c.Enter(ctx, e); err != nil {
		t.Fatal(err)
	}
	p, err := c.Find(ctx, e.Project.Root, "laptop")
	if err != nil || p.Name != e.Project.Name || p.Root != e.Project.Root || p.Languages["c"] != 1 {
		t.Errorf("%+v, %v", p, err)
	}
}
