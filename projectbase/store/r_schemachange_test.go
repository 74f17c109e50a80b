package store

import (
	"errors"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
)

// TestSchemaChangesBetweenViews makes sure that a base whose tables go away
// under an open handle is damaged, not a riddle.
func TestSchemaChangesBetweenViews(t *testing.T) {
	dir := quickDir(t)
	mustBuild(t, dir, smallTree(1))
	b, err := Open(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	mustExec(t, filepath.Join(dir, fileName), "ALTER TABLE state RENAME TO nation")
	err = b.View(t.Context(), func(*Snapshot) error { return nil })
	if !errors.Is(err, projectbase.ErrCorrupt) {
		t.Errorf("View: %v", err)
	}
}
