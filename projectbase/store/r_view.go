package store

import (
	"context"
	"errors"
	"fmt"
	"os"

	"codegraph/projectbase"
)

// Snapshot is a base at one moment. It is valid, and for one goroutine, within
// the call of View that it was given to. Values it returns outlive it; they are
// shared and must not be changed.
type Snapshot struct {
	ctx        context.Context // of View, which is as long as the snapshot lives
	b          *Base
	c          *conn
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
func (b *Base) View(ctx context.Context, fn func(*Snapshot) error) error {
	for range frozenTries {
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
	return busy(b.dir)
}

// forget drops what was kept of views.
func (b *Base) forget() {
	b.mu.Lock()
	b.files, b.terms = nil, nil
	b.mu.Unlock()
}

// view runs fn on c, which it gives back. It is not valid if the base was
// written in the meantime without c noticing.
func (b *Base) view(ctx context.Context, c *conn, fn func(*Snapshot) error) (valid bool, err error) {
	keep := false
	defer func() { b.give(c, keep) }()
	err = b.read(ctx, c, fn)
	if c.frozen != nil {
		return !c.changed(), err
	}
	if end := c.exec("commit"); end != nil && err == nil {
		err = end
	} else if end == nil {
		keep = !errors.Is(err, projectbase.ErrCorrupt)
	}
	return true, err
}

func (b *Base) read(ctx context.Context, c *conn, fn func(*Snapshot) error) error {
	if err := c.exec("begin_read"); err != nil {
		return err
	}
	s := &Snapshot{ctx: ctx, b: b, c: c}
	if err := s.begin(); err != nil {
		return err
	}
	return fn(s)
}

func (s *Snapshot) begin() error {
	r, err := s.c.query("state")
	if err != nil {
		if refused(err) {
			// Most likely the schema is another one since the last view.
			if other := s.c.verify(); other != nil {
				return other
			}
		}
		return err
	}
	n := 0
	for r.next() {
		s.generation, s.terms, s.items = r.int(0), r.int(1), r.int(2)
		n++
	}
	if err := r.done(); err != nil {
		return err
	}
	// Only now that the transaction has read does the schema belong to it.
	if err := s.c.verify(); err != nil {
		return err
	}
	if n != 1 {
		return damaged(s.c.dir, errors.New("it has no state"))
	}
	return nil
}

func (b *Base) take() (*conn, error) {
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

func (b *Base) give(c *conn, keep bool) {
	b.mu.Lock()
	if keep && c.frozen == nil && !b.closed && len(b.idle) < maxIdle {
		b.idle = append(b.idle, c)
		c = nil
	}
	b.mu.Unlock()
	if c != nil {
		_ = c.close() // it only read: nothing can be lost
	}
}

// Generation is another number after each transaction that wrote the base.
func (s *Snapshot) Generation() int64 { return s.generation }
