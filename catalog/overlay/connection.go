package overlay

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"sync"
	"time"

	"codegraph/catalog"
)

// connection knows whether the service is reachable.
type connection struct {
	o Options

	mu      sync.Mutex
	failure error     // why the service is unreachable; nil if that is not known
	until   time.Time // when the service is tried again
	marker  bool      // the marker file may exist
	synced  bool      // the service has all projects of this machine, except refused ones
	refused map[catalog.ProjectID]bool
	warned  map[string]bool
}

// unreachable returns why the last request to the service failed; nil if the
// service answered.
func (c *connection) unreachable() error {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.failure
}

// reachable reports whether to send a request to the service. The first time, it
// enters there the missing projects of this machine.
func (c *connection) reachable(ctx context.Context) bool {
	c.mu.Lock()
	now := c.o.Now()
	var found error
	if c.failure == nil && c.until.IsZero() {
		c.until, found = c.readMarker(now)
		c.failure = found
	}
	waits, synced := now.Before(c.until) && c.failure != nil, c.synced
	c.mu.Unlock()
	switch {
	case found != nil:
		c.goOffline(ctx, found)
		return false
	case waits:
		return false
	case synced:
		return true
	}
	return c.reached(ctx, c.sync(ctx))
}

// goOffline prepares the machine's own catalog for work without the service.
func (c *connection) goOffline(ctx context.Context, why error) {
	c.warn(fmt.Errorf("%w; only projects of this machine are known until it is back", why))
	if c.o.Derive == nil {
		return
	}
	if err := c.o.Derive(ctx, c.o.Own); err != nil {
		c.warn(err)
	}
}

// reached records the result of a request to the service. It reports whether the
// service answered.
func (c *connection) reached(ctx context.Context, err error) bool {
	failed := errors.Is(err, catalog.ErrUnavailable)
	c.mu.Lock()
	was, marked := c.failure, c.marker
	if failed {
		c.failure, c.until, c.synced, c.marker = err, c.o.Now().Add(c.o.Pause), false, true
	} else if ctx.Err() == nil {
		c.failure, c.marker = nil, false
	}
	c.mu.Unlock()
	switch {
	case failed:
		c.writeMarker()
		if was == nil {
			c.goOffline(ctx, err)
		}
	case marked && ctx.Err() == nil:
		c.removeMarker()
	}
	return !failed
}

// warn gives each warning once.
func (c *connection) warn(err error) {
	c.mu.Lock()
	again := c.warned[err.Error()]
	c.warned[err.Error()] = true
	c.mu.Unlock()
	if !again && c.o.Warn != nil {
		c.o.Warn(err)
	}
}

// Retry makes the next request try the service, even right after a failure. Call
// it before actions that need the service.
func (c *connection) Retry() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.until = c.o.Now()
}

// refusedProjects returns the projects of this machine that the service refuses.
func (c *connection) refusedProjects() map[catalog.ProjectID]bool {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.refused)
}

// query asks the service, or the machine's own catalog if the service is
// unreachable.
func query[T any](ctx context.Context, c *connection, ask func(catalog.Store) (T, error)) (T, error) {
	if c.reachable(ctx) {
		out, err := ask(c.o.Shared)
		if c.reached(ctx, err) {
			return out, err
		}
	}
	return ask(c.o.Own)
}

// require does an action at the service; it is an error if the service is
// unreachable.
func require[T any](ctx context.Context, c *connection, do func(catalog.Store) (T, error)) (T, error) {
	c.Retry()
	if !c.reachable(ctx) {
		return *new(T), c.unreachable()
	}
	out, err := do(c.o.Shared)
	c.reached(ctx, err)
	return out, err
}

// both does an action in the machine's own catalog and, if the service is
// reachable, also there. A service that missed it is updated by sync.
func both[T any](ctx context.Context, c *connection, do func(catalog.Store) (T, error)) (T, error) {
	out, err := do(c.o.Own)
	if err != nil || !c.reachable(ctx) {
		return out, err
	}
	shared, err := do(c.o.Shared)
	if !c.reached(ctx, err) || refuses(err) {
		return out, nil
	}
	return shared, err
}
