package catalogtest

import (
	"context"
	"errors"
	"testing"

	"codegraph/catalog"
	"codegraph/catalog/identity"
)

func testPackages(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	other := packageOf("a", "one")
	other.Ecosystem = "go"
	required := requirementOf("a", "one")
	required.Ecosystem = "go"
	for _, e := range []catalog.Entry{
		{Project: project("b", "b"), Packages: []catalog.Package{packageOf("b", "one"), packageOf("b", "two")},
			Requirements: []catalog.Requirement{requirementOf("b", "one")}},
		{Project: project("a", "a"), Packages: []catalog.Package{packageOf("a", "one"), other},
			Requirements: []catalog.Requirement{requirementOf("a", "one"), required, requirementOf("a", "two")}},
	} {
		if _, err := s.Enter(ctx, e); err != nil {
			t.Fatal(err)
		}
	}
	one := func(id string) catalog.Package { return packageOf(id, "one") }
	tests := []struct {
		name     string
		q        catalog.PackageQuery
		packages []catalog.Package
		required []catalog.Requirement
	}{
		{"all", catalog.PackageQuery{}, []catalog.Package{other, one("a"), one("b"), packageOf("b", "two")},
			[]catalog.Requirement{required, requirementOf("a", "one"), requirementOf("b", "one"), requirementOf("a", "two")}},
		{"ecosystem", catalog.PackageQuery{Ecosystem: "go"}, []catalog.Package{other}, []catalog.Requirement{required}},
		{"key", catalog.PackageQuery{Ecosystem: "npm", Keys: []string{"one", "none"}}, []catalog.Package{one("a"), one("b")},
			[]catalog.Requirement{requirementOf("a", "one"), requirementOf("b", "one")}},
		{"project", catalog.PackageQuery{Projects: []catalog.ProjectID{"a", "nobody"}}, []catalog.Package{other, one("a")},
			[]catalog.Requirement{required, requirementOf("a", "one"), requirementOf("a", "two")}},
		{"several", catalog.PackageQuery{Ecosystem: "npm", Keys: []string{"one", "two"}, Projects: []catalog.ProjectID{"b"}},
			[]catalog.Package{one("b"), packageOf("b", "two")}, []catalog.Requirement{requirementOf("b", "one")}},
		{"no keys", catalog.PackageQuery{Ecosystem: "npm", Keys: []string{}}, nil, nil},
	}
	for _, tt := range tests {
		packages, err := s.Packages(ctx, tt.q)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		wantSame(t, tt.name+": packages", tt.packages, packages)
		required, err := s.Requirements(ctx, tt.q)
		if err != nil {
			t.Fatalf("%s: %v", tt.name, err)
		}
		wantSame(t, tt.name+": requirements", tt.required, required)
	}
	if _, err := s.Packages(ctx, catalog.PackageQuery{Keys: []string{"one"}}); !errors.Is(err, catalog.ErrUsage) {
		t.Errorf("keys without ecosystem: %v", err)
	}
}

func testLinks(t *testing.T, s catalog.Store) {
	mustEnter(t, s, "a", "b", "c")
	m := mustManifests(t, s)
	if m.LinksOf == m.Revision {
		t.Error("links of nothing derived count as present")
	}
	replace := func(want bool, links ...catalog.Link) {
		t.Helper()
		mustChange(t, s, want, "ReplaceLinks", func(ctx context.Context) (bool, error) {
			return s.ReplaceLinks(ctx, m.Revision, links)
		})
	}
	ab, bc, ca := linkOf("a", "b"), linkOf("b", "c"), linkOf("c", "a")
	second := ab
	second.Line = 10
	replace(true, ca, second, bc, ab, ab)
	replace(false, bc, ab, second, ca)
	wantSame(t, "all", []catalog.Link{ab, second, bc, ca}, mustLinks(t, s, catalog.LinkQuery{}))
	if m := mustManifests(t, s); m.LinksOf != m.Revision {
		t.Errorf("derived of %d, revision %d", m.LinksOf, m.Revision)
	}
	wantSame(t, "from", []catalog.Link{ab, second}, mustLinks(t, s, catalog.LinkQuery{From: []catalog.ProjectID{"a", "nobody"}}))
	wantSame(t, "to", []catalog.Link{bc, ca}, mustLinks(t, s, catalog.LinkQuery{To: []catalog.ProjectID{"a", "c"}}))
	wantSame(t, "from and to", []catalog.Link{bc},
		mustLinks(t, s, catalog.LinkQuery{From: []catalog.ProjectID{"a", "b"}, To: []catalog.ProjectID{"c"}}))
	wantSame(t, "by hand", []catalog.Link(nil), mustLinks(t, s, catalog.LinkQuery{Origin: catalog.ByHand}))
	replace(true, ab, bc)
	wantSame(t, "fewer", []catalog.Link{ab, bc}, mustLinks(t, s, catalog.LinkQuery{Origin: catalog.Derived}))
	replace(true)
	wantSame(t, "none", []catalog.Link(nil), mustLinks(t, s, catalog.LinkQuery{}))
}

