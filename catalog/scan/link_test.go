package scan

import (
	"context"
	"errors"
	"sync"
	"testing"
	"time"

	"codegraph/catalog"
)

// asleep is a catalog whose user sleeps before it replaces links for the first
// time, until another has overtaken it.
type asleep struct {
	catalog.Store
	once     sync.Once
	overtake func()
	late     error // error of its write
}

func (a *asleep) ReplaceLinks(ctx context.Context, revision int64, links []catalog.Link) (bool, error) {
	slept := false
	a.once.Do(func() { a.overtake(); slept = true })
	changed, err := a.Store.ReplaceLinks(ctx, revision, links)
	if slept {
		a.late = err
	}
	return changed, err
}

// TestLinkLate checks that a process that was suspended while deriving links writes
// nothing after another one has taken over, and then reads the catalog again.
func TestLinkLate(t *testing.T) {
	for name, left := range map[string]bool{"the other has derived them": true, "the other has died at it": false} {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			ctx := t.Context()
			writeTree(t, f.dir, twoModules)
			f.scan()
			leases := f.Catalog
			m, err := f.Catalog.Manifests(ctx)
			must(t, err)
			derived, err := f.Catalog.Links(ctx, catalog.LinkQuery{})
			must(t, err)
			// What links are derived from is other than it was.
			_, err = f.Catalog.SetState(ctx, catalog.StateMissing, m.Projects[0].ID)
			must(t, err)
			_, err = f.Catalog.SetState(ctx, catalog.StateIndexed, m.Projects[0].ID)
			must(t, err)
			m, err = f.Catalog.Manifests(ctx)
			must(t, err)
			if m.LinksOf == m.Revision {
				t.Fatal("the manifests are those that the links are of")
			}
			mine := &asleep{Store: f.Catalog}
			mine.overtake = func() {
				held := heldBy(t, leases)
				must(t, leases.GiveLease(ctx, held))
				other, err := leases.TakeLease(ctx, linkLease, "another", time.Millisecond)
				must(t, err)
				if left {
					_, err = f.Catalog.ReplaceLinks(catalog.WithLease(ctx, other), m.Revision, nil)
					must(t, err)
				}
			}
			_, err = (&Registrar{Catalog: mine, Node: f.Node}).Link(ctx)
			must(t, err)
			if !errors.Is(mine.late, catalog.ErrLost) {
				t.Errorf("a late write: %v", mine.late)
			}
			after, err := f.Catalog.Links(ctx, catalog.LinkQuery{})
			must(t, err)
			want := len(derived)
			if left {
				want = 0 // the links of the other process stay
			}
			if len(after) != want {
				t.Errorf("links: %+v, want %d", after, want)
			}
		})
	}
}

// heldBy returns the lease under which links are derived now.
func heldBy(t *testing.T, leases catalog.Leases) catalog.Lease {
	t.Helper()
	var held *catalog.HeldError
	if _, err := leases.TakeLease(t.Context(), linkLease, "who", time.Second); !errors.As(err, &held) {
		t.Fatalf("nobody derives links: %v", err)
	}
	l, err := leases.TakeLease(t.Context(), linkLease, held.Holder, time.Minute)
	must(t, err)
	return l
}

// TestLinkAtOnce checks that several processes can derive links at once.
func TestLinkAtOnce(t *testing.T) {
	f := newFixture(t)
	writeTree(t, f.dir, twoModules)
	f.scan()
	_, err := f.Catalog.SetState(t.Context(), catalog.StateMissing, f.known()["lib"].ID)
	must(t, err)
	var all sync.WaitGroup
	for range 8 {
		all.Go(func() {
			if _, err := f.Link(t.Context()); err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
	m, err := f.Catalog.Manifests(t.Context())
	must(t, err)
	if m.LinksOf != m.Revision {
		t.Errorf("links are of %d, the manifests of %d", m.LinksOf, m.Revision)
	}
}
