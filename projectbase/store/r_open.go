package store

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"

	"codegraph/projectbase"
)

// maxIdle is how many connections of one Base are kept open.
const maxIdle = 4

// Base is an open base, for reading. It is safe for concurrent use. A base that
// is written, or replaced by Publish, in the meantime shows its new state to the
// next View.
type Base struct {
	dir      string
	unlocked bool // as if SQLite could not write beside the file; tests set it

	mu     sync.Mutex
	idle   []*conn
	closed bool
	files  *fileList
	terms  *dictionary

	listing sync.Mutex  // held while the list of files is read to be kept
	reading sync.Mutex  // held while the dictionary is read to be kept
	large   atomic.Bool // it was too large for that
}

// Open opens the base in dir for reading. Errors wrap projectbase.ErrNotIndexed
// if there is none, ErrForeign for another program's file, ErrTooNew,
// ErrOutdated, or ErrCorrupt for what is not readable as a base: also one whose
// tables are not exactly ours, as a cloned repository may bring along.
func Open(ctx context.Context, dir string) (*Base, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := identify(dir); err != nil {
		return nil, err
	}
	b := &Base{dir: dir}
	c, err := b.connect()
	if err != nil {
		return nil, err
	}
	b.give(c, true)
	return b, nil
}

// Close closes the connections. No View may be running.
func (b *Base) Close() error {
	b.mu.Lock()
	idle := b.idle
	b.idle, b.closed, b.files, b.terms = nil, true, nil, nil
	b.mu.Unlock()
	var first error
	for _, c := range idle {
		if err := c.close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// Dir returns the directory of the base.
func (b *Base) Dir() string { return b.dir }

// connect opens a connection for reading and verifies what it leads to.
func (b *Base) connect() (*conn, error) {
	c, err := b.connectLocking()
	if errors.Is(err, projectbase.ErrUnreadable) || errors.Is(err, projectbase.ErrReadOnly) {
		return b.connectFrozen(err)
	}
	return c, err
}

func (b *Base) connectLocking() (*conn, error) {
	if b.unlocked {
		return nil, fmt.Errorf("lock the base in %s: %w", b.dir, projectbase.ErrReadOnly)
	}
	c, err := connect(b.dir, filepath.Join(b.dir, fileName), append([]string{"mode=ro"}, readParams...)...)
	if err != nil {
		return nil, err
	}
	if err := c.verify(); err != nil {
		_ = c.close() // it only read
		return nil, err
	}
	return c, nil
}

// connectFrozen opens a connection that reads without locks and verifies what
// it leads to. cause is why there can be no other connection: it is the error
// where part of the base waits in a log.
func (b *Base) connectFrozen(cause error) (*conn, error) {
	file := filepath.Join(b.dir, fileName)
	for range frozenTries {
		before, err := lookAt(file)
		if err != nil || !before.settled() {
			return nil, cause
		}
		c, err := connect(b.dir, file, append([]string{"mode=ro", "immutable=1"}, readParams...)...)
		if err != nil {
			return nil, err
		}
		c.frozen = &before
		err = c.verify()
		if err == nil {
			return c, nil
		}
		changed := c.changed()
		_ = c.close() // it only read
		if !changed {
			return nil, err
		}
	}
	return nil, busy(b.dir)
}

// frozenTries is how often a view of a base that cannot be locked is tried
// while others change it.
const frozenTries = 5