func testManualLinks(t *testing.T, s catalog.Store) {
	mustEnter(t, s, "b", "c")
	e := catalog.Entry{Project: project("a", "a"), Links: []catalog.ManualLink{
		{Root: "/src/b", To: "b", Name: "bee"},
		{Root: "/src/c"},
		{Root: "/src/nowhere", To: "gone"},
		{Root: "/src/a"},             // itself
		{Root: "/src/a", To: "gone"}, // itself, under an id that it had
		{Root: "/src/c"},
	}}
	enter := func(want bool) {
		t.Helper()
		mustChange(t, s, want, "Enter", func(ctx context.Context) (bool, error) { return s.Enter(ctx, e) })
	}
	enter(true)
	enter(false)
	link := func(to, root, name string) catalog.Link {
		return catalog.Link{From: "a", To: catalog.ProjectID(to), Origin: catalog.ByHand, Tier: catalog.TierManual, Root: root, Name: name}
	}
	gone := link("", "/src/nowhere", "")
	wantSame(t, "links", []catalog.Link{gone, link("b", "/src/b", "bee"), link("c", "/src/c", "")}, mustLinks(t, s, catalog.LinkQuery{}))
	wantSame(t, "to c", []catalog.Link{link("c", "/src/c", "")}, mustLinks(t, s, catalog.LinkQuery{To: []catalog.ProjectID{"c"}}))
	wantSame(t, "from b", []catalog.Link(nil), mustLinks(t, s, catalog.LinkQuery{From: []catalog.ProjectID{"b"}}))
	wantSame(t, "derived", []catalog.Link(nil), mustLinks(t, s, catalog.LinkQuery{Origin: catalog.Derived}))

	// The id wins over the root: the link survives a move.
	moved := project("b", "b")
	moved.Root = "/elsewhere"
	if _, err := s.Enter(t.Context(), catalog.Entry{Project: moved}); err != nil {
		t.Fatal(err)
	}
	mustEnter(t, s, "d")
	d := project("d", "d")
	d.Root = "/src/b"
	if _, err := s.Enter(t.Context(), catalog.Entry{Project: d}); err != nil {
		t.Fatal(err)
	}
	wantSame(t, "after the move", []catalog.Link{link("b", "/src/b", "bee")}, mustLinks(t, s, catalog.LinkQuery{To: []catalog.ProjectID{"b", "d"}}))
	e.Links = e.Links[:1]
	enter(true)
	wantSame(t, "fewer", []catalog.Link{link("b", "/src/b", "bee")}, mustLinks(t, s, catalog.LinkQuery{}))
}

