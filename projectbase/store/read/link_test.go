package read_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/storetest"
)

// TestLinkAppears checks that a link that replaces the index after Open is
// refused by the next connection.
func TestLinkAppears(t *testing.T) {
	dir, other := storetest.QuickDir(t), storetest.QuickDir(t)
	storetest.MustBuild(t, other, storetest.SmallTree(2))
	if err := os.Symlink(filepath.Join(other, store.FileName), filepath.Join(dir, store.FileName)); err != nil {
		t.Fatal(err)
	}
	b := read.OpenUnchecked(dir)
	err := b.View(context.Background(), func(*read.Snapshot) error { return nil })
	if !errors.Is(err, projectbase.ErrForeign) {
		t.Errorf("View: %v", err)
	}
}
