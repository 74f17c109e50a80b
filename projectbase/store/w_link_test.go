package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codegraph/projectbase"
)

// TestLinkedBase makes sure that a base whose files lead elsewhere is neither
// read nor written nor replaced.
func TestLinkedBase(t *testing.T) {
	ctx := context.Background()
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		t.Run(fileName+end, func(t *testing.T) {
			dir, other := quickDir(t), quickDir(t)
			mustBuild(t, dir, smallTree(1))
			name, target := filepath.Join(dir, fileName+end), filepath.Join(other, fileName)
			mustBuild(t, other, smallTree(2))
			before, err := os.ReadFile(target)
			if err != nil {
				t.Fatal(err)
			}
			if err := os.Remove(name); err != nil && !errors.Is(err, os.ErrNotExist) {
				t.Fatal(err)
			}
			if err := os.Symlink(target, name); err != nil {
				t.Fatal(err)
			}
			for op, err := range map[string]error{
				"Open":   readAll(dir),
				"Update": Update(ctx, dir, func(tx *Tx) error { return tx.SetLink(Link{Path: "/x"}) }),
				"build":  build(dir, smallTree(3)),
			} {
				if !errors.Is(err, projectbase.ErrForeign) || !strings.Contains(err.Error(), name+" is a symbolic link") {
					t.Errorf("%s: %v", op, err)
				}
			}
			if after, err := os.ReadFile(target); string(after) != string(before) || err != nil {
				t.Errorf("the file behind the link was changed: %v", err)
			}
		})
	}
}
