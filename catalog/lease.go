package catalog

import (
	"context"
	"crypto/rand"
	"errors"
	"slices"
	"time"
)

// Lease says that its holder does some work, alone, until it ends.
type Lease struct {
	Name   string // of the work
	Holder string // who does it, by a name of its own that no restart shares
	// Fence is a number that is greater for each new holder. A write that is made
	// under a lease is done only while the lease has that number still.
	Fence int64
}

// Leases decide who does work that one must do. It stands beside Store; its errors
// are those. The time is the catalog's.
type Leases interface {
	// TakeLease gives holder the lease of that name for a span of time, or longer if it
	// has it already: with the same fence then. A *HeldError if another has it.
	TakeLease(ctx context.Context, name, holder string, span time.Duration) (Lease, error)
	// GiveLease ends a lease before its time; one that another has got since is
	// left alone.
	GiveLease(ctx context.Context, l Lease) error
}

// HeldError says who has a lease.
type HeldError struct {
	Name, Holder string
	Left         time.Duration // until it ends, if it is not renewed
}

func (e *HeldError) Error() string { return "another process does this now: " + e.Name }

// Is makes it an ErrBusy.
func (e *HeldError) Is(target error) bool { return target == ErrBusy }

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
