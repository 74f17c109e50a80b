package catalog

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"
)

const (
	// leaseSpan is how long work is left to a process that says nothing any more.
	leaseSpan = 15 * time.Second
	// leaseRenewal is how often a process says that it is still at it.
	leaseRenewal = leaseSpan / 3
	// leaseGive is how long giving a lease back may take.
	leaseGive = 2 * time.Second
)

type leasesKey struct{}

// WithLease returns a context under which a Store writes only as long as nobody
// else has got the lease, nor another one that the context has already: else its
// methods return an error that wraps ErrLost, and nothing is written. The lease's
// end by time alone does not matter: what counts is whether another holder may
// have begun.
func WithLease(ctx context.Context, l Lease) context.Context {
	return context.WithValue(ctx, leasesKey{}, append(slices.Clip(LeasesOf(ctx)), l))
}

// LeasesOf returns the leases of a context.
func LeasesOf(ctx context.Context) []Lease {
	list, _ := ctx.Value(leasesKey{}).([]Lease)
	return list
}

// UnderLease does work that one must do at a time. What work writes to the
// catalog, in the context that it gets, is done only while no other has begun:
// what comes too late fails with ErrLost. The error of who finds another at it is
// a *HeldError. In a catalog without leases, or one that cannot be written, work
// is done without.
func UnderLease(ctx context.Context, store Store, name string, work func(context.Context) error) error {
	leases, ok := store.(Leases)
	if !ok {
		return work(ctx)
	}
	lease, err := leases.TakeLease(ctx, name, rand.Text(), leaseSpan)
	if errors.Is(err, ErrReadOnly) {
		return work(ctx) // which says what it cannot write
	}
	if err != nil {
		return err
	}
	working, stop := context.WithCancelCause(ctx)
	kept := make(chan struct{})
	go func() {
		defer close(kept)
		keepLease(working, leases, lease, stop)
	}()
	err = work(WithLease(working, lease))
	if lost := context.Cause(working); err != nil && errors.Is(lost, ErrBusy) {
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
func keepLease(ctx context.Context, leases Leases, lease Lease, stop context.CancelCauseFunc) {
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
		case errors.As(err, new(*HeldError)):
			stop(err)
			return
		case errors.Is(err, ErrLost), err == nil && now.Fence != lease.Fence:
			// The work around this one is another's, or another had it in between.
			stop(&HeldError{Name: lease.Name, Holder: lease.Holder})
			return
		}
	}
}
