package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"codegraph/projectbase"
)

// TestLinkedLock makes sure that a lock file which leads elsewhere is refused
// and that what it leads to stays as it was.
func TestLinkedLock(t *testing.T) {
	tests := map[string]func(target, name string) error{
		"symbolic link": os.Symlink,
		"hard link":     os.Link,
		"pipe":          func(_, name string) error { return syscall.Mkfifo(name, 0o644) },
		"directory":     func(_, name string) error { return os.Mkdir(name, 0o755) },
		"dangling link": func(target, name string) error { return os.Symlink(target+"-new", name) },
	}
	for name, link := range tests {
		t.Run(name, func(t *testing.T) {
			dir, target := t.TempDir(), filepath.Join(t.TempDir(), "precious")
			if err := os.WriteFile(target, []byte("precious"), 0o644); err != nil {
				t.Fatal(err)
			}
			if err := link(target, filepath.Join(dir, lockName)); err != nil {
				t.Fatal(err)
			}
			l, err := Acquire(context.Background(), dir, 0, nil)
			if err == nil {
				l.Release()
			}
			if !errors.Is(err, projectbase.ErrNotAllowed) || !strings.Contains(err.Error(), filepath.Join(dir, lockName)) {
				t.Errorf("Acquire: %v", err)
			}
			if got, err := os.ReadFile(target); string(got) != "precious" || err != nil {
				t.Errorf("what the lock led to now holds %q, %v", got, err)
			}
			if _, err := os.Stat(target + "-new"); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("a file was made through the link: %v", err)
			}
		})
	}
}

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

// TestLinkAppears makes sure that a link which takes the place of the base
// after the check of Open is refused where the next connection is made.
func TestLinkAppears(t *testing.T) {
	dir, other := quickDir(t), quickDir(t)
	mustBuild(t, other, smallTree(2))
	if err := os.Symlink(filepath.Join(other, fileName), filepath.Join(dir, fileName)); err != nil {
		t.Fatal(err)
	}
	b := &Base{dir: dir}
	err := b.View(context.Background(), func(*Snapshot) error { return nil })
	if !errors.Is(err, projectbase.ErrForeign) {
		t.Errorf("View: %v", err)
	}
}
