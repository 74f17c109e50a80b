package lookup_test

import (
	"testing"

	"codegraph/catalog"
	"codegraph/catalog/lookup"

	"github.com/google/go-cmp/cmp"
)

func TestReach(t *testing.T) {
	link := func(from, to string) catalog.Link {
		return catalog.Link{From: catalog.ProjectID(from), To: catalog.ProjectID(to)}
	}
	// a cycle, a diamond, a link into nothing
	links := []catalog.Link{link("a", "b"), link("b", "c"), link("c", "a"), link("a", "d"), link("d", "c"), link("c", "e"), link("d", "")}
	step := func(from, to string, distance int, way lookup.Direction) lookup.Step {
		id := to
		if way == lookup.Dependents {
			id = from
		}
		return lookup.Step{Project: catalog.ProjectID(id), Distance: distance, Via: link(from, to)}
	}
	tests := []struct {
		name  string
		from  []catalog.ProjectID
		way   lookup.Direction
		depth int
		want  []lookup.Step
	}{
		{"direct", []catalog.ProjectID{"a"}, lookup.Dependencies, 1,
			[]lookup.Step{step("a", "b", 1, ""), step("a", "d", 1, "")}},
		{"all", []catalog.ProjectID{"a"}, lookup.Dependencies, 0,
			[]lookup.Step{step("a", "b", 1, ""), step("a", "d", 1, ""), step("b", "c", 2, ""), step("c", "e", 3, "")}},
		{"dependents", []catalog.ProjectID{"c"}, lookup.Dependents, 0,
			[]lookup.Step{step("b", "c", 1, lookup.Dependents), step("d", "c", 1, lookup.Dependents), step("a", "b", 2, lookup.Dependents)}},
		{"from several", []catalog.ProjectID{"c", "d"}, lookup.Dependencies, 1,
			[]lookup.Step{step("c", "a", 1, ""), step("c", "e", 1, "")}},
		{"nowhere", []catalog.ProjectID{"e"}, lookup.Dependencies, 0, nil},
		{"unknown", []catalog.ProjectID{"x"}, lookup.Dependents, 3, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, lookup.Reach(links, tt.from, tt.way, tt.depth)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNearest(t *testing.T) {
	names := []string{"prometheus", "client_golang", "client_model", "common", "vue-router", "x"}
	for name, want := range map[string][]string{
		"prometeus": {"prometheus"}, "client-golang": {"client_golang"}, "Router": {"vue-router"}, "client": {"client_model", "client_golang"},
		"zzzz": nil, "y": {"x"},
	} {
		if diff := cmp.Diff(want, lookup.Nearest(name, names)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}
