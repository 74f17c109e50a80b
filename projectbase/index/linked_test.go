package index

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/settings"
)

// TestLinkedIndexDirectory checks that an index directory that is a link is
// refused, unless the user chose the directory.
func TestLinkedIndexDirectory(t *testing.T) {
	f := newFixture(t, twoFiles)
	outside := t.TempDir()
	must(t, os.Symlink(outside, f.p.Base))
	_, err := f.Init(t.Context(), f.p, InitOptions{})
	if !errors.Is(err, projectbase.ErrNotAllowed) || !strings.Contains(err.Error(), f.p.Base) {
		t.Errorf("Init: %v", err)
	}
	if _, err := f.enter(t.Context(), f.p, Wait{}); !errors.Is(err, projectbase.ErrNotAllowed) {
		t.Errorf("enter: %v", err)
	}
	must(t, os.WriteFile(filepath.Join(outside, settings.IndexName), nil, 0o644))
	if err := f.Describe(t.Context(), f.p, "purpose", "", "anything", false, Wait{}); !errors.Is(err, projectbase.ErrNotAllowed) {
		t.Errorf("Describe: %v", err)
	}
	must(t, os.Remove(filepath.Join(outside, settings.IndexName)))
	if left, err := os.ReadDir(outside); len(left) > 0 || err != nil {
		t.Errorf("behind the link there is now %v, %v", left, err)
	}

	bases := filepath.Join(t.TempDir(), "bases")
	must(t, os.Symlink(outside, bases))
	f.p, err = ProjectAt(f.p.Root, settings.Locations{Bases: bases})
	must(t, err)
	if _, err := f.Init(t.Context(), f.p, InitOptions{}); err != nil {
		t.Errorf("Init where the place was chosen: %v", err)
	}
}
