package catalog_test

import (
	"testing"
	"time"

	"codegraph/catalog"

	"github.com/google/go-cmp/cmp"
)

func TestReach(t *testing.T) {
	link := func(from, to string) catalog.Link {
		return catalog.Link{From: catalog.ProjectID(from), To: catalog.ProjectID(to)}
	}
	// a cycle, a diamond, a link into nothing
	links := []catalog.Link{link("a", "b"), link("b", "c"), link("c", "a"), link("a", "d"), link("d", "c"), link("c", "e"), link("d", "")}
	step := func(from, to string, distance int, way catalog.Direction) catalog.Step {
		id := to
		if way == catalog.Dependents {
			id = from
		}
		return catalog.Step{Project: catalog.ProjectID(id), Distance: distance, Via: link(from, to)}
	}
	tests := []struct {
		name  string
		from  []catalog.ProjectID
		way   catalog.Direction
		depth int
		want  []catalog.Step
	}{
		{"direct", []catalog.ProjectID{"a"}, catalog.Dependencies, 1,
			[]catalog.Step{step("a", "b", 1, ""), step("a", "d", 1, "")}},
		{"all", []catalog.ProjectID{"a"}, catalog.Dependencies, 0,
			[]catalog.Step{step("a", "b", 1, ""), step("a", "d", 1, ""), step("b", "c", 2, ""), step("c", "e", 3, "")}},
		{"dependents", []catalog.ProjectID{"c"}, catalog.Dependents, 0,
			[]catalog.Step{step("b", "c", 1, catalog.Dependents), step("d", "c", 1, catalog.Dependents), step("a", "b", 2, catalog.Dependents)}},
		{"from several", []catalog.ProjectID{"c", "d"}, catalog.Dependencies, 1,
			[]catalog.Step{step("c", "a", 1, ""), step("c", "e", 1, "")}},
		{"nowhere", []catalog.ProjectID{"e"}, catalog.Dependencies, 0, nil},
		{"unknown", []catalog.ProjectID{"x"}, catalog.Dependents, 3, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			if diff := cmp.Diff(tt.want, catalog.Reach(links, tt.from, tt.way, tt.depth)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestInner(t *testing.T) {
	p := func(id, node, root string) catalog.Project {
		return catalog.Project{ID: catalog.ProjectID(id), Place: catalog.Place{Node: node, Root: root}}
	}
	got := catalog.Inner([]catalog.Project{
		p("inner", "n", "/a/b/c"), p("outer", "n", "/a"), p("middle", "n", "/a/b"), p("near", "n", "/a-b"), p("second", "n", "/a/z"),
		p("elsewhere", "m", "/a/q"), p("lone", "n", "/x"),
	})
	want := map[catalog.ProjectID][]string{"outer": {"/a/b", "/a/z"}, "middle": {"/a/b/c"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestWithin(t *testing.T) {
	for _, tt := range []struct {
		p, dir string
		want   bool
	}{
		{"/a/b", "/a", true}, {"/a", "/a", true}, {"/ab", "/a", false}, {"/a", "/a/b", false}, {"/a", "/", true}, {"/", "/", true},
		{`C:\a\b`, `C:\a`, true}, {`C:\ab`, `C:\a`, false},
	} {
		if got := catalog.Within(tt.p, tt.dir); got != tt.want {
			t.Errorf("Within(%q, %q) = %v", tt.p, tt.dir, got)
		}
	}
}

func TestNearest(t *testing.T) {
	names := []string{"prometheus", "client_golang", "client_model", "common", "vue-router", "x"}
	for name, want := range map[string][]string{
		"prometeus": {"prometheus"}, "client-golang": {"client_golang"}, "Router": {"vue-router"}, "client": {"client_model", "client_golang"},
		"zzzz": nil, "y": {"x"},
	} {
		if diff := cmp.Diff(want, catalog.Nearest(name, names)); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
	}
}

func TestStampCounts(t *testing.T) {
	const second = int64(time.Second)
	kept := catalog.Stamp{
		Index: catalog.FileStamp{Size: 10, ModTime: 100 * second, Changed: 101 * second, Inode: 3},
		WAL:   catalog.FileStamp{Size: 5, ModTime: 90 * second, Changed: 90 * second, Inode: 4},
		Terms: 8,
		Taken: 103 * second,
	}
	tests := []struct {
		name  string
		spoil func(kept, now *catalog.Stamp)
		want  bool
	}{
		{"the same", func(_, _ *catalog.Stamp) {}, true},
		{"terms and time of the present one do not matter", func(_, now *catalog.Stamp) { now.Terms, now.Taken = 0, 0 }, true},
		{"size", func(_, now *catalog.Stamp) { now.Index.Size++ }, false},
		{"modified", func(_, now *catalog.Stamp) { now.Index.ModTime++ }, false},
		{"modified back", func(_, now *catalog.Stamp) { now.Index.ModTime-- }, false},
		{"inode changed", func(_, now *catalog.Stamp) { now.Index.Changed++ }, false},
		{"another file", func(_, now *catalog.Stamp) { now.Index.Inode++ }, false},
		{"log", func(_, now *catalog.Stamp) { now.WAL.Size++ }, false},
		{"no log", func(_, now *catalog.Stamp) { now.WAL = catalog.FileStamp{} }, false},
		{"taken too soon", func(kept, _ *catalog.Stamp) { kept.Taken-- }, false},
		{"log written too late", func(kept, now *catalog.Stamp) { kept.WAL.ModTime += 12 * second; now.WAL = kept.WAL }, false},
		{"in the future", func(kept, now *catalog.Stamp) { kept.Index.ModTime *= 2; now.Index = kept.Index }, false},
		{"nothing there", func(kept, now *catalog.Stamp) { kept.Index, now.Index = catalog.FileStamp{}, catalog.FileStamp{} }, false},
	}
	for _, tt := range tests {
		k, now := kept, kept
		tt.spoil(&k, &now)
		if got := k.Counts(now); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
