package store

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
)

func TestBuildHoldsWhatWasPut(t *testing.T) {
	for seed := range int64(20) {
		w := newWorld(seed)
		files := map[projectbase.Path]source{}
		terms := &projectbase.Terms{}
		for i := range w.rng.Intn(30) {
			p := projectbase.Path(fmt.Sprintf("dir/f%d.go", i))
			files[p] = w.source(p, terms)
		}
		dir := quickDir(t)
		mustBuild(t, dir, files)
		if diff := cmp.Diff(wantContent(files), mustContent(t, dir)); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
		mustIntegrity(t, dir)
	}
}

// TestUpdatesEqualBuild is the promise that a base after any sequence of
// updates holds what a fresh build would.
func TestUpdatesEqualBuild(t *testing.T) {
	seeds := int64(150)
	if testing.Short() {
		seeds = 4
	}
	for seed := range seeds {
		w := newWorld(1000 + seed)
		terms := &projectbase.Terms{}
		files := map[projectbase.Path]source{}
		dir := quickDir(t)
		for i := range w.rng.Intn(12) {
			p := projectbase.Path(fmt.Sprintf("f%d.go", i))
			files[p] = w.source(p, terms)
		}
		mustBuild(t, dir, files)
		for range 1 + w.rng.Intn(4) {
			err := Update(context.Background(), dir, func(tx *Tx) error {
				for range 1 + w.rng.Intn(6) {
					if err := step(w, tx, files, terms); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if diff := cmp.Diff(wantContent(files), mustContent(t, dir)); diff != "" {
				t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
			}
		}
		mustIntegrity(t, dir)
	}
}

// step does one random thing to a file.
func step(w *world, tx *Tx, files map[projectbase.Path]source, terms *projectbase.Terms) error {
	p := projectbase.Path(fmt.Sprintf("f%d.go", w.rng.Intn(14)))
	old, there := files[p]
	switch {
	case w.rng.Intn(4) == 0:
		delete(files, p)
		change, err := tx.Remove(p)
		if err == nil && change.Removed != there {
			err = fmt.Errorf("Remove(%s) = %+v, present %v", p, change, there)
		}
		return err
	case there && w.rng.Intn(3) == 0: // a part of the postings changes
		f := *old.facts
		f.Postings = slices.Clone(f.Postings)
		for i := range f.Postings {
			if w.rng.Intn(4) == 0 {
				f.Postings[i].Keys = w.keys()
			}
		}
		old.facts = &f
		files[p] = old
	case there && w.rng.Intn(3) == 0:
		change, err := tx.Put(old.meta, old.facts)
		if err == nil && change != (Change{Unchanged: true}) {
			err = fmt.Errorf("Put(%s) of the same facts = %+v", p, change)
		}
		return err
	default:
		files[p] = w.source(p, terms)
	}
	_, err := tx.Put(files[p].meta, files[p].facts)
	return err
}
