package catalog

import (
	"context"
	"time"
)

// Node is a service that answers for the projects that lie on it: those with its
// id in their place.
type Node struct {
	ID      string
	URL     string        // where the others ask it
	Version string        // of its program
	Silent  time.Duration // since it was last heard of, by the catalog's clock
}

// Nodes is a register of nodes. It stands beside Store; its errors are those.
type Nodes interface {
	// NodeSeen enters a node, or notes that it was heard of now; n.Silent is
	// ignored. That changes no Version. ErrUsage: no id or URL.
	NodeSeen(ctx context.Context, n Node) error
	// ListNodes lists all nodes by id, those not heard of for long too.
	ListNodes(ctx context.Context) ([]Node, error)
}

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
