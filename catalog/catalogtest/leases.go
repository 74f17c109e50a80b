package catalogtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"codegraph/catalog"
)

// testUnderLease: one at a time works, and who was paused until another took over
// writes nothing.
func testUnderLease(t *testing.T, s Team) {
	ctx := t.Context()
	enter := func(ctx context.Context, id string) error {
		_, err := s.Enter(ctx, catalog.Entry{Project: catalog.Project{ID: catalog.ProjectID(id), Place: catalog.Place{Node: "n", Root: "/" + id}, Name: id}})
		return err
	}
	must(t, catalog.UnderLease(ctx, s, "work", func(ctx context.Context) error {
		if _, err := s.TakeLease(context.Background(), "work", "another", time.Hour); !errors.Is(err, catalog.ErrBusy) {
			t.Errorf("another began meanwhile: %v", err)
		}
		return enter(ctx, "in-time")
	}))
	other, err := s.TakeLease(ctx, "work", "another", time.Hour)
	must(t, err) // else it was not given back
	err = catalog.UnderLease(ctx, s, "work", func(context.Context) error {
		t.Error("worked while another did")
		return nil
	})
	if !errors.As(err, new(*catalog.HeldError)) {
		t.Errorf("another is at it: %v", err)
	}
	must(t, s.GiveLease(ctx, other))
	err = catalog.UnderLease(ctx, s, "work", func(ctx context.Context) error {
		overtake(t, s, ctx)
		return enter(ctx, "too-late")
	})
	if !errors.Is(err, catalog.ErrLost) {
		t.Errorf("a late write: %v", err)
	}
	// Work within other work is no longer done than that may be.
	err = catalog.UnderLease(ctx, s, "around", func(ctx context.Context) error {
		must(t, catalog.UnderLease(ctx, s, "within", func(ctx context.Context) error { return enter(ctx, "within") }))
		overtake(t, s, ctx)
		return catalog.UnderLease(ctx, s, "within", func(ctx context.Context) error { return enter(ctx, "within-too-late") })
	})
	if !errors.Is(err, catalog.ErrLost) {
		t.Errorf("late work within: %v", err)
	}
	wantIDs(t, "projects", ids(mustProjects(t, s, catalog.Query{})), "in-time", "within")
}

// overtake has this process sleep until its leases have ended and another has
// them.
func overtake(t *testing.T, s Team, ctx context.Context) {
	t.Helper()
	for _, l := range catalog.LeasesOf(ctx) {
		must(t, s.GiveLease(context.Background(), l))
		_, err := s.TakeLease(context.Background(), l.Name, "thief", time.Hour)
		must(t, err)
	}
}
