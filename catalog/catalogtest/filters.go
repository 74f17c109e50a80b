package catalogtest

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/termfilter"
)

// settled returns a stamp that counts, of a base in its nth state.
func settled(n int64) catalog.Stamp {
	return catalog.Stamp{
		Index: catalog.FileStamp{Size: 100, ModTime: n, Changed: n, Inode: 7},
		WAL:   catalog.FileStamp{Size: 50, ModTime: n, Changed: n, Inode: 8},
		Terms: n,
		Taken: n + int64(time.Minute),
	}
}

func filterOf(terms ...string) termfilter.Filter {
	return termfilter.Build(slices.Values(terms))
}

func mustPutFilter(t *testing.T, s catalog.Store, id catalog.ProjectID, stamp catalog.Stamp, terms ...string) {
	t.Helper()
	if err := s.PutFilter(t.Context(), id, stamp, filterOf(terms...)); err != nil {
		t.Fatal(err)
	}
}

func mustCandidates(t *testing.T, s catalog.Store, mode catalog.TermMode, text string, present map[catalog.ProjectID]catalog.Stamp) catalog.Candidates {
	t.Helper()
	c, err := s.Candidates(t.Context(), catalog.TermQuery{Mode: mode, Text: text, Present: present})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// testFilters asks some projects and more than are looked up one by one.
func testFilters(t *testing.T, s catalog.Store) {
	present := map[catalog.ProjectID]catalog.Stamp{}
	for i := range 120 {
		id := fmt.Sprintf("p%03d", i)
		mustEnter(t, s, id)
		terms := []string{"common", fmt.Sprintf("own%03dterm", i)}
		if i%40 == 0 {
			terms = append(terms, "seldomword")
		}
		mustPutFilter(t, s, catalog.ProjectID(id), settled(int64(i)), terms...)
		present[catalog.ProjectID(id)] = settled(int64(i))
	}
	mustEnter(t, s, "nofilter")
	present["nofilter"] = settled(1)
	present["nobody"] = settled(1)
	all := slices.Sorted(func(yield func(catalog.ProjectID) bool) {
		for i := range 120 {
			if !yield(catalog.ProjectID(fmt.Sprintf("p%03d", i))) {
				return
			}
		}
	})
	everybody := slices.Sorted(func(yield func(catalog.ProjectID) bool) {
		for id := range present {
			if !yield(id) {
				return
			}
		}
	})
	unknown := []catalog.ProjectID{"nobody", "nofilter"}
	tests := []struct {
		mode         catalog.TermMode
		text         string
		may, unknown []catalog.ProjectID
	}{
		{catalog.TermExact, "seldomword", []catalog.ProjectID{"p000", "p040", "p080"}, unknown},
		{catalog.TermExact, "common", all, unknown},
		{catalog.TermExact, "own077term", []catalog.ProjectID{"p077"}, unknown},
		{catalog.TermPrefix, "seldom", []catalog.ProjectID{"p000", "p040", "p080"}, unknown},
		{catalog.TermPrefix, "omm", nil, unknown},
		{catalog.TermPrefix, "co", all, unknown},
		{catalog.TermContains, "domwo", []catalog.ProjectID{"p000", "p040", "p080"}, unknown},
		{catalog.TermContains, "077t", []catalog.ProjectID{"p077"}, unknown},
		{catalog.TermContains, "omm", all, unknown},
		{catalog.TermContains, "om", nil, everybody}, // too short to tell
		{catalog.TermPrefix, "c", nil, everybody},
		{"other", "common", nil, everybody},
	}
	for _, tt := range tests {
		got := mustCandidates(t, s, tt.mode, tt.text, present)
		wantSame(t, fmt.Sprintf("%s %q", tt.mode, tt.text), catalog.Candidates{May: tt.may, Unknown: tt.unknown}, got)
	}
	few := map[catalog.ProjectID]catalog.Stamp{"p040": settled(40), "p041": settled(41), "nofilter": settled(1)}
	for mode, text := range map[catalog.TermMode]string{catalog.TermExact: "seldomword", catalog.TermContains: "eldomw"} {
		wantSame(t, "of few, "+string(mode), catalog.Candidates{May: []catalog.ProjectID{"p040"}, Unknown: []catalog.ProjectID{"nofilter"}},
			mustCandidates(t, s, mode, text, few))
	}
	// A new filter replaces all of the old one.
	mustPutFilter(t, s, "p040", settled(40), "another")
	wantSame(t, "replaced", catalog.Candidates{}, mustCandidates(t, s, catalog.TermExact, "seldomword",
		map[catalog.ProjectID]catalog.Stamp{"p040": settled(40)}))
	if err := s.PutFilter(t.Context(), "nobody", settled(1), filterOf("x")); !errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("PutFilter of an unknown project: %v", err)
	}
}

