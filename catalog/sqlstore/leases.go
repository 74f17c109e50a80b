package sqlstore

import (
	"context"
	"fmt"
	"time"

	"codegraph/catalog"
)

// clock returns the database's time in Unix milliseconds. The clocks of the machines
// may differ.
func (t *tx) clock() (now int64, err error) {
	_, err = t.one("clock", nil, &now)
	return now, err
}

// lease is a row of the table lease.
type lease struct {
	holder         string
	fence, expires int64
}

func readLease(t *tx, name string) (l lease, err error) {
	_, err = t.one("lease", []any{name}, &l.holder, &l.fence, &l.expires)
	return l, err
}

// TakeLease implements catalog.Leases.
func (s leases) TakeLease(ctx context.Context, name, holder string, span time.Duration) (out catalog.Lease, err error) {
	if name == "" || holder == "" || span <= 0 {
		return out, fmt.Errorf("%w: a lease without name, holder or time", catalog.ErrUsage)
	}
	err = s.update(ctx, "take a lease of", func(t *tx) error {
		l, err := readLease(t, name)
		if err != nil {
			return err
		}
		now, err := t.clock()
		if err != nil {
			return err
		}
		switch {
		case l.holder == holder:
		case l.holder != "" && now < l.expires:
			return &catalog.HeldError{Name: name, Holder: l.holder, Left: time.Duration(l.expires-now) * time.Millisecond}
		default:
			l.fence++
		}
		out = catalog.Lease{Name: name, Holder: holder, Fence: l.fence}
		return t.exec("put_lease", name, holder, l.fence, now+span.Milliseconds())
	})
	return out, err
}

// GiveLease implements catalog.Leases.
func (s leases) GiveLease(ctx context.Context, l catalog.Lease) error {
	return s.attempt(ctx, "give back a lease of", func(t *tx) error {
		now, err := readLease(t, l.Name)
		if err != nil || now.holder != l.Holder || now.fence != l.Fence {
			return err
		}
		return t.exec("put_lease", l.Name, "", l.Fence, int64(0))
	})
}

// fenced returns an error that wraps catalog.ErrLost if another process has taken a
// lease of the context. The transaction that writes calls it. Taking a lease is also a
// write, so it happens either before or after that transaction.
func (t *tx) fenced() error {
	for _, held := range catalog.LeasesOf(t.ctx) {
		l, err := readLease(t, held.Name)
		if err != nil {
			return err
		}
		if l.holder != held.Holder || l.fence != held.Fence {
			return fmt.Errorf("%s: %w", held.Name, catalog.ErrLost)
		}
	}
	return nil
}
