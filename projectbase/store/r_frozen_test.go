package store

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
)

// mustLink changes the base in dir, by an entry that Links returns.
func mustLink(t *testing.T, dir, path string) {
	t.Helper()
	if err := Update(t.Context(), dir, func(tx *Tx) error { return tx.SetLink(Link{Path: path}) }); err != nil {
		t.Fatal(err)
	}
}

// TestViewsWithoutLocks makes sure that a handle which cannot lock the base
// shows what others have written since, and never a mixture.
func TestViewsWithoutLocks(t *testing.T) {
	dir := quickDir(t)
	mustBuild(t, dir, smallTree(1))
	b := openUnlocked(dir)
	defer b.Close()
	for n := range int64(3) {
		mustBuild(t, dir, smallTree(n))
		var got content
		err := b.View(t.Context(), func(s *Snapshot) (err error) {
			got, err = readContent(s)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(wantContent(smallTree(n)), got); diff != "" {
			t.Errorf("build %d (-want +got):\n%s", n, diff)
		}
	}
	calls := 0
	var links []Link
	err := b.View(t.Context(), func(s *Snapshot) (err error) {
		links, err = s.Links()
		if calls++; calls <= 2 {
			mustLink(t, dir, []string{"", "/a", "/b"}[calls])
		}
		return err
	})
	if err != nil || calls != 3 {
		t.Errorf("%d calls, error %v", calls, err)
	}
	if diff := cmp.Diff([]Link{{Path: "/a"}, {Path: "/b"}}, links); diff != "" {
		t.Errorf("links (-want +got):\n%s", diff)
	}
}

// TestViewsOfAChangingBase makes sure that a view without locks gives up on a
// base that is written all the time.
func TestViewsOfAChangingBase(t *testing.T) {
	dir := quickDir(t)
	mustBuild(t, dir, smallTree(1))
	b := openUnlocked(dir)
	defer b.Close()
	calls := 0
	err := b.View(t.Context(), func(*Snapshot) error {
		calls++
		mustLink(t, dir, string(rune('a'+calls)))
		return nil
	})
	var busy *projectbase.BusyError
	if !errors.As(err, &busy) || busy.Base != dir || calls != frozenTries {
		t.Errorf("%d calls, error %v", calls, err)
	}
}

// TestLogWithoutLocks makes sure that index.db alone is not taken for the base
// while part of it waits in a log.
func TestLogWithoutLocks(t *testing.T) {
	for _, end := range []string{"-wal", "-journal"} {
		dir := quickDir(t)
		mustBuild(t, dir, smallTree(1))
		if err := os.WriteFile(filepath.Join(dir, fileName+end), []byte("waiting"), 0o644); err != nil {
			t.Fatal(err)
		}
		b := openUnlocked(dir)
		err := b.View(t.Context(), func(*Snapshot) error { return nil })
		if !errors.Is(err, projectbase.ErrReadOnly) {
			t.Errorf("%s: %v", end, err)
		}
	}
}
