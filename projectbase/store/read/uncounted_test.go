package read_test

import (
	"context"
	"errors"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"

	"github.com/google/go-cmp/cmp"
)

// TestUncounted checks that an uncounted lookup finds the same items, and that
// reading postings reports items that do not exist.
func TestUncounted(t *testing.T) {
	base := lookupBase(t, manyWords())
	err := base.View(context.Background(), func(s *read.Snapshot) error {
		want, err := s.ItemsContaining("node", false)
		if err != nil {
			return err
		}
		got, err := s.Uncounted().ItemsContaining("node", false)
		if err != nil {
			return err
		}
		for i := range want {
			want[i].Occurrences = 0
		}
		if diff := cmp.Diff(want, got); diff != "" || len(got) == 0 {
			t.Error(diff)
		}
		none := func(int, store.FileID, projectbase.LineKeys) error { return nil }
		if err := s.Postings(got, none); err != nil {
			t.Error(err)
		}
		for _, unknown := range [][]store.Item{{{ID: 1 << 20}}, {got[0], {ID: 1 << 20}}} {
			if err := s.Postings(unknown, none); !errors.Is(err, projectbase.ErrCorrupt) {
				t.Errorf("items that occur nowhere: error is %v", err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
