package lock_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/lock"
)

// TestLinkedLock checks that a lock file that is a link is refused, and that
// its target does not change.
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
			if err := link(target, filepath.Join(dir, store.LockName)); err != nil {
				t.Fatal(err)
			}
			l, err := lock.Acquire(context.Background(), dir, 0, nil)
			if err == nil {
				l.Release()
			}
			if !errors.Is(err, projectbase.ErrNotAllowed) || !strings.Contains(err.Error(), filepath.Join(dir, store.LockName)) {
				t.Errorf("Acquire: %v", err)
			}
			if got, err := os.ReadFile(target); string(got) != "precious" || err != nil {
				t.Errorf("the target of the lock's link now contains %q, %v", got, err)
			}
			if _, err := os.Stat(target + "-new"); !errors.Is(err, os.ErrNotExist) {
				t.Errorf("a file was made through the link: %v", err)
			}
		})
	}
}
