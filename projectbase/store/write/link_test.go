package write_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/storetest"
	"codegraph/projectbase/store/write"
)

// TestLinkedIndex checks that an index file that is a link is not read, written
// or replaced.
func TestLinkedIndex(t *testing.T) {
	ctx := context.Background()
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		t.Run(store.FileName+end, func(t *testing.T) {
			dir, other := storetest.QuickDir(t), storetest.QuickDir(t)
			storetest.MustBuild(t, dir, storetest.SmallTree(1))
			name, target := filepath.Join(dir, store.FileName+end), filepath.Join(other, store.FileName)
			storetest.MustBuild(t, other, storetest.SmallTree(2))
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
				"Open":   storetest.ReadAll(dir),
				"Update": write.Update(ctx, dir, func(tx *write.Tx) error { return tx.SetLink(store.Link{Path: "/x"}) }),
				"build":  storetest.Build(dir, storetest.SmallTree(3)),
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
