package sqlstore

import (
	"path/filepath"
	"slices"
	"testing"

	"codegraph/catalog"
	"codegraph/catalog/catalogtest"
	"codegraph/catalog/termfilter"
)

func TestContract(t *testing.T) {
	open := func(t *testing.T) catalog.Store {
		return mustOpen(t, filepath.Join(t.TempDir(), "data", "catalog.db"))
	}
	catalogtest.Run(t, open)
	catalogtest.RunLeases(t, open)
}

func mustOpen(t testing.TB, path string) *Store {
	t.Helper()
	s, err := Open(t.Context(), Options{Path: path})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func filterOf(terms []string) termfilter.Filter {
	return termfilter.Build(slices.Values(terms))
}
