package read

import (
	"context"
	"errors"
	"fmt"
	"os"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/lock"
)

// Snapshot is a base at one moment. It is valid, and for one goroutine, within
// the call of View that it was given to. Values it returns outlive it; they are
// shared and must not be changed.
type Snapshot struct {
	ctx        context.Context // of View, which is as long as the snapshot lives
	b          *Index
	c          *database.Conn
	generation int64
	terms      int64
	items      int64 // how many the base holds
	uncounted  bool  // see Uncounted
}

// Uncounted returns s for lookups of items whose Occurrences are of no use: they
// are left 0, which saves half of the time of a lookup of many.
func (s *Snapshot) Uncounted() *Snapshot {
	u := *s
	u.uncounted = true
	return &u
}

// View calls fn with the base as it is now; writers change nothing that fn
// sees. fn is called at once, whatever others do with the base.
//
// Where neither the base nor its directory can be written there are no locks:
// if the base was written meanwhile, what fn did does not count and it is called
// again, at most five times; then the error is a *projectbase.BusyError. So fn
// begins by resetting what it returns.
func (b *Index) View(ctx context.Context, fn func(*Snapshot) error) error {
	for range UnlockedTries {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, err := b.take()
		if err != nil {
			return err
		}
		valid, err := b.view(ctx, c, fn)
		if valid {
			return err
		}
		b.forget()
	}
	return lock.Busy(b.dir)
}

// forget drops what was kept of views.
func (b *Index) forget() {
	b.mu.Lock()
	b.files, b.terms = nil, nil
	b.mu.Unlock()
}

// view runs fn on c, which it gives back. It is not valid if the base was
// written in the meantime without c noticing.
func (b *Index) view(ctx context.Context, c *database.Conn, fn func(*Snapshot) error) (valid bool, err error) {
	keep := false
	defer func() { b.give(c, keep) }()
	err = b.read(ctx, c, fn)
	if c.Unlocked != nil {
		return !c.Changed(), err
	}
	if end := c.Exec("commit"); end != nil && err == nil {
		err = end
	} else if end == nil {
		keep = !errors.Is(err, projectbase.ErrCorrupt)
	}
	return true, err
}

func (b *Index) read(ctx context.Context, c *database.Conn, fn func(*Snapshot) error) error {
	if err := c.Exec("begin_read"); err != nil {
		return err
	}
	s := &Snapshot{ctx: ctx, b: b, c: c}
	if err := s.begin(); err != nil {
		return err
	}
	return fn(s)
}

func (s *Snapshot) begin() error {
	r, err := s.c.Query("state")
	if err != nil {
		if database.IsStatementError(err) {
			// Most likely the schema is another one since the last view.
			if other := s.c.Verify(); other != nil {
				return other
			}
		}
		return err
	}
	n := 0
	for r.Next() {
		s.generation, s.terms, s.items = r.Int64(0), r.Int64(1), r.Int64(2)
		n++
	}
	if err := r.Done(); err != nil {
		return err
	}
	// Only now that the transaction has read does the schema belong to it.
	if err := s.c.Verify(); err != nil {
		return err
	}
	if n != 1 {
		return store.Corrupt(s.c.Dir, errors.New("it has no state"))
	}
	return nil
}

func (b *Index) take() (*database.Conn, error) {
	b.mu.Lock()
	if b.closed {
		b.mu.Unlock()
		return nil, fmt.Errorf("the base in %s: %w", b.dir, os.ErrClosed)
	}
	if n := len(b.idle); n > 0 {
		c := b.idle[n-1]
		b.idle = b.idle[:n-1]
		b.mu.Unlock()
		return c, nil
	}
	b.mu.Unlock()
	return b.connect()
}

func (b *Index) give(c *database.Conn, keep bool) {
	b.mu.Lock()
	if keep && c.Unlocked == nil && !b.closed && len(b.idle) < maxIdle {
		b.idle = append(b.idle, c)
		c = nil
	}
	b.mu.Unlock()
	if c != nil {
		_ = c.Close() // it only read: nothing can be lost
	}
}

// Generation is another number after each transaction that wrote the base.
func (s *Snapshot) Generation() int64 { return s.generation }
