package read_test

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/storetest"
	"codegraph/projectbase/store/write"

	"github.com/google/go-cmp/cmp"
)

// mustLink adds a link to the index in dir.
func mustLink(t *testing.T, dir, path string) {
	t.Helper()
	if err := write.Update(t.Context(), dir, func(tx *write.Tx) error { return tx.SetLink(store.Link{Path: path}) }); err != nil {
		t.Fatal(err)
	}
}

// TestViewsWithoutLocks checks that an Index without locks shows the state
// after the last write, and never a mixture of states.
func TestViewsWithoutLocks(t *testing.T) {
	dir := storetest.QuickDir(t)
	storetest.MustBuild(t, dir, storetest.SmallTree(1))
	b := read.OpenUnlocked(dir)
	defer b.Close()
	for n := range int64(3) {
		storetest.MustBuild(t, dir, storetest.SmallTree(n))
		var got storetest.Content
		err := b.View(t.Context(), func(s *read.Snapshot) (err error) {
			got, err = storetest.ReadContent(s)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(storetest.WantContent(storetest.SmallTree(n)), got); diff != "" {
			t.Errorf("build %d (-want +got):\n%s", n, diff)
		}
	}
	calls := 0
	var links []store.Link
	err := b.View(t.Context(), func(s *read.Snapshot) (err error) {
		links, err = s.Links()
		if calls++; calls <= 2 {
			mustLink(t, dir, []string{"", "/a", "/b"}[calls])
		}
		return err
	})
	if err != nil || calls != 3 {
		t.Errorf("%d calls, error %v", calls, err)
	}
	if diff := cmp.Diff([]store.Link{{Path: "/a"}, {Path: "/b"}}, links); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}

// TestViewsOfAChangingIndex checks that a view without locks gives up if the
// index changes all the time.
func TestViewsOfAChangingIndex(t *testing.T) {
	dir := storetest.QuickDir(t)
	storetest.MustBuild(t, dir, storetest.SmallTree(1))
	b := read.OpenUnlocked(dir)
	defer b.Close()
	calls := 0
	err := b.View(t.Context(), func(*read.Snapshot) error {
		calls++
		mustLink(t, dir, string(rune('a'+calls)))
		return nil
	})
	var busy *projectbase.BusyError
	if !errors.As(err, &busy) || busy.Base != dir || calls != read.UnlockedTries {
		t.Errorf("%d calls, error %v", calls, err)
	}
}

// TestLogWithoutLocks checks that an index without locks is not readable while
// a log has unwritten pages.
func TestLogWithoutLocks(t *testing.T) {
	for _, end := range []string{"-wal", "-journal"} {
		dir := storetest.QuickDir(t)
		storetest.MustBuild(t, dir, storetest.SmallTree(1))
		if err := os.WriteFile(filepath.Join(dir, store.FileName+end), []byte("waiting"), 0o644); err != nil {
			t.Fatal(err)
		}
		b := read.OpenUnlocked(dir)
		err := b.View(t.Context(), func(*read.Snapshot) error { return nil })
		if !errors.Is(err, projectbase.ErrReadOnly) {
			t.Errorf("%s: %v", end, err)
		}
	}
}
