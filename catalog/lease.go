package catalog

import (
	"context"
	"slices"
	"time"
)

// Lease lets its holder do some work alone until the lease ends. Package lease
// does work under one.
type Lease struct {
	Name   string // of the work
	Holder string // a random name, new for each run
	// Fence grows with each new holder. A write under a lease is done only if the
	// lease still has this number.
	Fence int64
}

// Leases are the leases of a catalog. Time is the catalog's.
type Leases interface {
	// TakeLease gives holder the lease for a span of time. The present holder
	// prolongs its lease and keeps the fence. *HeldError if another process holds
	// it; ErrUnsupported if the catalog has no leases.
	TakeLease(ctx context.Context, name, holder string, span time.Duration) (Lease, error)
	// GiveLease ends a lease early. It ignores a lease that another process has
	// taken since.
	GiveLease(ctx context.Context, l Lease) error
}

// HeldError names the holder of a lease.
type HeldError struct {
	Name, Holder string
	Left         time.Duration // until it ends, unless it is renewed
}

func (e *HeldError) Error() string { return "another process does this now: " + e.Name }

// Is makes it an ErrBusy.
func (e *HeldError) Is(target error) bool { return target == ErrBusy }

type leasesKey struct{}

// WithLease returns a context whose writes depend on a lease, besides the leases
// that ctx already has. Once another process has taken one of them, each write
// fails with ErrLost. A lease that has only expired still counts.
func WithLease(ctx context.Context, l Lease) context.Context {
	return context.WithValue(ctx, leasesKey{}, append(slices.Clip(LeasesOf(ctx)), l))
}

// LeasesOf returns the leases of a context.
func LeasesOf(ctx context.Context) []Lease {
	list, _ := ctx.Value(leasesKey{}).([]Lease)
	return list
}
