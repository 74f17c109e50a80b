package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
)

// TestLinkAppears makes sure that a link which takes the place of the base
// after the check of Open is refused where the next connection is made.
func TestLinkAppears(t *testing.T) {
	dir, other := quickDir(t), quickDir(t)
	mustBuild(t, other, smallTree(2))
	if err := os.Symlink(filepath.Join(other, fileName), filepath.Join(dir, fileName)); err != nil {
		t.Fatal(err)
	}
	b := openUnchecked(dir)
	err := b.View(context.Background(), func(*Snapshot) error { return nil })
	if !errors.Is(err, projectbase.ErrForeign) {
		t.Errorf("View: %v", err)
	}
}
