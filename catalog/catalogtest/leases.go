package catalogtest

import (
	"context"
	"errors"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/lease"
	"codegraph/catalog/termfilter"
)

// RunLeases runs the tests of leases against a store that supports them. Run does
// not include them.
func RunLeases(t *testing.T, open func(t *testing.T) catalog.Store) {
	t.Run("Leases", func(t *testing.T) { testLeases(t, open(t)) })
	t.Run("UnderLease", func(t *testing.T) { testUnderLease(t, open(t)) })
	t.Run("WritesWithoutLease", func(t *testing.T) { testLate(t, open(t)) })
}

func testLeases(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	first, err := s.TakeLease(ctx, "scan", "one", time.Hour)
	must(t, err)
	again, err := s.TakeLease(ctx, "scan", "one", time.Hour)
	must(t, err)
	if first != again {
		t.Errorf("renewed: %+v, then %+v", first, again)
	}
	var held *catalog.HeldError
	if _, err := s.TakeLease(ctx, "scan", "two", time.Hour); !errors.As(err, &held) || held.Holder != "one" || held.Left <= 0 || !errors.Is(err, catalog.ErrBusy) {
		t.Errorf("held: %v", err)
	}
	other, err := s.TakeLease(ctx, "other", "two", time.Hour)
	must(t, err)
	must(t, s.GiveLease(ctx, first))
	must(t, s.GiveLease(ctx, first)) // there is nothing left to give
	second, err := s.TakeLease(ctx, "scan", "two", time.Millisecond)
	must(t, err)
	if second.Fence <= first.Fence || second.Name != "scan" || second.Holder != "two" || other.Fence <= 0 {
		t.Errorf("fences: %+v, %+v", first, second)
	}
	must(t, s.GiveLease(ctx, first)) // not its any more
	third, err := s.TakeLease(ctx, "scan", "three", time.Hour)
	for errors.Is(err, catalog.ErrBusy) { // its time has not come yet
		third, err = s.TakeLease(ctx, "scan", "three", time.Hour)
	}
	must(t, err)
	if third.Fence <= second.Fence {
		t.Errorf("fences: %+v, %+v", second, third)
	}
	if _, err := s.TakeLease(ctx, "", "x", time.Hour); !errors.Is(err, catalog.ErrUsage) {
		t.Errorf("no name: %v", err)
	}
}

// testLate lets a holder wake up after another one has taken its lease: all its
// writes fail.
func testLate(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	mine, err := s.TakeLease(ctx, "scan", "paused", time.Millisecond)
	must(t, err)
	held := catalog.WithLease(ctx, mine)
	e := catalog.Entry{Project: catalog.Project{ID: "p", Place: catalog.Place{Node: "n", Root: "/p"}, Name: "p", State: catalog.StateIndexed}}
	_, err = s.Enter(held, e)
	must(t, err)
	// The lease has expired, but nobody has taken it: writes are allowed.
	_, err = s.Tag(held, "p", "late")
	must(t, err)
	_, err = s.TakeLease(ctx, "scan", "thief", time.Hour)
	for errors.Is(err, catalog.ErrBusy) {
		_, err = s.TakeLease(ctx, "scan", "thief", time.Hour)
	}
	must(t, err)
	before, err := s.Version(ctx)
	must(t, err)
	m, err := s.Manifests(ctx)
	must(t, err)
	e.Project.ID, e.Project.Root = "q", "/q"
	for name, write := range map[string]func() error{
		"Enter":    func() error { _, err := s.Enter(held, e); return err },
		"EnterAll": func() error { _, err := s.EnterAll(held, []catalog.Entry{e}); return err },
		"SetState": func() error { _, err := s.SetState(held, catalog.StateMissing, "p"); return err },
		"Tag":      func() error { _, err := s.Tag(held, "p", "t"); return err },
		"Untag":    func() error { _, err := s.Untag(held, "p", "late"); return err },
		"Rename":   func() error { _, err := s.Rename(held, "p", "x"); return err },
		"Forget":   func() error { _, err := s.Forget(held, "p"); return err },
		"Seen":     func() error { return s.Seen(held, time.Now().Unix()+1e6, "p") },
		"ReplaceLinks": func() error {
			_, err := s.ReplaceLinks(held, m.Revision, []catalog.Link{{From: "p", To: "p2", Origin: catalog.Derived}})
			if errors.Is(err, catalog.ErrUsage) { // of the link, before anything is written
				_, err = s.ReplaceLinks(held, m.Revision, nil)
			}
			return err
		},
		"PutFilter": func() error {
			return s.PutFilter(held, "p", catalog.Stamp{Terms: 1}, termfilter.Build(func(func(string) bool) {}))
		},
	} {
		if err := write(); !errors.Is(err, catalog.ErrLost) {
			t.Errorf("%s: %v", name, err)
		}
	}
	after, err := s.Version(ctx)
	must(t, err)
	if before != after {
		t.Errorf("a late holder has written: version %d became %d", before, after)
	}
	if list, err := s.Projects(held, catalog.Query{}); err != nil || len(list) != 1 || len(list[0].Tags) != 1 {
		t.Errorf("projects: %+v, %v", list, err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// testUnderLease checks that one process works at a time, and that a paused process
// writes nothing after another one has taken over.
func testUnderLease(t *testing.T, s catalog.Store) {
	ctx := t.Context()
	enter := func(ctx context.Context, id string) error {
		_, err := s.Enter(ctx, catalog.Entry{Project: catalog.Project{ID: catalog.ProjectID(id), Place: catalog.Place{Node: "n", Root: "/" + id}, Name: id}})
		return err
	}
	must(t, lease.Hold(ctx, s, "work", func(ctx context.Context) error {
		if _, err := s.TakeLease(context.Background(), "work", "another", time.Hour); !errors.Is(err, catalog.ErrBusy) {
			t.Errorf("another began meanwhile: %v", err)
		}
		return enter(ctx, "in-time")
	}))
	other, err := s.TakeLease(ctx, "work", "another", time.Hour)
	must(t, err) // else it was not given back
	err = lease.Hold(ctx, s, "work", func(context.Context) error {
		t.Error("worked while another did")
		return nil
	})
	if !errors.As(err, new(*catalog.HeldError)) {
		t.Errorf("another is at it: %v", err)
	}
	must(t, s.GiveLease(ctx, other))
	err = lease.Hold(ctx, s, "work", func(ctx context.Context) error {
		overtake(t, s, ctx)
		return enter(ctx, "too-late")
	})
	if !errors.Is(err, catalog.ErrLost) {
		t.Errorf("a late write: %v", err)
	}
	// Work within other work is no longer done than that may be.
	err = lease.Hold(ctx, s, "around", func(ctx context.Context) error {
		must(t, lease.Hold(ctx, s, "within", func(ctx context.Context) error { return enter(ctx, "within") }))
		overtake(t, s, ctx)
		return lease.Hold(ctx, s, "within", func(ctx context.Context) error { return enter(ctx, "within-too-late") })
	})
	if !errors.Is(err, catalog.ErrLost) {
		t.Errorf("late work within: %v", err)
	}
	wantIDs(t, "projects", ids(mustProjects(t, s, catalog.Query{})), "in-time", "within")
}

// overtake has this process sleep until its leases have ended and another has
// them.
func overtake(t *testing.T, s catalog.Store, ctx context.Context) {
	t.Helper()
	for _, l := range catalog.LeasesOf(ctx) {
		must(t, s.GiveLease(context.Background(), l))
		_, err := s.TakeLease(context.Background(), l.Name, "thief", time.Hour)
		must(t, err)
	}
}
