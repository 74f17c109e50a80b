package catalog_test

import (
	"context"
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"
	"codegraph/catalog/sqlstore"

	"github.com/google/go-cmp/cmp"
)

func mustOpen(t *testing.T) *sqlstore.Store {
	t.Helper()
	s, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: filepath.Join(t.TempDir(), "catalog.db")})
	must(t, err)
	t.Cleanup(func() { s.Close() })
	return s
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// TestStandbyContract: while the catalog is there, a standby is like it.
func TestStandbyContract(t *testing.T) {
	over := func(t *testing.T) *catalog.Standby {
		s := mustOpen(t)
		return catalog.NewStandby(func(context.Context) (catalog.Store, error) { return s, nil }, mustOpen(t), time.Time{}, time.Minute)
	}
	catalogtest.Run(t, func(t *testing.T) catalog.Store { return over(t) })
	catalogtest.RunTokens(t, func(t *testing.T) catalog.Tokens { return over(t) })
	catalogtest.RunAudit(t, func(t *testing.T) catalog.Audit { return over(t) })
	catalogtest.RunTeam(t, func(t *testing.T) catalogtest.Team { return over(t) })
}

// TestStandby takes the catalog away and brings it back.
func TestStandby(t *testing.T) {
	ctx := t.Context()
	all := mustOpen(t)
	var mode atomic.Value // how the catalog is reached
	mode.Store("there")
	open := func(ctx context.Context) (catalog.Store, error) {
		switch mode.Load() {
		case "refused":
			return nil, catalog.ErrUnavailable
		case "silent":
			<-ctx.Done()
			return nil, ctx.Err()
		}
		return all, nil
	}
	fill(t, all)
	copied := mustOpen(t)
	s := catalog.NewStandby(open, copied, time.Time{}, 100*time.Millisecond)
	changes := make(chan struct{}, 100)
	s.Changed(func() { changes <- struct{}{} })

	mode.Store("refused")
	if _, err := s.Projects(ctx, catalog.Query{}); !errors.Is(err, catalog.ErrUnavailable) {
		t.Errorf("before anything was copied: %v", err)
	}
	mode.Store("there")
	follow, stop := context.WithCancel(ctx)
	done := make(chan struct{})
	go func() {
		defer close(done)
		s.Follow(follow, 20*time.Millisecond)
	}()
	<-changes
	want := told(t, all)
	if diff := cmp.Diff(want, told(t, copied)); diff != "" {
		t.Errorf("the copy is another one: %s", diff)
	}
	for _, how := range []string{"refused", "silent"} {
		mode.Store(how)
		for _, away := catalog.AwayOf(catalog.Restrict(s, func(catalog.Project) bool { return true })); !away; _, away = catalog.AwayOf(s) {
			_, err := s.Projects(ctx, catalog.Query{})
			must(t, err)
		}
		if diff := cmp.Diff(want, told(t, s)); diff != "" {
			t.Errorf("%s: the copy answers something else: %s", how, diff)
		}
		if _, err := s.Tag(ctx, "a", "x"); !errors.Is(err, catalog.ErrUnavailable) {
			t.Errorf("%s: written: %v", how, err)
		}
		if _, err := s.ListTokens(ctx); !errors.Is(err, catalog.ErrUnavailable) {
			t.Errorf("%s: tokens: %v", how, err)
		}
		m, err := s.Manifests(ctx)
		must(t, err)
		version, err := s.Version(ctx)
		must(t, err)
		mode.Store("there")
		for _, away := s.Away(); away; _, away = s.Away() {
			<-time.After(time.Millisecond)
		}
		if now, err := s.Version(ctx); err != nil || now == version {
			t.Errorf("%s: the copy has the version %d of the catalog, %v", how, version, err)
		}
		// What was derived from the copy is none of the catalog.
		if _, err := s.ReplaceLinks(ctx, m.Revision, nil); !errors.Is(err, catalog.ErrStale) {
			t.Errorf("%s: links of the copy: %v", how, err)
		}
	}
	// Others write meanwhile: the copy follows.
	_, err := all.Forget(ctx, "b")
	must(t, err)
	_, err = all.Untag(ctx, "a", "one")
	must(t, err)
	for want = told(t, all); ; {
		if cmp.Diff(want, told(t, copied)) == "" {
			break
		}
		<-changes
	}
	stop()
	<-done
}

// fill enters projects with all that there is to copy.
func fill(t *testing.T, s *sqlstore.Store) {
	t.Helper()
	ctx := t.Context()
	for _, id := range []string{"a", "b"} {
		e := catalog.Entry{Project: catalog.Project{ID: catalog.ProjectID(id), Place: catalog.Place{Node: "n", Root: "/" + id}, Name: id, Base: "/" + id + "/.codegraph",
			State: catalog.StateIndexed, Languages: map[string]int{"go": 2}},
			Packages:     []catalog.Package{{Ecosystem: "go", Name: id, Key: id, Dir: ".", File: "go.mod", Line: 1}},
			Requirements: []catalog.Requirement{{Ecosystem: "go", Name: "x", Key: "x", File: "go.mod", Line: 2}},
			Links:        []catalog.ManualLink{{Root: "/elsewhere", Name: "e"}}}
		_, err := s.Enter(ctx, e)
		must(t, err)
	}
	_, err := s.Tag(ctx, "a", "one", "two")
	must(t, err)
	_, err = s.Rename(ctx, "b", "given")
	must(t, err)
	_, err = s.SetPublished(ctx, "b", catalog.Published{Node: "n", Base: "/copies/b", Hash: "h", At: 7})
	must(t, err)
	m, err := s.Manifests(ctx)
	must(t, err)
	_, err = s.ReplaceLinks(ctx, m.Revision, []catalog.Link{{From: "a", To: "b", Origin: catalog.Derived, Tier: catalog.TierName, Ecosystem: "go", Package: "b"}})
	must(t, err)
	must(t, s.NodeSeen(ctx, catalog.Node{ID: "n", URL: "http://n", Version: "1"}))
}

// told returns what a store says, but for numbers of its own.
func told(t *testing.T, s catalog.Store) []any {
	t.Helper()
	ctx := t.Context()
	m, err := s.Manifests(ctx)
	must(t, err)
	links, err := s.Links(ctx, catalog.LinkQuery{})
	must(t, err)
	nodes, err := s.(catalog.Nodes).ListNodes(ctx)
	must(t, err)
	for i := range nodes {
		nodes[i].Silent = 0
	}
	return []any{m.Projects, m.Packages, m.Requirements, links, nodes}
}