func testStamps(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	mustEnter(t, s, "a")
	mustPutFilter(t, s, "a", settled(1), "alpha")
	ask := func(what string, stamp catalog.Stamp, counts bool) {
		t.Helper()
		want := catalog.Candidates{Unknown: []catalog.ProjectID{"a"}}
		if counts {
			want = catalog.Candidates{}
		}
		wantSame(t, what, want, mustCandidates(t, s, catalog.TermExact, "beta", map[catalog.ProjectID]catalog.Stamp{"a": stamp}))
	}
	ask("as it was", settled(1), true)
	now := settled(1)
	now.Terms, now.Taken = 0, 0
	ask("stat only", now, true)
	now.WAL = catalog.FileStamp{}
	ask("another log", now, false)
	ask("changed", settled(2), false)
	ask("gone", catalog.Stamp{}, false)

	checkpointed := settled(9)
	restamp := func(stamp catalog.Stamp, want bool) {
		t.Helper()
		if ok, err := s.Restamp(ctx, "a", stamp); err != nil || ok != want {
			t.Errorf("Restamp = %v, %v; want %v", ok, err, want)
		}
	}
	restamp(checkpointed, false) // other terms
	ask("not stamped", checkpointed, false)
	checkpointed.Terms = 1
	restamp(checkpointed, true)
	restamp(checkpointed, true)
	ask("stamped", checkpointed, true)
	ask("as it was before", settled(1), false)

	hot := settled(1)
	hot.Taken = hot.WAL.ModTime + int64(time.Second)
	mustPutFilter(t, s, "a", hot, "alpha")
	ask("read a second after the last write", hot, false)
	mustEnter(t, s, "b")
	if ok, err := s.Restamp(ctx, "b", settled(1)); err != nil || ok {
		t.Errorf("Restamp without a filter = %v, %v", ok, err)
	}
	if _, err := s.Restamp(ctx, "nobody", settled(1)); !errors.Is(err, catalog.ErrNotFound) {
		t.Errorf("Restamp of an unknown project: %v", err)
	}
}

// testConcurrent lets writers and readers loose on one store.
func testConcurrent(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	const writers, rounds = 4, 12
	var wg sync.WaitGroup
	for w := range writers {
		wg.Go(func() {
			for i := range rounds {
				id := fmt.Sprintf("w%d-%02d", w, i)
				e := catalog.Entry{Project: project(id, id), Packages: []catalog.Package{packageOf(id, id), packageOf(id, "p")}}
				if _, err := s.Enter(ctx, e); err != nil {
					t.Errorf("Enter: %v", err)
					return
				}
				m, err := s.Manifests(ctx)
				if err != nil {
					t.Errorf("Manifests: %v", err)
					return
				}
				if len(m.Packages) != 2*len(m.Projects) {
					t.Errorf("half of an entry: %d packages of %d projects", len(m.Packages), len(m.Projects))
				}
				if _, err := s.ReplaceLinks(ctx, m.Revision, nil); err != nil && !errors.Is(err, catalog.ErrStale) {
					t.Errorf("ReplaceLinks: %v", err)
				}
			}
		})
	}
	wg.Wait()
	if got := len(mustProjects(t, s, catalog.Query{})); got != writers*rounds {
		t.Errorf("%d projects, want %d", got, writers*rounds)
	}
}

func testCancelled(t *testing.T, s catalog.Store) {
	mustEnter(t, s, "a")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := s.Projects(ctx, catalog.Query{}); !errors.Is(err, context.Canceled) {
		t.Errorf("Projects: %v", err)
	}
	if _, err := s.Enter(ctx, catalog.Entry{Project: project("b", "b")}); !errors.Is(err, context.Canceled) {
		t.Errorf("Enter: %v", err)
	}
	wantIDs(t, "projects", ids(mustProjects(t, s, catalog.Query{})), "a")
}

// testPutFilters keeps several at once, over others, and of unknown projects.
func testPutFilters(t *testing.T, s catalog.Store) {
	mustEnter(t, s, "a", "b", "c")
	mustPutFilter(t, s, "b", settled(1), "before", "both")
	err := s.PutFilters(t.Context(), []catalog.KeptFilter{
		{Project: "a", Stamp: settled(1), Filter: filterOf("one", "both")},
		{Project: "nobody", Stamp: settled(1), Filter: filterOf("one")},
		{Project: "b", Stamp: settled(2), Filter: filterOf("two", "both")},
	})
	if err != nil {
		t.Fatal(err)
	}
	present := map[catalog.ProjectID]catalog.Stamp{"a": settled(1), "b": settled(2), "c": settled(1)}
	for term, want := range map[string][]catalog.ProjectID{"one": {"a"}, "two": {"b"}, "both": {"a", "b"}, "before": nil} {
		got := mustCandidates(t, s, catalog.TermExact, term, present)
		wantSame(t, term, catalog.Candidates{May: want, Unknown: []catalog.ProjectID{"c"}}, got)
	}
	if err := s.PutFilters(t.Context(), nil); err != nil {
		t.Error(err)
	}
}
