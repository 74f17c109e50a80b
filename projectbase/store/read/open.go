package read

import (
	"context"
	_ "embed"
	"errors"
	"fmt"
	"path/filepath"
	"sync"
	"sync/atomic"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/lock"
)

// maxIdle is how many connections of one Base are kept open.
const maxIdle = 4

// Index is an open base, for reading. It is safe for concurrent use. A base that
// is written, or replaced by Publish, in the meantime shows its new state to the
// next View.
type Index struct {
	dir      string
	unlocked bool // as if SQLite could not write beside the file; tests set it

	mu     sync.Mutex
	idle   []*database.Conn
	closed bool
	files  *fileList
	terms  *format.Dictionary

	listing sync.Mutex  // held while the list of files is read to be kept
	reading sync.Mutex  // held while the dictionary is read to be kept
	large   atomic.Bool // it was too large for that
}

// Open opens the base in dir for reading. Errors wrap projectbase.ErrNotIndexed
// if there is none, ErrForeign for another program's file, ErrTooNew,
// ErrOutdated, or ErrCorrupt for what is not readable as a base: also one whose
// tables are not exactly ours, as a cloned repository may bring along.
func Open(ctx context.Context, dir string) (*Index, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := database.Identify(dir); err != nil {
		return nil, err
	}
	b := &Index{dir: dir}
	c, err := b.connect()
	if err != nil {
		return nil, err
	}
	b.give(c, true)
	return b, nil
}

// Close closes the connections. No View may be running.
func (b *Index) Close() error {
	b.mu.Lock()
	idle := b.idle
	b.idle, b.closed, b.files, b.terms = nil, true, nil, nil
	b.mu.Unlock()
	var first error
	for _, c := range idle {
		if err := c.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// Dir returns the directory of the base.
func (b *Index) Dir() string { return b.dir }

// connect opens a connection for reading and verifies what it leads to.
func (b *Index) connect() (*database.Conn, error) {
	c, err := b.connectLocking()
	if errors.Is(err, projectbase.ErrUnreadable) || errors.Is(err, projectbase.ErrReadOnly) {
		return b.connectUnlocked(err)
	}
	return c, err
}

func (b *Index) connectLocking() (*database.Conn, error) {
	if b.unlocked {
		return nil, fmt.Errorf("lock the base in %s: %w", b.dir, projectbase.ErrReadOnly)
	}
	c, err := database.Connect(b.dir, filepath.Join(b.dir, store.FileName), append([]string{"mode=ro"}, database.ReadParams...)...)
	if err != nil {
		return nil, err
	}
	if err := c.Verify(); err != nil {
		_ = c.Close() // it only read
		return nil, err
	}
	return c, nil
}

// connectUnlocked opens a connection that reads without locks and verifies what
// it leads to. cause is why there can be no other connection: it is the error
// where part of the base waits in a log.
func (b *Index) connectUnlocked(cause error) (*database.Conn, error) {
	file := filepath.Join(b.dir, store.FileName)
	for range UnlockedTries {
		before, err := database.StampsOf(file)
		if err != nil || !before.Settled() {
			return nil, cause
		}
		c, err := database.Connect(b.dir, file, append([]string{"mode=ro", "immutable=1"}, database.ReadParams...)...)
		if err != nil {
			return nil, err
		}
		c.Unlocked = &before
		err = c.Verify()
		if err == nil {
			return c, nil
		}
		changed := c.Changed()
		_ = c.Close() // it only read
		if !changed {
			return nil, err
		}
	}
	return nil, lock.Busy(b.dir)
}

// UnlockedTries is how often a view of a base that cannot be locked is tried
// while others change it.
const UnlockedTries = 5
