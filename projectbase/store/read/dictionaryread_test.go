package read_test

import (
	"slices"
	"sync"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/read"

	"github.com/google/go-cmp/cmp"
)

// TestDictionaryConcurrentRead checks that one of several concurrent readers
// reads the dictionary for all.
func TestDictionaryConcurrentRead(t *testing.T) {
	base := lookupBase(t, manyWords())
	const many = 16
	var blocks [many][]*format.Block
	var ready, all sync.WaitGroup
	ready.Add(many)
	for i := range many {
		all.Go(func() {
			err := base.View(t.Context(), func(s *read.Snapshot) (err error) {
				ready.Done()
				ready.Wait()
				blocks[i], err = read.BlocksOf(s)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	for i := range blocks {
		if len(blocks[i]) < 2 || blocks[i][0] != blocks[0][0] {
			t.Fatalf("reader %d has %d blocks of its own", i, len(blocks[i]))
		}
	}
}

// TestFolds compares Folds with the folds of all words, with and without a
// cached dictionary.
func TestFolds(t *testing.T) {
	var want []string
	for _, w := range manyWords() {
		want = append(want, projectbase.Fold(w))
	}
	slices.Sort(want)
	want = slices.Compact(want)
	base := lookupBase(t, manyWords())
	for range 2 {
		err := base.View(t.Context(), func(s *read.Snapshot) error {
			got, err := s.Folds()
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
			if err == nil {
				_, err = read.BlocksOf(s)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}
