package catalogtest

import (
	"context"
	"errors"
	"testing"

	"codegraph/catalog"
)

func testProjects(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	for _, p := range []struct{ id, name, node, root string }{
		{"4", "zeta", node, "/src/zeta"},
		{"2", "Alpha", node, "/src/a"},
		{"3", "alpha", node, "/src/a/nested"},
		{"1", "alpha", "there", "/src/a"},
		{"5", "@scope/pkg", node, "/src/ab"},
	} {
		e := project(p.id, p.name)
		e.Node, e.Root, e.Repository = p.node, p.root, "r"+p.name
		if _, err := s.Enter(ctx, catalog.Entry{Project: e}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Tag(ctx, "3", "team", "core"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.SetState(ctx, catalog.StateMissing, "4"); err != nil {
		t.Fatal(err)
	}
	tests := []struct {
		name string
		q    catalog.Query
		want []catalog.ProjectID
	}{
		{"all", catalog.Query{}, []catalog.ProjectID{"5", "2", "1", "3", "4"}},
		{"ids", catalog.Query{IDs: []catalog.ProjectID{"4", "1", "nobody"}}, []catalog.ProjectID{"1", "4"}},
		{"no ids", catalog.Query{IDs: []catalog.ProjectID{}}, nil},
		{"tag", catalog.Query{Tag: "team"}, []catalog.ProjectID{"3"}},
		{"unknown tag", catalog.Query{Tag: "tea"}, nil},
		{"state", catalog.Query{State: catalog.StateMissing}, []catalog.ProjectID{"4"}},
		{"part of a name", catalog.Query{Match: "LPH"}, []catalog.ProjectID{"2", "1", "3"}},
		{"glob", catalog.Query{Match: "a*a"}, []catalog.ProjectID{"2", "1", "3"}},
		{"glob over a slash", catalog.Query{Match: "@*g"}, []catalog.ProjectID{"5"}},
		{"glob of a whole name", catalog.Query{Match: "?lph"}, nil},
		{"under", catalog.Query{Under: "/src/a", Node: node}, []catalog.ProjectID{"2", "3"}},
		{"under a slash", catalog.Query{Under: "/src/a/", Node: node}, []catalog.ProjectID{"2", "3"}},
		{"under the root", catalog.Query{Under: "/", Node: "there"}, []catalog.ProjectID{"1"}},
		{"repository", catalog.Query{Repository: "ralpha"}, []catalog.ProjectID{"1", "3"}},
		{"several", catalog.Query{Match: "alpha", Node: node, State: catalog.StateIndexed}, []catalog.ProjectID{"2", "3"}},
	}
	for _, tt := range tests {
		wantIDs(t, tt.name, ids(mustProjects(t, s, tt.q)), tt.want...)
	}
	if _, err := s.Projects(ctx, catalog.Query{Match: "[a"}); !errors.Is(err, catalog.ErrUsage) {
		t.Errorf("broken glob: %v", err)
	}
}

func testFind(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	for _, p := range []struct{ id, name, root string }{
		{"1", "engine", "/src/engine"}, {"2", "Engine", "/src/Engine"}, {"3", "twin", "/src/t1"}, {"4", "twin", "/src/t2"},
		{"5", "Mixed", "/src/mixed"}, {"6", "1", "/src/one"},
	} {
		e := project(p.id, p.name)
		e.Root = p.root
		if _, err := s.Enter(ctx, catalog.Entry{Project: e}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := s.Tag(ctx, "5", "team"); err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]catalog.ProjectID{
		"1": "1", "/src/t2": "4", "engine": "1", "Engine": "2", "mixed": "5", "/src/mixed": "5",
	} {
		if p, err := s.Find(ctx, name, node); err != nil || p.ID != want {
			t.Errorf("Find(%q) = %q, %v; want %q", name, p.ID, err, want)
		} else {
			wantSame(t, "as listed", mustProjects(t, s, catalog.Query{IDs: []catalog.ProjectID{want}}), []catalog.Project{p})
		}
	}
	var ambiguous *catalog.AmbiguousError
	for name, want := range map[string][]catalog.ProjectID{"twin": {"3", "4"}, "ENGINE": {"2", "1"}} {
		if _, err := s.Find(ctx, name, node); !errors.As(err, &ambiguous) || !errors.Is(err, catalog.ErrAmbiguous) {
			t.Errorf("Find(%q): %v", name, err)
		} else {
			wantIDs(t, name, ids(ambiguous.Candidates), want...)
		}
	}
	var unknown *catalog.NotFoundError
	for name, nearest := range map[string][]string{"mixde": {"Mixed"}, "nothing like it": nil, "": nil} {
		if _, err := s.Find(ctx, name, node); !errors.As(err, &unknown) || !errors.Is(err, catalog.ErrNotFound) {
			t.Errorf("Find(%q): %v", name, err)
		} else {
			wantSame(t, "nearest to "+name, nearest, unknown.Nearest)
		}
	}
	if _, err := s.Find(ctx, "/src/t2", "there"); !errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("a root of another node: %v", err)
	}
}

func testStates(t *testing.T, s catalog.Store) {
	mustEnter(t, s, "a", "b", "c")
	set := func(want int, state catalog.State, of ...catalog.ProjectID) {
		t.Helper()
		mustChange(t, s, want > 0, "SetState", func(ctx context.Context) (bool, error) {
			n, err := s.SetState(ctx, state, of...)
			if n != want {
				t.Errorf("SetState(%s, %q) = %d, want %d", state, of, n, want)
			}
			return n > 0, err
		})
	}
	set(2, catalog.StateMissing, "a", "c", "nobody")
	set(1, catalog.StateMissing, "a", "b")
	set(0, catalog.StateMissing, "a", "b", "c")
	set(0, catalog.StateMissing)
	set(1, catalog.StateIndexed, "b")
	want := project("b", "b")
	wantSame(t, "indexed", []catalog.Project{want}, mustProjects(t, s, catalog.Query{State: catalog.StateIndexed}))
	want = project("a", "a")
	want.State = catalog.StateMissing
	wantSame(t, "a", []catalog.Project{want}, mustProjects(t, s, catalog.Query{IDs: []catalog.ProjectID{"a"}}))
	// It is there again.
	mustEnter(t, s, "a")
	wantIDs(t, "missing", ids(mustProjects(t, s, catalog.Query{State: catalog.StateMissing})), "c")
}

func testSeen(t *testing.T, s catalog.Store) {
	const day = 86400
	mustEnter(t, s, "a", "b") // seen at 2000
	for _, tt := range []struct{ at, want int64 }{
		{2000 + day - 1, 2000}, {2000 + day, 2000 + day}, {2100 + day, 2000 + day}, {100, 2000 + day},
	} {
		before := mustVersion(t, s)
		if err := s.Seen(t.Context(), tt.at, "a", "nobody"); err != nil {
			t.Fatal(err)
		}
		got := mustProjects(t, s, catalog.Query{})
		if got[0].LastSeen != tt.want || got[1].LastSeen != 2000 {
			t.Errorf("seen at %d: %d and %d, want %d and 2000", tt.at, got[0].LastSeen, got[1].LastSeen, tt.want)
		}
		if mustVersion(t, s) != before {
			t.Error("Version changed")
		}
	}
}

func testTags(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	mustEnter(t, s, "a", "b")
	tag := func(want bool, id catalog.ProjectID, tags ...string) {
		t.Helper()
		mustChange(t, s, want, "Tag", func(ctx context.Context) (bool, error) { return s.Tag(ctx, id, tags...) })
	}
	untag := func(want bool, id catalog.ProjectID, tags ...string) {
		t.Helper()
		mustChange(t, s, want, "Untag", func(ctx context.Context) (bool, error) { return s.Untag(ctx, id, tags...) })
	}
	tag(true, "a", "zeta", "Team", "team", "zeta")
	tag(false, "a", "team")
	tag(false, "a")
	tag(true, "b", "team")
	untag(true, "a", "zeta", "unknown")
	untag(false, "a", "zeta")
	wantSame(t, "tags of a", []string{"Team", "team"}, mustProjects(t, s, catalog.Query{})[0].Tags)
	got, err := s.Tags(ctx)
	if err != nil {
		t.Fatal(err)
	}
	wantSame(t, "Tags", map[string]int{"team": 2, "Team": 1}, got)
	for _, bad := range []string{"", "two words", "a,b", "a:b", "line\n"} {
		if _, err := s.Tag(ctx, "a", bad); !errors.Is(err, catalog.ErrUsage) {
			t.Errorf("Tag(%q): %v", bad, err)
		}
	}
	if _, err := s.Tag(ctx, "nobody", "x"); !errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("Tag of an unknown project: %v", err)
	}
	if _, err := s.Untag(ctx, "nobody", "x"); !errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("Untag of an unknown project: %v", err)
	}
}

func testRename(t *testing.T, s catalog.Store) {
	mustEnter(t, s, "a")
	rename := func(want bool, name string) {
		t.Helper()
		mustChange(t, s, want, "Rename", func(ctx context.Context) (bool, error) { return s.Rename(ctx, "a", name) })
	}
	rename(false, "")
	rename(true, "Chosen")
	rename(false, "Chosen")
	rename(true, "")
	wantSame(t, "name", "Chosen", mustProjects(t, s, catalog.Query{})[0].Name)
	mustEnter(t, s, "a")
	wantSame(t, "name", "a", mustProjects(t, s, catalog.Query{})[0].Name)
	if _, err := s.Rename(t.Context(), "nobody", "x"); !errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("Rename of an unknown project: %v", err)
	}
}

