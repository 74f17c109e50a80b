package federation_test

import (
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"codegraph/catalog/scan"
	"codegraph/federation"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query/search"

	"github.com/google/go-cmp/cmp"
)

func (h *hub) ask(e *federation.Engine, asker, term string, mode search.Mode) []string {
	h.Helper()
	targets, _ := h.plan(asker, "all")
	parts, failures, err := federation.Ask(h.Context(), e, targets, searchFor(term, mode))
	must(h, err)
	if len(failures) > 0 {
		h.Errorf("failures: %v", failures)
	}
	return told(parts)
}

// TestFiltersSpareOpening asks twice: the second time only bases that can answer
// are opened, beside the asker's own and its dependencies.
func TestFiltersSpareOpening(t *testing.T) {
	h := newHub(t)
	h.add("app", "Run")
	h.add("lib", "Help")
	h.add("other", "Widget")
	h.add("third", "Gadget")
	h.link("app", "lib")
	e := h.engine()
	e.Filters = h.filters()
	for _, c := range []struct {
		asker, term string
		mode        search.Mode
		want        []string
	}{
		{"app", "Widget", search.ModeExact, []string{"app=0", "lib=0", "other=1", "third=0"}}, // learns
		{"app", "Widget", search.ModeExact, []string{"app=0", "lib=0", "other=1", "third-"}},
		{"", "Widget", search.ModeExact, []string{"app=0", "lib=0", "other=1", "third-"}}, // learns of the others
		{"", "wIDGET", search.ModeExact, []string{"app-", "lib-", "other=1", "third-"}},
		{"", "gadg", search.ModeStartsWith, []string{"app-", "lib-", "other-", "third=1"}},
		{"", "idge", search.ModeContains, []string{"app-", "lib-", "other=1", "third-"}},
		{"", "[wx]idget$", search.ModeRegex, []string{"app-", "lib-", "other=1", "third-"}},
		{"", "^.{6}$", search.ModeRegex, []string{"app=0", "lib=0", "other=1", "third=1"}}, // nothing to go by
		{"", "wi", search.ModeContains, []string{"app=0", "lib=0", "other=1", "third=0"}},
		{"", "Nowhere", search.ModeExact, []string{"app-", "lib-", "other-", "third-"}},
	} {
		if diff := cmp.Diff(c.want, h.ask(e, c.asker, c.term, c.mode)); diff != "" {
			t.Errorf("%s %s from %q:\n%s", c.mode, c.term, c.asker, diff)
		}
	}
}

// TestYoungFilterDoesNotCount learns from a base that was written just before.
func TestYoungFilterDoesNotCount(t *testing.T) {
	h := newHub(t)
	h.add("p", "Widget")
	e := h.engine()
	e.Filters = &federation.Filters{Catalog: h.store, Stat: scan.FileStamp, Now: time.Now}
	for range 2 {
		if diff := cmp.Diff([]string{"p=0"}, h.ask(e, "", "Nowhere", search.ModeExact)); diff != "" {
			t.Error(diff)
		}
	}
}

// TestFiltersNeverHide edits projects at random, through another process's eyes
// as through this one's, and asks for the present state.
func TestFiltersNeverHide(t *testing.T) {
	h := newHub(t)
	random := rand.New(rand.NewPCG(3, 4))
	const projects = 4
	has := make([]map[string]bool, projects)
	for i := range has {
		has[i] = map[string]bool{}
		h.add(fmt.Sprint("p", i))
	}
	e := h.engine()
	e.Filters = h.filters()
	word := func() string { return fmt.Sprintf("Word%02d", random.IntN(25)) }
	passed := 0
	for round := range 60 {
		i := random.IntN(projects)
		if w := word(); has[i][w] {
			delete(has[i], w)
		} else {
			has[i][w] = true
		}
		text := "package p\n"
		for w := range has[i] {
			text += "\nfunc " + w + "() {}\n"
		}
		name := fmt.Sprint("p", i)
		h.write(name+"/a.go", text)
		_, err := h.indexer.Update(t.Context(), h.at(name), []index.Edit{{File: "a.go"}}, index.UpdateOptions{})
		must(t, err)
		if round%10 == 9 {
			must(t, os.Chtimes(filepath.Join(h.at(name).Base, "index.db"), time.Time{}, time.Now()))
		}
		for range 3 {
			w := word()
			mode := []search.Mode{search.ModeExact, search.ModeStartsWith, search.ModeContains}[random.IntN(3)]
			targets, _ := h.plan("", "all")
			parts, failures, err := federation.Ask(t.Context(), e, targets, searchFor(w, mode))
			must(t, err)
			if len(parts) != projects {
				t.Fatalf("%d answers, failures %v", len(parts), failures)
			}
			for j, part := range parts {
				if part.Passed {
					passed++
				}
				if (part.Answer > 0) != has[j][w] {
					t.Fatalf("round %d: %s %s in p%d: %d, passed %v; it is there: %v", round, mode, w, j, part.Answer, part.Passed, has[j][w])
				}
			}
		}
	}
	if passed == 0 {
		t.Error("no filter was ever used")
	}
}

// TestBrokenCatalogAsksAll asks with filters of a catalog that cannot tell.
func TestBrokenCatalogAsksAll(t *testing.T) {
	h := newHub(t)
	h.add("p", "Widget")
	targets, _ := h.plan("", "all")
	e := h.engine()
	e.Filters = &federation.Filters{Catalog: failing{h.store}, Stat: scan.FileStamp, Now: later}
	parts, _, err := federation.Ask(t.Context(), e, targets, searchFor("Widget", search.ModeExact))
	must(t, err)
	if diff := cmp.Diff([]string{"p=1"}, told(parts)); diff != "" {
		t.Error(diff)
	}
}
