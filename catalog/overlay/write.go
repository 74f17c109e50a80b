package overlay

import (
	"context"

	"codegraph/catalog"
)

// writer has the methods that write to the catalog of this machine and to the
// service.
type writer struct{ c *connection }

// Enter implements catalog.Store.
func (w writer) Enter(ctx context.Context, e catalog.Entry) (bool, error) {
	changed, err := w.EnterAll(ctx, []catalog.Entry{e})
	return err == nil && changed[0], err
}

// EnterAll implements catalog.Store. It succeeds also if the service is
// unreachable or refuses projects of this machine: the machine's own catalog has
// them.
func (w writer) EnterAll(ctx context.Context, entries []catalog.Entry) ([]bool, error) {
	changed, err := w.c.o.Own.EnterAll(ctx, entries)
	if err != nil || !w.c.reachable(ctx) {
		return changed, err
	}
	shared, err := w.c.o.Shared.EnterAll(ctx, entries)
	switch {
	case !w.c.reached(ctx, err):
	case refuses(err):
		w.c.refuse(err, entries)
	case err != nil:
		return nil, err
	default:
		for i := range shared {
			changed[i] = changed[i] || shared[i]
		}
	}
	return changed, nil
}

// Seen implements catalog.Store.
func (w writer) Seen(ctx context.Context, at int64, ids ...catalog.ProjectID) error {
	_, err := both(ctx, w.c, func(c catalog.Store) (bool, error) { return false, c.Seen(ctx, at, ids...) })
	return err
}

// SetState implements catalog.Store.
func (w writer) SetState(ctx context.Context, state catalog.State, ids ...catalog.ProjectID) (int, error) {
	return both(ctx, w.c, func(c catalog.Store) (int, error) { return c.SetState(ctx, state, ids...) })
}

// Forget implements catalog.Store. It needs the service, and then also forgets the
// projects on this machine.
func (w writer) Forget(ctx context.Context, ids ...catalog.ProjectID) (int, error) {
	n, err := require(ctx, w.c, func(c catalog.Store) (int, error) { return c.Forget(ctx, ids...) })
	if err != nil {
		return n, err
	}
	own, err := w.c.o.Own.Forget(ctx, ids...)
	return max(n, own), err
}
