package catalog

import (
	"context"
	"time"
)

// Haste is how long a write in haste waits for other processes that write.
const Haste = 100 * time.Millisecond

type hasteKey struct{}

// InHaste returns a context for writes that nothing depends on: where another
// process keeps a catalog in a file locked for longer than Haste, they fail with
// ErrBusy. The writers of one process still wait for each other.
func InHaste(ctx context.Context) context.Context { return context.WithValue(ctx, hasteKey{}, true) }

// IsHasty reports whether a context is one of InHaste.
func IsHasty(ctx context.Context) bool {
	hasty, _ := ctx.Value(hasteKey{}).(bool)
	return hasty
}
