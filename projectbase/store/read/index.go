package read

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/lock"
)

// maxIdle is the number of idle connections that an Index keeps open.
const maxIdle = 4

// Index is an open index, for reading. It is safe for concurrent use. After a
// write, or after a build replaces the index, the next View sees the new state.
type Index struct {
	dir      string
	unlocked bool // tests set it to act as if SQLite could not write beside the file
	files    fileCache
	terms    termCache

	mu     sync.Mutex
	idle   []*database.Conn
	closed bool
}

// Open opens the index in dir for reading. Errors wrap projectbase.ErrNotIndexed
// if there is none, ErrForeign for another program's file, ErrTooNew,
// ErrOutdated, or ErrCorrupt for an unreadable file. A schema that differs from
// ours is corrupt too, because a cloned repository may contain an index.
func Open(ctx context.Context, dir string) (*Index, error) {
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := database.Identify(dir); err != nil {
		return nil, err
	}
	x := &Index{dir: dir}
	c, err := x.connect()
	if err != nil {
		return nil, err
	}
	x.give(c, true)
	return x, nil
}

// Close closes the connections. No View may be running.
func (x *Index) Close() error {
	x.mu.Lock()
	idle := x.idle
	x.idle, x.closed = nil, true
	x.mu.Unlock()
	x.forget()
	var first error
	for _, c := range idle {
		if err := c.Close(); err != nil && first == nil {
			first = err
		}
	}
	return first
}

// Dir returns the directory of the index.
func (x *Index) Dir() string { return x.dir }

// connect opens a connection for reading and verifies the schema.
func (x *Index) connect() (*database.Conn, error) {
	c, err := x.connectLocking()
	if errors.Is(err, projectbase.ErrUnreadable) || errors.Is(err, projectbase.ErrReadOnly) {
		return x.connectUnlocked(err)
	}
	return c, err
}

func (x *Index) connectLocking() (*database.Conn, error) {
	if x.unlocked {
		return nil, fmt.Errorf("lock the index in %s: %w", x.dir, projectbase.ErrReadOnly)
	}
	c, err := database.Connect(x.dir, filepath.Join(x.dir, store.FileName), append([]string{"mode=ro"}, database.ReadParams...)...)
	if err != nil {
		return nil, err
	}
	if err := c.Verify(); err != nil {
		_ = c.Close() // reading loses nothing
		return nil, err
	}
	return c, nil
}

// connectUnlocked opens a connection that reads without locks and verifies the
// schema. cause is the error of the connection with locks. It is returned if a
// log has unwritten pages.
func (x *Index) connectUnlocked(cause error) (*database.Conn, error) {
	file := filepath.Join(x.dir, store.FileName)
	for range UnlockedTries {
		before, err := database.StampsOf(file)
		if err != nil || !before.Settled() {
			return nil, cause
		}
		c, err := database.Connect(x.dir, file, append([]string{"mode=ro", "immutable=1"}, database.ReadParams...)...)
		if err != nil {
			return nil, err
		}
		c.Unlocked = &before
		err = c.Verify()
		if err == nil {
			return c, nil
		}
		changed := c.Changed()
		_ = c.Close() // reading loses nothing
		if !changed {
			return nil, err
		}
	}
	return nil, lock.Busy(x.dir)
}

// UnlockedTries is the number of attempts to view an index without locks while
// other processes change it.
const UnlockedTries = 5

// View calls fn with the present state of the index. Writers do not change the
// state that fn sees, and View does not wait for them.
//
// If neither the index nor its directory can be written, SQLite cannot lock the
// index. View then checks after fn whether another process wrote the index, and
// calls fn again, at most five times. After that the error is a
// *projectbase.BusyError. Therefore fn must first reset the values it returns.
func (x *Index) View(ctx context.Context, fn func(*Snapshot) error) error {
	for range UnlockedTries {
		if err := ctx.Err(); err != nil {
			return err
		}
		c, err := x.take()
		if err != nil {
			return err
		}
		valid, err := x.view(ctx, c, fn)
		if valid {
			return err
		}
		x.forget()
	}
	return lock.Busy(x.dir)
}

// forget empties the caches.
func (x *Index) forget() {
	x.files.drop()
	x.terms.drop()
}

// view runs fn on c and gives c back. valid is false if another process wrote the
// index meanwhile and c could not notice it.
func (x *Index) view(ctx context.Context, c *database.Conn, fn func(*Snapshot) error) (valid bool, err error) {
	keep := false
	defer func() { x.give(c, keep) }()
	err = x.read(ctx, c, fn)
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

func (x *Index) read(ctx context.Context, c *database.Conn, fn func(*Snapshot) error) error {
	if err := c.Exec("begin_read"); err != nil {
		return err
	}
	s, err := x.snapshot(ctx, c)
	if err != nil {
		return err
	}
	return fn(s)
}

func (x *Index) take() (*database.Conn, error) {
	x.mu.Lock()
	if x.closed {
		x.mu.Unlock()
		return nil, fmt.Errorf("index in %s: %w", x.dir, os.ErrClosed)
	}
	if n := len(x.idle); n > 0 {
		c := x.idle[n-1]
		x.idle = x.idle[:n-1]
		x.mu.Unlock()
		return c, nil
	}
	x.mu.Unlock()
	return x.connect()
}

func (x *Index) give(c *database.Conn, keep bool) {
	x.mu.Lock()
	if keep && c.Unlocked == nil && !x.closed && len(x.idle) < maxIdle {
		x.idle = append(x.idle, c)
		c = nil
	}
	x.mu.Unlock()
	if c != nil {
		_ = c.Close() // reading loses nothing
	}
}
