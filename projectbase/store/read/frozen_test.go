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

// mustLink changes the index in dir, by an entry that Links returns.
func mustLink(t *testing.T, dir, path string) {
	t.Helper()
	if err := write.Update(t.Context(), dir, func(tx *write.Tx) error { return tx.SetLink(store.Link{Path: path}) }); err != nil {
		t.Fatal(err)
	}
}

// TestViewsWithoutLocks makes sure that a handle which cannot lock the index
// shows what others have written since, and never a mixture.
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

// TestViewsOfAChangingBase makes sure that a view without locks gives up on a
// index that is written all the time.
func TestViewsOfAChangingBase(t *testing.T) {
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

// TestLogWithoutLocks makes sure that index.db alone is not taken for the index
// while part of it waits in a log.
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
