package workspace

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
)

// TestWithin: every path outside of the served directories gets the same error,
// whether it is there or not, and by whatever name it is reached.
func TestWithin(t *testing.T) {
	top, err := filepath.EvalSymlinks(t.TempDir())
	if err != nil {
		t.Fatal(err)
	}
	served := filepath.Join(top, "served")
	for _, dir := range []string{"served/p", "served-not", "other"} {
		if err := os.MkdirAll(filepath.Join(top, dir), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Symlink(filepath.Join(top, "other"), filepath.Join(served, "link")); err != nil {
		t.Fatal(err)
	}
	d := &Workspace{Dir: served, Within: []string{served}}
	for name, ok := range map[string]bool{
		".": true, "p": true, filepath.Join(served, "p"): true, "p/..": true,
		"..": false, "../other": false, "../served-not": false, "../nothing": false, "link": false, filepath.Join(top, "other"): false, "/": false,
	} {
		dir, err := d.Directory(name)
		if (err == nil) != ok || !ok && !errors.Is(err, projectbase.ErrNotAllowed) {
			t.Errorf("directory(%q) = %q, %v; want allowed %v", name, dir, err, ok)
		}
	}
	if _, err := d.Project(filepath.Join(top, "other")); !errors.Is(err, projectbase.ErrNotAllowed) {
		t.Errorf("a project outside: %v", err)
	}
}
