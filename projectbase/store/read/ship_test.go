package read_test

import (
	"errors"
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/storetest"
	"codegraph/projectbase/store/write"
)

func mustShip(t *testing.T) (from, dir string, files map[projectbase.Path]storetest.Source) {
	t.Helper()
	from, dir = storetest.QuickDir(t), storetest.QuickDir(t)
	files = storetest.SmallTree(1)
	storetest.MustBuild(t, from, files)
	// A part of the index is only in the log, and another process writes.
	w, err := write.OpenWriter(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Update(t.Context(), func(tx *write.Tx) error { return tx.SetLink(store.Link{Path: "/elsewhere"}) }); err != nil {
		t.Fatal(err)
	}
	storetest.MustBeginWriting(t, from)
	if err := read.Ship(t.Context(), dir, from); err != nil {
		t.Fatal(err)
	}
	return from, dir, files
}

// TestShip checks that the copied file has the whole index.
func TestShip(t *testing.T) {
	_, dir, files := mustShip(t)
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != store.FileName {
		t.Fatalf("shipped: %v, %v", entries, err)
	}
	if err := read.Examine(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	storetest.MustHold(t, dir, storetest.SortedPaths(files))
	storetest.MustView(t, dir, func(s *read.Snapshot) error {
		links, err := s.Links()
		if len(links) != 1 {
			t.Errorf("links: %v", links)
		}
		return err
	})
	if err := read.Ship(t.Context(), storetest.QuickDir(t), storetest.QuickDir(t)); !errors.Is(err, projectbase.ErrNotIndexed) {
		t.Errorf("without an index: %v", err)
	}
}

// TestExamine checks that damaged copies are refused.
func TestExamine(t *testing.T) {
	_, dir, _ := mustShip(t)
	sound, err := os.ReadFile(filepath.Join(dir, store.FileName))
	if err != nil {
		t.Fatal(err)
	}
	inspect := func(data []byte) error {
		d := t.TempDir()
		if err := os.WriteFile(filepath.Join(d, store.FileName), data, 0o600); err != nil {
			t.Fatal(err)
		}
		return read.Examine(t.Context(), d)
	}
	for _, n := range []int{0, 50, 100, 4096, len(sound) / 2} {
		if err := inspect(sound[:n]); !errors.Is(err, projectbase.ErrCorrupt) {
			t.Errorf("the first %d of %d bytes: %v", n, len(sound), err)
		}
	}
	rng := rand.New(rand.NewSource(1))
	refused := 0
	for range 60 {
		data := append([]byte{}, sound...)
		at := 100 + rng.Intn(len(data)-116)
		rng.Read(data[at : at+16])
		err := inspect(data)
		if err != nil {
			refused++
		}
		if err != nil && !errors.Is(err, projectbase.ErrCorrupt) && !errors.Is(err, projectbase.ErrTooNew) && !errors.Is(err, projectbase.ErrOutdated) {
			t.Errorf("with other bytes at %d: %v", at, err)
		}
	}
	if refused == 0 {
		t.Error("no damaged copy was refused")
	}
}
