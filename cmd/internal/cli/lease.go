package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"time"

	"codegraph/catalog"
)

const (
	// leaseSpan is how long work is left to a process that says nothing any more.
	leaseSpan = 15 * time.Second
	// leaseRenewal is how often a process says that it is still at it.
	leaseRenewal = leaseSpan / 3
	// leaseGive is how long giving a lease back may take.
	leaseGive = 2 * time.Second
)

// holder names this process among those that take leases.
var holder = rand.Text()

// underLease does work that one process must do at a time. What work writes to the
// catalog, in the context that it gets, is done only while no other has begun. The
// error of who finds another at it is a *catalog.HeldError. A catalog without
// leases has one process.
func underLease(ctx context.Context, open func(context.Context) (catalog.Store, error), name string, work func(context.Context) error) error {
	store, err := open(ctx)
	if err != nil {
		return err
	}
	leases, ok := store.(catalog.Leases)
	if !ok {
		return work(ctx)
	}
	lease, err := leases.TakeLease(ctx, name, holder, leaseSpan)
	if errors.Is(err, catalog.ErrReadOnly) {
		return work(ctx) // which says what it cannot write
	}
	if err != nil {
		return err
	}
	working, stop := context.WithCancelCause(catalog.WithLease(ctx, lease))
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		keepLease(working, leases, lease, stop)
	}()
	err = work(working)
	if lost := context.Cause(working); err != nil && errors.Is(lost, catalog.ErrBusy) {
		err = lost
	}
	stop(nil)
	<-kept
	last, cancel := context.WithTimeout(context.WithoutCancel(ctx), leaseGive)
	defer cancel()
	_ = leases.GiveLease(last, lease) // else it ends by itself
	return err
}

// keepLease renews a lease until its work ends, or another has it.
func keepLease(ctx context.Context, leases catalog.Leases, lease catalog.Lease, stop context.CancelCauseFunc) {
	ticker := time.NewTicker(leaseRenewal)
	defer ticker.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-ticker.C:
		}
		now, err := leases.TakeLease(ctx, lease.Name, lease.Holder, leaseSpan)
		switch {
		case errors.As(err, new(*catalog.HeldError)):
			stop(err)
			return
		case err == nil && now.Fence != lease.Fence:
			// Another had it in between, and is done.
			stop(&catalog.HeldError{Name: lease.Name, Holder: lease.Holder})
			return
		}
	}
}
