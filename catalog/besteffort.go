package catalog

import (
	"context"
	"time"
)

// BestEffortWait is how long a best-effort write waits for other processes.
const BestEffortWait = 100 * time.Millisecond

type bestEffortKey struct{}

// BestEffort returns a context for optional writes. If another process locks a
// catalog file for longer than BestEffortWait, such a write fails with ErrBusy.
// Writers of one process still wait for each other.
func BestEffort(ctx context.Context) context.Context {
	return context.WithValue(ctx, bestEffortKey{}, true)
}

// IsBestEffort reports whether BestEffort made the context.
func IsBestEffort(ctx context.Context) bool {
	is, _ := ctx.Value(bestEffortKey{}).(bool)
	return is
}