func testForget(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	mustEnter(t, s, "b", "c")
	e := catalog.Entry{
		Project:      project("a", "a"),
		Packages:     []catalog.Package{packageOf("a", "one")},
		Requirements: []catalog.Requirement{requirementOf("a", "two")},
		Links:        []catalog.ManualLink{{Root: "/src/b", To: "b"}},
	}
	if _, err := s.Enter(ctx, e); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Tag(ctx, "a", "x"); err != nil {
		t.Fatal(err)
	}
	revision := mustManifests(t, s).Revision
	if _, err := s.ReplaceLinks(ctx, revision, []catalog.Link{linkOf("a", "b"), linkOf("b", "a"), linkOf("b", "c")}); err != nil {
		t.Fatal(err)
	}
	mustPutFilter(t, s, "a", settled(1), "alpha")
	forget := func(want int, of ...catalog.ProjectID) {
		t.Helper()
		mustChange(t, s, want > 0, "Forget", func(ctx context.Context) (bool, error) {
			n, err := s.Forget(ctx, of...)
			if n != want {
				t.Errorf("Forget(%q) = %d, want %d", of, n, want)
			}
			return n > 0, err
		})
	}
	forget(1, "a", "nobody")
	forget(0, "a")
	wantIDs(t, "projects", ids(mustProjects(t, s, catalog.Query{})), "b", "c")
	wantSame(t, "links", []catalog.Link{linkOf("b", "c")}, mustLinks(t, s, catalog.LinkQuery{}))
	m := mustManifests(t, s)
	if len(m.Packages)+len(m.Requirements) != 0 || m.Revision == revision {
		t.Errorf("manifests after: %+v", m)
	}
	// Nothing of it comes back with it.
	mustEnter(t, s, "a")
	wantSame(t, "entered again", []catalog.Project{project("a", "a")}, mustProjects(t, s, catalog.Query{IDs: []catalog.ProjectID{"a"}}))
	wantSame(t, "links", []catalog.Link{linkOf("b", "c")}, mustLinks(t, s, catalog.LinkQuery{}))
	got := mustCandidates(t, s, catalog.TermExact, "alpha", map[catalog.ProjectID]catalog.Stamp{"a": settled(1)})
	wantIDs(t, "unknown", got.Unknown, "a")
}

