package store

import (
	"errors"
	"math/rand"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
)

func mustShip(t *testing.T) (from, dir string, files map[projectbase.Path]source) {
	t.Helper()
	from, dir = quickDir(t), quickDir(t)
	files = smallTree(1)
	mustBuild(t, from, files)
	// A part of it is in the log only, and somebody else writes.
	w, err := OpenWriter(t.Context(), from)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	if err := w.Update(t.Context(), func(tx *Tx) error { return tx.SetLink(Link{Path: "/elsewhere"}) }); err != nil {
		t.Fatal(err)
	}
	mustBeginWriting(t, from)
	if err := Ship(t.Context(), dir, from); err != nil {
		t.Fatal(err)
	}
	return from, dir, files
}

// TestShip: all of a base is in the one file that is sent.
func TestShip(t *testing.T) {
	_, dir, files := mustShip(t)
	entries, err := os.ReadDir(dir)
	if err != nil || len(entries) != 1 || entries[0].Name() != fileName {
		t.Fatalf("shipped: %v, %v", entries, err)
	}
	if err := Examine(t.Context(), dir); err != nil {
		t.Fatal(err)
	}
	mustHold(t, dir, sortedPaths(files))
	mustView(t, dir, func(s *Snapshot) error {
		links, err := s.Links()
		if len(links) != 1 {
			t.Errorf("links: %v", links)
		}
		return err
	})
	if err := Ship(t.Context(), quickDir(t), quickDir(t)); !errors.Is(err, projectbase.ErrNotIndexed) {
		t.Errorf("without a base: %v", err)
	}
}

// TestExamine: what was changed on its way is refused, or was not needed.
func TestExamine(t *testing.T) {
	_, dir, _ := mustShip(t)
	sound, err := os.ReadFile(filepath.Join(dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	inspect := func(data []byte) error {
		d := t.TempDir()
		if err := os.WriteFile(filepath.Join(d, fileName), data, 0o600); err != nil {
			t.Fatal(err)
		}
		return Examine(t.Context(), d)
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
		t.Error("nothing was ever refused")
	}
}
