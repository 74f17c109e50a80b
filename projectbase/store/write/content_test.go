package write_test

import (
	"context"
	"fmt"
	"slices"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/storetest"
	"codegraph/projectbase/store/write"

	"github.com/google/go-cmp/cmp"
)

// TestBuildRoundTrip checks that a build returns the facts that it was given.
func TestBuildRoundTrip(t *testing.T) {
	for seed := range int64(20) {
		w := storetest.NewWorld(seed)
		files := map[projectbase.Path]storetest.Source{}
		terms := &projectbase.Terms{}
		for i := range w.Rng.Intn(30) {
			p := projectbase.Path(fmt.Sprintf("dir/f%d.go", i))
			files[p] = w.Source(p, terms)
		}
		dir := storetest.QuickDir(t)
		storetest.MustBuild(t, dir, files)
		if diff := cmp.Diff(storetest.WantContent(files), storetest.MustContent(t, dir)); diff != "" {
			t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
		}
		storetest.MustIntegrity(t, dir)
	}
}

// TestUpdatesEqualBuild checks that an index after any sequence of updates
// equals a fresh build.
func TestUpdatesEqualBuild(t *testing.T) {
	seeds := int64(150)
	if testing.Short() {
		seeds = 4
	}
	for seed := range seeds {
		w := storetest.NewWorld(1000 + seed)
		terms := &projectbase.Terms{}
		files := map[projectbase.Path]storetest.Source{}
		dir := storetest.QuickDir(t)
		for i := range w.Rng.Intn(12) {
			p := projectbase.Path(fmt.Sprintf("f%d.go", i))
			files[p] = w.Source(p, terms)
		}
		storetest.MustBuild(t, dir, files)
		for range 1 + w.Rng.Intn(4) {
			err := write.Update(context.Background(), dir, func(tx *write.Tx) error {
				for range 1 + w.Rng.Intn(6) {
					if err := step(w, tx, files, terms); err != nil {
						return err
					}
				}
				return nil
			})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			if diff := cmp.Diff(storetest.WantContent(files), storetest.MustContent(t, dir)); diff != "" {
				t.Fatalf("seed %d (-want +got):\n%s", seed, diff)
			}
		}
		storetest.MustIntegrity(t, dir)
	}
}

// step makes a random change to a file.
func step(w *storetest.World, tx *write.Tx, files map[projectbase.Path]storetest.Source, terms *projectbase.Terms) error {
	p := projectbase.Path(fmt.Sprintf("f%d.go", w.Rng.Intn(14)))
	old, there := files[p]
	switch {
	case w.Rng.Intn(4) == 0:
		delete(files, p)
		change, err := tx.Remove(p)
		if err == nil && change.Removed != there {
			err = fmt.Errorf("Remove(%s) = %+v, present %v", p, change, there)
		}
		return err
	case there && w.Rng.Intn(3) == 0: // a part of the postings changes
		f := *old.Facts
		f.Postings = slices.Clone(f.Postings)
		for i := range f.Postings {
			if w.Rng.Intn(4) == 0 {
				f.Postings[i].Keys = w.Keys()
			}
		}
		old.Facts = &f
		files[p] = old
	case there && w.Rng.Intn(3) == 0:
		change, err := tx.Put(old.Meta, old.Facts)
		if err == nil && change != (store.Change{Unchanged: true}) {
			err = fmt.Errorf("Put(%s) of the same facts = %+v", p, change)
		}
		return err
	default:
		files[p] = w.Source(p, terms)
	}
	_, err := tx.Put(files[p].Meta, files[p].Facts)
	return err
}
