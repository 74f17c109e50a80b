package catalogtest

import (
	"testing"

	"codegraph/catalog"
)

// testReadings tests the readings of projects, if the store keeps any.
func testReadings(t *testing.T, s catalog.Store) {
	kept := s
	mustEnter(t, s, "a", "b", "c")
	if err := s.PutReadings(t.Context(), map[catalog.ProjectID]catalog.Reading{"a": {Base: settled(1)}}); err != nil {
		t.Fatal(err)
	}
	if of, err := s.Readings(t.Context(), []catalog.ProjectID{"a"}); err != nil || len(of) == 0 {
		t.Skipf("the store keeps no readings: %v", err)
	}
	before := mustVersion(t, s)
	first := map[catalog.ProjectID]catalog.Reading{
		"a":      {Base: settled(1), Manifests: []string{"go.mod", "odd\xff/go.mod"}, Files: "one", Packages: 2},
		"b":      {Base: settled(2), Files: "two"},
		"nobody": {Base: settled(3)},
	}
	put := func(of map[catalog.ProjectID]catalog.Reading) {
		t.Helper()
		if err := kept.PutReadings(t.Context(), of); err != nil {
			t.Fatal(err)
		}
	}
	want := func(what string, ids []catalog.ProjectID, of map[catalog.ProjectID]catalog.Reading) {
		t.Helper()
		got, err := kept.Readings(t.Context(), ids)
		if err != nil {
			t.Fatal(err)
		}
		wantSame(t, what, of, got)
	}
	everybody := []catalog.ProjectID{"a", "b", "c", "nobody"}
	put(first)
	put(nil)
	delete(first, "nobody")
	want("put", everybody, first)
	want("of one", []catalog.ProjectID{"b"}, map[catalog.ProjectID]catalog.Reading{"b": first["b"]})
	want("of none", nil, map[catalog.ProjectID]catalog.Reading{})
	first["b"] = catalog.Reading{Base: settled(9), Manifests: []string{"package.json"}, Files: "three", Packages: 1}
	put(map[catalog.ProjectID]catalog.Reading{"b": first["b"]})
	want("put again", everybody, first)
	if mustVersion(t, s) != before {
		t.Error("Version changed")
	}
	if _, err := s.Forget(t.Context(), "a"); err != nil {
		t.Fatal(err)
	}
	mustEnter(t, s, "a")
	delete(first, "a")
	want("forgotten and entered again", everybody, first)
}
