package catalog

import (
	"context"
	"time"
)

// Haste is how long a write in haste waits for others that write.
const Haste = 100 * time.Millisecond

type hasteKey struct{}

// InHaste returns a context for writes that nothing depends on: where others are
// writing the catalog for longer than Haste, they fail with ErrBusy.
func InHaste(ctx context.Context) context.Context { return context.WithValue(ctx, hasteKey{}, true) }

// IsHasty reports whether a context is one of InHaste.
func IsHasty(ctx context.Context) bool {
	hasty, _ := ctx.Value(hasteKey{}).(bool)
	return hasty
}
