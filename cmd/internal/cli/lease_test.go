package cli

import (
	"context"
	"errors"
	"path/filepath"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/sqlstore"
)

// TestUnderLease: one at a time works, and who was paused until another took over
// writes nothing.
func TestUnderLease(t *testing.T) {
	ctx := t.Context()
	store, err := sqlstore.Open(ctx, sqlstore.Options{Path: filepath.Join(t.TempDir(), "catalog.db")})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { store.Close() })
	open := func(context.Context) (catalog.Store, error) { return store, nil }
	enter := func(ctx context.Context, id string) error {
		_, err := store.Enter(ctx, catalog.Entry{Project: catalog.Project{ID: catalog.ProjectID(id), Place: catalog.Place{Node: "n", Root: "/" + id}, Name: id}})
		return err
	}
	err = underLease(ctx, open, "work", func(ctx context.Context) error {
		if _, err := store.TakeLease(context.Background(), "work", "another", time.Hour); !errors.Is(err, catalog.ErrBusy) {
			t.Errorf("another began meanwhile: %v", err)
		}
		return enter(ctx, "in-time")
	})
	if err != nil {
		t.Error(err)
	}
	other, err := store.TakeLease(ctx, "work", "another", time.Hour)
	if err != nil {
		t.Fatalf("the lease was not given back: %v", err)
	}
	err = underLease(ctx, open, "work", func(context.Context) error {
		t.Error("worked while another did")
		return nil
	})
	if !errors.Is(err, catalog.ErrBusy) {
		t.Errorf("another is at it: %v", err)
	}
	if err := store.GiveLease(ctx, other); err != nil {
		t.Fatal(err)
	}
	err = underLease(ctx, open, "work", func(ctx context.Context) error {
		// This process sleeps until its lease has ended and another has begun.
		lease, _ := catalog.LeaseOf(ctx)
		if err := store.GiveLease(context.Background(), lease); err != nil {
			return err
		}
		if _, err := store.TakeLease(context.Background(), "work", "thief", time.Hour); err != nil {
			return err
		}
		return enter(ctx, "too-late")
	})
	if !errors.Is(err, catalog.ErrLost) {
		t.Errorf("a late write: %v", err)
	}
	list, err := store.Projects(ctx, catalog.Query{})
	if err != nil || len(list) != 1 || list[0].ID != "in-time" {
		t.Errorf("projects: %+v, %v", list, err)
	}
}
