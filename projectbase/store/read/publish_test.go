package read_test

import (
	"context"
	"testing"

	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/storetest"
	"codegraph/projectbase/store/write"

	"github.com/google/go-cmp/cmp"
)

// TestPublishOverReaders replaces an index during a view. The view keeps its
// state; the next view of the same Index sees the new state.
func TestPublishOverReaders(t *testing.T) {
	ctx := context.Background()
	dir := storetest.QuickDir(t)
	storetest.MustBuild(t, dir, storetest.SmallTree(1))
	err := write.Update(ctx, dir, func(tx *write.Tx) error {
		return tx.SetLink(store.Link{Path: "/other", Name: "Other", ProjectID: "p1", LastChecked: 5})
	})
	if err != nil {
		t.Fatal(err)
	}
	b, err := read.Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	err = b.View(ctx, func(s *read.Snapshot) error {
		before, err := storetest.ReadContent(s)
		if err != nil {
			return err
		}
		storetest.MustBuild(t, dir, storetest.SmallTree(2))
		read.DropFiles(b) // do not use the cache
		after, err := storetest.ReadContent(s)
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("a view changed while it was read:\n%s", diff)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = b.View(ctx, func(s *read.Snapshot) error {
		got, err := storetest.ReadContent(s)
		if err != nil {
			return err
		}
		want := storetest.WantContent(storetest.SmallTree(2))
		want.Stats.Dependencies = 1
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("old handle after publishing (-want +got):\n%s", diff)
		}
		links, err := s.Links()
		if diff := cmp.Diff([]store.Link{{Path: "/other", Name: "Other", ProjectID: "p1", LastChecked: 5}}, links); diff != "" {
			t.Errorf("links (-want +got):\n%s", diff)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	storetest.MustIntegrity(t, dir)
}
