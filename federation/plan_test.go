package federation_test

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"testing"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
)

// planned returns targets as "name distance [nested]" and failures as "!name".
func planned(targets []federation.Target, failures []federation.Failure) []string {
	list := []string{}
	for _, t := range targets {
		line := fmt.Sprint(t.Project.Name, " ", t.Distance)
		if t.Distance == federation.Unlinked {
			line = t.Project.Name + " -"
		}
		if t.Nested != nil {
			line += fmt.Sprint(" ", t.Nested)
		}
		list = append(list, line)
	}
	for _, f := range failures {
		list = append(list, "!"+f.Project.Name)
	}
	return list
}

func TestPlan(t *testing.T) {
	h := newHub(t)
	for _, name := range []string{"app", "lib", "core", "far", "lone", "lone/inner", "lone/inner/most"} {
		h.enter(name, catalog.StateIndexed)
	}
	h.enter("gone", catalog.StateMissing)
	h.enter("plain", catalog.StateNotIndexed)
	h.link("app", "lib", "gone", "nowhere")
	h.link("lib", "core")
	h.link("core", "app", "far") // a cycle
	elsewhere := catalog.Project{ID: "away", Name: "away", Place: catalog.Place{Node: "there", Root: "/src/away"}, Base: "/src/away/.codegraph", State: catalog.StateIndexed}
	if _, err := h.store.Enter(t.Context(), catalog.Entry{Project: elsewhere}); err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.Tag(t.Context(), "core", "base"); err != nil {
		t.Fatal(err)
	}
	if _, err := h.store.Tag(t.Context(), "app", "base"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		asker, scope string
		want         []string
	}{
		{"app", "self", []string{"app 0"}},
		{"app", "dependencies:1", []string{"app 0", "lib 1", "!nowhere", "!gone"}},
		{"app", "dependencies", []string{"app 0", "lib 1", "core 2", "far 3", "!nowhere", "!gone"}},
		{"lib", "dependencies:1", []string{"lib 0", "core 1"}},
		{"lib", "dependencies:2", []string{"lib 0", "core 1", "app 2", "far 2"}},
		{"far", "dependents", []string{"far 0", "core 1", "lib 2", "app 3"}},
		{"far", "dependents:2", []string{"far 0", "core 1", "lib 2"}},
		{"far", "tag:base", []string{"app -", "core -"}},
		{"", "tag:base", []string{"app -", "core -"}},
		{"", "glob:l*", []string{"lib -", "lone -"}},
		{"", "lone,lib,lone", []string{"lone -", "lib -"}},
		{"app", "far,plain,lib", []string{"lib 1", "far 3", "!plain"}},
		{"lone", "all", []string{"lone 0 [inner inner/most]", "app -", "core -", "far -", "inner - [most]", "lib -", "most -", "!away", "!gone"}},
		{"", filepath.Join(h.dir, "lone/inner") + ",lone", []string{"inner -", "lone - [inner]"}},
	} {
		t.Run(c.asker+" "+filepath.Base(c.scope), func(t *testing.T) {
			if diff := cmp.Diff(c.want, planned(h.plan(c.asker, c.scope))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPlanRefuses(t *testing.T) {
	h := newHub(t)
	h.enter("app", catalog.StateIndexed)
	for _, id := range []catalog.ProjectID{"one", "two"} {
		twin := catalog.Project{ID: id, Name: "twin", Place: catalog.Place{Node: node, Root: filepath.Join(h.dir, string(id), "twin")}, State: catalog.StateIndexed}
		if _, err := h.store.Enter(t.Context(), catalog.Entry{Project: twin}); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := h.store.Tag(t.Context(), "app", "backend"); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		asker, scope string
		want         error
		nearest      []string
	}{
		{"", "dependencies", projectbase.ErrUsage, nil},
		{"", "dependents", projectbase.ErrUsage, nil},
		{"app", "ap", catalog.ErrNotFound, []string{"app"}},
		{"app", "tag:bakend", catalog.ErrNotFound, []string{"backend"}},
		{"app", "glob:zz*", projectbase.ErrNotFound, nil},
		{"app", "app,twin", catalog.ErrAmbiguous, nil},
	} {
		s, err := federation.ParseScope(c.scope)
		must(t, err)
		_, _, err = federation.Plan(t.Context(), h.store, federation.Asker{ID: catalog.ProjectID(c.asker), Node: node}, s)
		var unknown *catalog.NotFoundError
		if !errors.Is(err, c.want) || c.nearest != nil && (!errors.As(err, &unknown) || !slices.Equal(unknown.Nearest, c.nearest)) {
			t.Errorf("%q of %q: %v", c.scope, c.asker, err)
		}
	}
}
