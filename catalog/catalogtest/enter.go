package catalogtest

import (
	"context"
	"errors"
	"slices"
	"testing"

	"codegraph/catalog"
)

func testEnter(t *testing.T, s catalog.Store) {
	e := catalog.Entry{
		Project:      project("b", "beta"),
		Packages:     []catalog.Package{packageOf("b", "two"), packageOf("b", "one"), packageOf("b", "two")},
		Requirements: []catalog.Requirement{requirementOf("", "three"), requirementOf("", "three")},
	}
	enter := func(e catalog.Entry) func(context.Context) (bool, error) {
		return func(ctx context.Context) (bool, error) { return s.Enter(ctx, e) }
	}
	mustChange(t, s, true, "first", enter(e))
	mustChange(t, s, false, "again", enter(e))
	wantSame(t, "projects", []catalog.Project{e.Project}, mustProjects(t, s, catalog.Query{}))
	m := mustManifests(t, s)
	wantSame(t, "packages", []catalog.Package{packageOf("b", "one"), packageOf("b", "two")}, m.Packages)
	wantSame(t, "requirements", []catalog.Requirement{requirementOf("b", "three")}, m.Requirements)

	e.Packages[0], e.Packages[1] = e.Packages[1], e.Packages[0]
	e.Project.LastSeen += 9
	e.Project.Tags = []string{"not", "ours"}
	mustChange(t, s, false, "other order, seen later, tags", enter(e))
	e.Project.Languages = map[string]int{"go": 13, "c": 3}
	mustChange(t, s, true, "languages", enter(e))
	e.Project.Head = "beef"
	mustChange(t, s, true, "head", enter(e))
	e.Packages = nil
	mustChange(t, s, true, "no packages", enter(e))
	mustChange(t, s, false, "no packages again", enter(e))
	e.Requirements[0].Dev, e.Requirements[1].Dev = false, false
	mustChange(t, s, true, "another requirement", enter(e))
	e.Project.Languages = nil
	mustChange(t, s, true, "no languages", enter(e))
	mustChange(t, s, false, "no languages again", enter(e))
	e.Project.Tags = nil
	wantSame(t, "projects", []catalog.Project{e.Project}, mustProjects(t, s, catalog.Query{}))
	m = mustManifests(t, s)
	wantSame(t, "packages", []catalog.Package(nil), m.Packages)
	if len(m.Requirements) != 1 || m.Requirements[0].Dev {
		t.Errorf("requirements: %+v", m.Requirements)
	}
}

func testEnterKeeps(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	mustEnter(t, s, "a")
	if _, err := s.Tag(ctx, "a", "team"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Rename(ctx, "a", "Chosen"); err != nil {
		t.Fatal(err)
	}
	mustChange(t, s, false, "Enter", func(ctx context.Context) (bool, error) {
		return s.Enter(ctx, catalog.Entry{Project: project("a", "a")})
	})
	p := project("a", "other")
	p.Head = "beef"
	mustChange(t, s, true, "Enter another head", func(ctx context.Context) (bool, error) {
		return s.Enter(ctx, catalog.Entry{Project: p})
	})
	p.Name, p.Tags = "Chosen", []string{"team"}
	wantSame(t, "projects", []catalog.Project{p}, mustProjects(t, s, catalog.Query{}))
}

func testReplace(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	mustEnter(t, s, "old")
	from := catalog.Entry{Project: project("from", "from"), Links: []catalog.ManualLink{{Root: "/src/old", To: "old", Name: "dep"}}}
	if _, err := s.Enter(ctx, from); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Tag(ctx, "old", "team"); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Rename(ctx, "old", "Chosen"); err != nil {
		t.Fatal(err)
	}
	p := project("new", "new")
	p.Root = "/src/old"
	mustChange(t, s, true, "Enter", func(ctx context.Context) (bool, error) {
		return s.Enter(ctx, catalog.Entry{Project: p})
	})
	p.Name, p.Tags = "Chosen", []string{"team"}
	wantSame(t, "projects", []catalog.Project{p, from.Project}, mustProjects(t, s, catalog.Query{}))
	links := mustLinks(t, s, catalog.LinkQuery{From: []catalog.ProjectID{"from"}})
	if len(links) != 1 || links[0].To != "new" {
		t.Errorf("links: %+v", links)
	}
}

func testMove(t *testing.T, s catalog.Store) {
	mustEnter(t, s, "a", "b")
	p := project("a", "a")
	p.Root, p.Base = "/elsewhere/a", "/elsewhere/a/.codegraph"
	mustChange(t, s, true, "Enter", func(ctx context.Context) (bool, error) {
		return s.Enter(ctx, catalog.Entry{Project: p})
	})
	wantSame(t, "projects", []catalog.Project{p, project("b", "b")}, mustProjects(t, s, catalog.Query{}))
}

func testEnterRefuses(t *testing.T, s catalog.Store) {
	for name, spoil := range map[string]func(*catalog.Project){
		"no id":   func(p *catalog.Project) { p.ID = "" },
		"no root": func(p *catalog.Project) { p.Root = "" },
		"no node": func(p *catalog.Project) { p.Node = "" },
	} {
		p := project("a", "a")
		spoil(&p)
		if _, err := s.Enter(t.Context(), catalog.Entry{Project: p}); !errors.Is(err, catalog.ErrUsage) {
			t.Errorf("%s: %v", name, err)
		}
	}
	wantIDs(t, "projects", ids(mustProjects(t, s, catalog.Query{})))
}

// testEnterAll enters several entries at once. Each reports its own change, and one
// invalid entry rejects all.
func testEnterAll(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	list := []catalog.Entry{{Project: project("a", "a")}, {Project: project("b", "b"), Packages: []catalog.Package{packageOf("b", "one")}}}
	enter := func(want ...bool) {
		t.Helper()
		before := mustVersion(t, s)
		changed, err := s.EnterAll(ctx, list)
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, "changed", want, changed)
		if moved := mustVersion(t, s) != before; moved != slices.Contains(want, true) {
			t.Errorf("the version moved: %v", moved)
		}
	}
	enter(true, true)
	enter(false, false)
	list[1].Packages = nil
	enter(false, true)
	list[0].Project.ID = "heir" // of the place of a
	list = append(list, catalog.Entry{Project: project("c", "c")})
	enter(true, false, true)
	wantIDs(t, "projects", ids(mustProjects(t, s, catalog.Query{})), "heir", "b", "c")

	list[0].Project.Name = "new"
	list[2].Project.Root = ""
	if _, err := s.EnterAll(ctx, list); !errors.Is(err, catalog.ErrUsage) {
		t.Errorf("without a root: %v", err)
	}
	if p := mustProjects(t, s, catalog.Query{Match: "new"}); len(p) != 0 {
		t.Errorf("half of it was done: %v", p)
	}
	if changed, err := s.EnterAll(ctx, nil); err != nil || len(changed) != 0 {
		t.Errorf("nothing: %v, %v", changed, err)
	}
}
