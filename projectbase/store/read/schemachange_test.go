package read_test

import (
	"errors"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/storetest"
)

// TestSchemaChangesBetweenViews checks that an index is reported as corrupt if
// its tables disappear after Open.
func TestSchemaChangesBetweenViews(t *testing.T) {
	dir := storetest.QuickDir(t)
	storetest.MustBuild(t, dir, storetest.SmallTree(1))
	b, err := read.Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	storetest.MustExec(t, filepath.Join(dir, store.FileName), "ALTER TABLE state RENAME TO nation")
	err = b.View(t.Context(), func(*read.Snapshot) error { return nil })
	if !errors.Is(err, projectbase.ErrCorrupt) {
		t.Errorf("View: %v", err)
	}
}
