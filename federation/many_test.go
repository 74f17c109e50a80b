package federation_test

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"syscall"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase/query/search"
)

// TestManyProjects asks 1,200 projects that all declare the same: none is lost,
// those that are broken are named, the order stays, the limit is shared, and
// nothing stays open beyond the pool.
func TestManyProjects(t *testing.T) {
	projects := 1200
	if testing.Short() {
		projects = 120
	}
	h := newHub(t)
	model := h.add("p0000", "Widget")
	for i := 1; i < projects; i++ {
		name := fmt.Sprintf("p%04d", i)
		must(t, os.CopyFS(filepath.Join(h.dir, name), os.DirFS(model.Root)))
		h.enter(name, catalog.StateIndexed)
	}
	broken := map[string]func(string) error{
		"p0001": func(f string) error { return os.Truncate(f, 5000) },
		"p0030": os.Remove,
		"p0050": func(f string) error { return patch(f, 60, 1<<30) },
		"p0099": func(f string) error { return patch(f, 68, 7) },
		"p0119": func(f string) error { return errors.Join(os.Remove(f), syscall.Mkfifo(f, 0o644)) },
	}
	for name, damage := range broken {
		must(t, damage(filepath.Join(h.at(name).Base, "index.db")))
	}
	e := h.engine()
	e.Filters = h.filters()
	var first []string
	for round := range 2 {
		began := time.Now()
		targets, planning := h.plan("p0007", "all")
		parts, failures, err := federation.Ask(t.Context(), e, targets, searchFor("widget", search.ModeExact))
		must(t, err)
		t.Logf("round %d: %v for %d projects", round, time.Since(began), len(parts))
		if len(parts) != projects-len(broken) || len(failures) != len(broken) || len(planning) != 0 {
			t.Fatalf("%d answers, failures %v %v", len(parts), failures, planning)
		}
		for _, f := range failures {
			if broken[f.Project.Name] == nil {
				t.Errorf("%s: %v", f.Project.Name, f.Err)
			}
		}
		names := told(parts)
		if names[0] != "p0007=1" || !slices.IsSorted(names[1:]) {
			t.Errorf("order: %v", names[:10])
		}
		if round > 0 && !slices.Equal(names, first) {
			t.Error("the order changed")
		}
		first = names
	}
	lengths := make([]int, len(first))
	for i := range lengths {
		lengths[i] = 1
	}
	given := 0
	for _, n := range federation.Share(100, lengths) {
		given += n
	}
	if given != 100 {
		t.Errorf("100 matches were to be given, %d are", given)
	}
	if n := h.pool.Len(); n > 8 {
		t.Errorf("%d bases are open", n)
	}
	// For a term without matches only the project of the caller is opened.
	targets, _ := h.plan("p0007", "all")
	parts, failures, err := federation.Ask(t.Context(), e, targets, searchFor("Nowhere", search.ModeExact))
	must(t, err)
	for _, p := range parts {
		if p.Passed == (p.Target.Distance == 0) {
			t.Fatalf("%s: passed %v", p.Target.Project.Name, p.Passed)
		}
	}
	if len(failures) != len(broken) {
		t.Errorf("failures: %v", failures)
	}
}
