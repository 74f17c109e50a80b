// Package lease does work that only one process may do at a time.
package lease

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"codegraph/catalog"
)

const (
	span      = 15 * time.Second // until another process may take over from a silent one
	renewal   = span / 3         // between two renewals
	giveLimit = 2 * time.Second  // for giving a lease back
)

// Hold runs work under the lease of that name. Writes with the context of work
// fail with catalog.ErrLost once another process has taken the lease. The error is
// a *catalog.HeldError if another process holds the lease. In a catalog that is
// read-only or has no leases, work runs without one.
func Hold(ctx context.Context, leases catalog.Leases, name string, work func(context.Context) error) error {
	l, err := leases.TakeLease(ctx, name, rand.Text(), span)
	if errors.Is(err, catalog.ErrReadOnly) || errors.Is(err, catalog.ErrUnsupported) {
		return work(ctx) // its writes report a read-only catalog
	}
	if err != nil {
		return err
	}
	working, stop := context.WithCancelCause(ctx)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		keep(working, leases, l, stop)
	}()
	err = work(catalog.WithLease(working, l))
	if lost := context.Cause(working); err != nil && errors.Is(lost, catalog.ErrBusy) {
		err = lost
	}
	stop(nil)
	<-kept
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveLimit)
	defer cancel()
	_ = leases.GiveLease(last, l) // otherwise it expires
	return err
}

// keep renews a lease until the work ends or another process takes the lease.
func keep(ctx context.Context, leases catalog.Leases, l catalog.Lease, stop context.CancelCauseFunc) {
	ticker := time.NewTicker(renewal)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now, err := leases.TakeLease(ctx, l.Name, l.Holder, span)
		switch {
		case errors.As(err, new(*catalog.HeldError)):
			stop(err)
			return
		case errors.Is(err, catalog.ErrLost), err == nil && now.Fence != l.Fence:
			// Another process took this lease, or the lease of the work around it.
			stop(&catalog.HeldError{Name: l.Name, Holder: l.Holder})
			return
		}
	}
}
