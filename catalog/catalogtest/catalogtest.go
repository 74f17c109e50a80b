// Package catalogtest tests implementations of catalog.Store.
package catalogtest

import (
	"context"
	"slices"
	"testing"

	"codegraph/catalog"

	"github.com/google/go-cmp/cmp"
)

// Run tests a Store. open returns an empty store and closes it at the end of the
// test; Run may call it several times. Parts that the store lacks are skipped.
func Run(t *testing.T, open func(t *testing.T) catalog.Store) {
	tests := []struct {
		name string
		run  func(t *testing.T, s catalog.Store)
	}{
		{"Enter", testEnter},
		{"EnterKeepsPeoplesChoices", testEnterKeeps},
		{"EnterReplacesAtPlace", testReplace},
		{"EnterMoves", testMove},
		{"EnterRefuses", testEnterRefuses},
		{"EnterAll", testEnterAll},
		{"Projects", testProjects},
		{"Find", testFind},
		{"States", testStates},
		{"Seen", testSeen},
		{"Tags", testTags},
		{"Rename", testRename},
		{"Published", testPublished},
		{"Forget", testForget},
		{"Packages", testPackages},
		{"Links", testLinks},
		{"ManualLinks", testManualLinks},
		{"ReplaceLinksRefuses", testLinksRefuse},
		{"Revision", testRevision},
		{"Resolve", testResolve},
		{"Filters", testFilters},
		{"FilterStamps", testStamps},
		{"PutFilters", testPutFilters},
		{"Readings", testReadings},
		{"Concurrent", testConcurrent},
		{"Cancelled", testCancelled},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) { tt.run(t, open(t)) })
	}
}

// Place is where the suite's projects lie.
const node = "here"

// project returns an entry for a project in /src/<id>, with every field set.
func project(id, name string) catalog.Project {
	return catalog.Project{
		ID:               catalog.ProjectID(id),
		Place:            catalog.Place{Node: node, Root: "/src/" + id},
		Name:             name,
		Base:             "/src/" + id + "/.codegraph",
		Remote:           "https://example.com/" + id,
		Head:             "c0ffee",
		Repository:       "example.com/" + id,
		CopiedFrom:       "origin",
		Kind:             catalog.KindGit,
		State:            catalog.StateIndexed,
		Languages:        map[string]int{"go": 12, "c": 3},
		Files:            15,
		Items:            400,
		SchemaVersion:    "1",
		ExtractorVersion: "7",
		LastIndexed:      1000,
		LastSeen:         2000,
	}
}

func packageOf(id, key string) catalog.Package {
	return catalog.Package{Project: catalog.ProjectID(id), Ecosystem: "npm", Name: "@x/" + key, Key: key, Version: "1.2.3",
		Dir: "sub", File: "sub/package.json", Line: 2}
}

func requirementOf(id, key string) catalog.Requirement {
	return catalog.Requirement{Project: catalog.ProjectID(id), Ecosystem: "npm", Name: "@x/" + key, Key: key, Alias: "a",
		Version: "^1", Dev: true, Optional: true, Indirect: true, Workspace: true, Local: "/src/other", File: "package.json",
		Line: 9, Entry: "devDependencies"}
}

func linkOf(from, to string) catalog.Link {
	return catalog.Link{From: catalog.ProjectID(from), To: catalog.ProjectID(to), Origin: catalog.Derived, Tier: catalog.TierName,
		Ecosystem: "npm", Package: "@x/" + to, Required: "^1", Found: "1.2.3", Dev: true, Optional: true, File: "package.json",
		Line: 9, Entry: "devDependencies", Via: "workspace"}
}

// mustEnter enters projects with those ids and names equal to them.
func mustEnter(t *testing.T, s catalog.Store, ids ...string) {
	t.Helper()
	for _, id := range ids {
		mustChange(t, s, true, "Enter "+id, func(ctx context.Context) (bool, error) {
			return s.Enter(ctx, catalog.Entry{Project: project(id, id)})
		})
	}
}

// mustChange runs a write. It checks the reported change and that Version agrees.
func mustChange(t *testing.T, s catalog.Store, want bool, what string, write func(context.Context) (bool, error)) {
	t.Helper()
	ctx := t.Context()
	before := mustVersion(t, s)
	got, err := write(ctx)
	if err != nil {
		t.Fatalf("%s: %v", what, err)
	}
	if got != want {
		t.Errorf("%s: changed = %v, want %v", what, got, want)
	}
	if changed := mustVersion(t, s) != before; changed != want {
		t.Errorf("%s: Version changed = %v, want %v", what, changed, want)
	}
}

func mustVersion(t *testing.T, s catalog.Store) int64 {
	t.Helper()
	v, err := s.Version(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func mustProjects(t *testing.T, s catalog.Store, q catalog.Query) []catalog.Project {
	t.Helper()
	list, err := s.Projects(t.Context(), q)
	if err != nil {
		t.Fatalf("Projects(%+v): %v", q, err)
	}
	return list
}

func mustManifests(t *testing.T, s catalog.Store) catalog.Manifests {
	t.Helper()
	m, err := s.Manifests(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func mustLinks(t *testing.T, s catalog.Store, q catalog.LinkQuery) []catalog.Link {
	t.Helper()
	list, err := s.Links(t.Context(), q)
	if err != nil {
		t.Fatalf("Links(%+v): %v", q, err)
	}
	return list
}

// ids returns the ids of projects, in their order.
func ids(list []catalog.Project) []catalog.ProjectID {
	var out []catalog.ProjectID
	for _, p := range list {
		out = append(out, p.ID)
	}
	return out
}

func wantIDs(t *testing.T, what string, got []catalog.ProjectID, want ...catalog.ProjectID) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("%s: got %q, want %q", what, got, want)
	}
}

func wantSame(t *testing.T, what string, want, got any) {
	t.Helper()
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("%s (-want +got):\n%s", what, diff)
	}
}
