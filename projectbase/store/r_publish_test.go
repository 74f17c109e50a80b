package store

import (
	"context"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestPublishOverReaders replaces a base that is read: a view that has begun
// keeps what it saw, the next one of the same handle sees the new base.
func TestPublishOverReaders(t *testing.T) {
	ctx := context.Background()
	dir := quickDir(t)
	mustBuild(t, dir, smallTree(1))
	err := Update(ctx, dir, func(tx *Tx) error {
		return tx.SetLink(Link{Path: "/other", Name: "Other", ProjectID: "p1", LastChecked: 5})
	})
	if err != nil {
		t.Fatal(err)
	}
	b, err := Open(ctx, dir)
	if err != nil {
		t.Fatal(err)
	}
	defer b.Close()
	err = b.View(ctx, func(s *Snapshot) error {
		before, err := readContent(s)
		if err != nil {
			return err
		}
		mustBuild(t, dir, smallTree(2))
		dropFiles(b) // not from the cache
		after, err := readContent(s)
		if diff := cmp.Diff(before, after); diff != "" {
			t.Errorf("a view changed while it was read:\n%s", diff)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	err = b.View(ctx, func(s *Snapshot) error {
		got, err := readContent(s)
		if err != nil {
			return err
		}
		want := wantContent(smallTree(2))
		want.Stats.Dependencies = 1
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("old handle after publishing (-want +got):\n%s", diff)
		}
		links, err := s.Links()
		if diff := cmp.Diff([]Link{{"/other", "Other", "p1", 5}}, links); diff != "" {
			t.Errorf("links (-want +got):\n%s", diff)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	mustIntegrity(t, dir)
}