func testLinksRefuse(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	mustEnter(t, s, "a", "b")
	revision := mustManifests(t, s).Revision
	if _, err := s.ReplaceLinks(ctx, revision, []catalog.Link{linkOf("a", "b")}); err != nil {
		t.Fatal(err)
	}
	byHand := linkOf("a", "b")
	byHand.Origin = catalog.ByHand
	for name, bad := range map[string]catalog.Link{
		"to itself": linkOf("a", "a"), "unknown start": linkOf("x", "a"), "unknown end": linkOf("a", "x"), "by hand": byHand,
	} {
		if _, err := s.ReplaceLinks(ctx, revision, []catalog.Link{linkOf("b", "a"), bad}); !errors.Is(err, catalog.ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if _, err := s.ReplaceLinks(ctx, revision-1, nil); !errors.Is(err, catalog.ErrStale) {
		t.Errorf("an old revision: %v", err)
	}
	wantSame(t, "links", []catalog.Link{linkOf("a", "b")}, mustLinks(t, s, catalog.LinkQuery{}))
}

// testRevision makes sure that whatever links depend on makes them stale, and
// nothing else.
func testRevision(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	mustEnter(t, s, "a", "b")
	e := catalog.Entry{Project: project("a", "a")}
	enter := func() error { _, err := s.Enter(ctx, e); return err }
	steps := []struct {
		name string
		do   func() error
		want bool
	}{
		{"the same", enter, false},
		{"a new head", func() error { e.Project.Head = "beef"; return enter() }, false},
		{"more files", func() error { e.Project.Files++; return enter() }, false},
		{"a tag", func() error { _, err := s.Tag(ctx, "a", "x"); return err }, false},
		{"a link by hand", func() error { e.Links = []catalog.ManualLink{{Root: "/src/b"}}; return enter() }, false},
		{"a filter", func() error { return s.PutFilter(ctx, "a", settled(1), filterOf("x")) }, false},
		{"a package", func() error { e.Packages = []catalog.Package{packageOf("a", "p")}; return enter() }, true},
		{"a requirement", func() error { e.Requirements = []catalog.Requirement{requirementOf("a", "p")}; return enter() }, true},
		{"a move", func() error { e.Project.Root = "/moved"; return enter() }, true},
		{"a state", func() error { _, err := s.SetState(ctx, catalog.StateMissing, "a"); return err }, true},
		{"the same state", func() error { _, err := s.SetState(ctx, catalog.StateMissing, "a"); return err }, false},
		{"back again", enter, true},
		{"a new project", func() error { _, err := s.Enter(ctx, catalog.Entry{Project: project("c", "c")}); return err }, true},
		{"one less", func() error { _, err := s.Forget(ctx, "c"); return err }, true},
		{"links", func() error { _, err := s.ReplaceLinks(ctx, mustManifests(t, s).Revision, nil); return err }, false},
	}
	for _, step := range steps {
		before := mustManifests(t, s).Revision
		if err := step.do(); err != nil {
			t.Fatalf("%s: %v", step.name, err)
		}
		if changed := mustManifests(t, s).Revision != before; changed != step.want {
			t.Errorf("%s: revision changed = %v, want %v", step.name, changed, step.want)
		}
	}
}

func testResolve(t *testing.T, s catalog.Store) {
	mustEnter(t, s, "a")
	home := project("a", "a").Place
	other := catalog.Place{Node: node, Root: "/other"}
	tests := []struct {
		name  string
		s     identity.Sighting
		there bool
		want  identity.Identity
	}{
		{"unknown", identity.Sighting{ID: "z", Home: other, Found: other}, true, identity.Identity{Result: identity.Same, ID: "z"}},
		{"known", identity.Sighting{ID: "a", Home: home, Found: home}, true, identity.Identity{Result: identity.Same, ID: "a"}},
		{"known elsewhere", identity.Sighting{ID: "a", Home: other, Found: other}, true, identity.Identity{Result: identity.Copied, CopiedFrom: "a"}},
		{"gone from where it was known", identity.Sighting{ID: "a", Home: other, Found: other}, false, identity.Identity{Result: identity.Moved, ID: "a"}},
		{"no id", identity.Sighting{Found: other}, true, identity.Identity{Result: identity.New}},
	}
	for _, tt := range tests {
		got, err := identity.Resolve(t.Context(), s, tt.s, func(string) (bool, error) { return tt.there, nil })
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, tt.name, tt.want, got)
	}
}