func testPublished(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	mustEnter(t, s, "a", "b")
	first := catalog.Published{Node: "keeper", Base: "/data/published/a", By: "anna", Hash: "c0de", At: 5000, Indexed: 1000}
	second := first
	second.Hash, second.At = "beef", 6000
	for _, step := range []struct {
		set     catalog.Published
		changes bool
	}{{first, true}, {first, false}, {second, true}, {catalog.Published{}, true}, {catalog.Published{}, false}, {second, true}} {
		mustChange(t, s, step.changes, "SetPublished", func(ctx context.Context) (bool, error) { return s.SetPublished(ctx, "a", step.set) })
		p, err := s.Find(ctx, "a", node)
		if err != nil || p.Published != step.set {
			t.Errorf("published: %+v, %v; want %+v", p.Published, err, step.set)
		}
	}
	moved := project("a", "a")
	moved.Root, moved.Published = "/src/elsewhere", catalog.Published{Node: "not by entering"}
	if _, err := s.Enter(ctx, catalog.Entry{Project: moved}); err != nil {
		t.Fatal(err)
	}
	moved.Published = second
	wantSame(t, "projects after entering", []catalog.Project{moved, project("b", "b")}, mustProjects(t, s, catalog.Query{}))
	if _, err := s.SetPublished(ctx, "nobody", first); !errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("SetPublished of an unknown project: %v", err)
	}
}
