package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"time"

	"codegraph/catalog"
)

// tx is a transaction. Its methods return errors of the driver; view and change
// translate them.
type tx struct {
	ctx   context.Context
	conn  *conn
	write bool
	steps []step // that were put off
}

// errWouldWrite ends a read transaction that turns out to need another one.
var errWouldWrite = errors.New("a read transaction cannot write")

// view runs f in a read transaction: f sees one state of the catalog.
func (s *database) view(ctx context.Context, op string, f func(*tx) error) error {
	return s.run(ctx, s.readers, op, f)
}

// change runs f and says that something changed if f does; see attempt.
func (s *database) change(ctx context.Context, op string, f func(*tx) (changed bool, err error)) (changed bool, err error) {
	err = s.attempt(ctx, op, func(t *tx) (err error) {
		changed, err = f(t)
		if err == nil && changed {
			err = t.exec("bump_version")
		}
		return err
	})
	return changed && err == nil, err
}

// attempt runs f in a transaction. f must compare before it writes: it is run
// in a read transaction first, where its first write ends it, so that what
// changes nothing takes no lock and works on a read-only disk. Thus f may run
// twice, and must set its results anew.
func (s *database) attempt(ctx context.Context, op string, f func(*tx) error) error {
	err := s.run(ctx, s.readers, op, f)
	if errors.Is(err, errWouldWrite) {
		err = s.update(ctx, op, f)
	}
	return err
}

// update runs f in a write transaction.
func (s *database) update(ctx context.Context, op string, f func(*tx) error) error {
	if s.writer == nil {
		return fmt.Errorf("%s the catalog %s: %w", op, s.path, catalog.ErrReadOnly)
	}
	return s.run(ctx, s.writer, op, f)
}

// run runs f in a transaction, again where the connection was lost and nothing
// of it can have been done.
func (s *database) run(ctx context.Context, p *pool, op string, f func(*tx) error) error {
	deadline := time.Now().Add(s.patience)
	for pause := firstPause; ; pause = min(2*pause, lastPause) {
		err, again := s.once(ctx, p, op, f)
		if !again || time.Until(deadline) < pause {
			return err
		}
		s.cachedProjects.forget()
		s.cachedStamps.forget()
		t := time.NewTimer(pause)
		select {
		case <-ctx.Done():
			t.Stop()
			return s.failure(ctx, op, p == s.writer, err)
		case <-t.C:
		}
	}
}

// Between attempts.
const (
	firstPause = 20 * time.Millisecond
	lastPause  = 500 * time.Millisecond
)

// once runs f in one transaction. again is true if the connection was lost, and
// nothing was done.
func (s *database) once(ctx context.Context, p *pool, op string, f func(*tx) error) (err error, again bool) {
	write := p == s.writer
	asker := ctx
	if limit := s.dialect.readTime; limit > 0 && !write {
		timed, cancel := context.WithTimeout(ctx, limit)
		defer cancel()
		ctx = timed
	}
	c, err := p.take(ctx)
	if err != nil {
		return s.failure(asker, op, write, err), s.dialect.lost(err)
	}
	broken := true
	defer func() { p.give(c, broken) }() // also if f panics
	if err := s.dialect.begin(ctx, c, write); err != nil {
		return s.failure(asker, op, write, err), s.dialect.lost(err)
	}
	t := &tx{ctx: ctx, conn: c, write: write}
	if write {
		err = t.fenced()
	}
	if err == nil {
		err = f(t)
	}
	if err == nil {
		err = t.flush()
	}
	if err == nil && write {
		if err = c.end(ctx, true); err == nil {
			broken = false
			return nil, false
		}
		lost := s.dialect.lost(err)
		if err = s.failure(asker, op, write, err); lost {
			err = fmt.Errorf("whether it was done is not known, repeat it: %w", err)
		}
		return err, false
	}
	// The error that made it roll back is the one to tell.
	broken = c.end(ctx, false) != nil
	if err == nil || isOurs(err) {
		return err, false
	}
	return s.failure(asker, op, write, err), s.dialect.lost(err)
}

// failure translates an error; that the context is over explains all others.
func (s *database) failure(ctx context.Context, op string, write bool, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s the catalog %s: %w", op, s.path, ctx.Err())
	}
	return s.dialect.failure(op, write, err)
}

// isOurs tells errors that say all that is to be said from those of the driver.
func isOurs(err error) bool {
	var held *catalog.HeldError
	if errors.As(err, &held) {
		return true
	}
	for _, e := range []error{errWouldWrite, catalog.ErrNotFound, catalog.ErrAmbiguous, catalog.ErrStale, catalog.ErrUsage, catalog.ErrLost} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// exec runs a statement that writes.
func (t *tx) exec(name string, args ...any) error {
	if !t.write {
		return errWouldWrite
	}
	if err := t.flush(); err != nil {
		return err
	}
	if err := t.conn.do(t.ctx, name, args...); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// batchSize is how many statements go to the database together.
const batchSize = 1000

// later runs a statement that writes before the next of another kind, and with
// others of its kind where one message to the database for all saves time.
func (t *tx) later(name string, args ...any) error {
	if t.conn.dialect.batch == nil || !t.write {
		return t.exec(name, args...)
	}
	t.steps = append(t.steps, step{name, args})
	if len(t.steps) < batchSize {
		return nil
	}
	return t.flush()
}

// flush runs what later has put off.
func (t *tx) flush() error {
	if len(t.steps) == 0 {
		return nil
	}
	steps := t.steps
	t.steps = nil
	if err := t.conn.dialect.batch(t.ctx, t.conn, steps); err != nil {
		return fmt.Errorf("%s and %d more: %w", steps[0].name, len(steps)-1, err)
	}
	return nil
}

// insert runs a statement that writes a row and returns its number.
func (t *tx) insert(name string, args ...any) (number int64, err error) {
	if !t.write {
		return 0, errWouldWrite
	}
	_, err = t.one(name, args, &number)
	return number, err
}

// one reads the row that a statement returns; ok is false if there is none.
func (t *tx) one(name string, args []any, dest ...any) (ok bool, err error) {
	err = t.each(name, args, func(r *row) error {
		ok = true
		return r.Scan(dest...)
	})
	return ok, err
}

// each calls f for each row that a statement returns. f runs no statements.
func (t *tx) each(name string, args []any, f func(*row) error) error {
	if err := t.flush(); err != nil {
		return err
	}
	rows, err := t.conn.query(t.ctx, name, args...)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer rows.Close()
	r := &row{rows, t.conn.dialect.restore}
	for rows.Next() {
		if err := f(r); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// counters is the row of the table state.
type counters struct{ version, manifests, linksOf, filters, seen int64 }

func (t *tx) counters() (c counters, err error) {
	_, err = t.one("state", nil, &c.version, &c.manifests, &c.linksOf, &c.filters, &c.seen)
	return c, err
}

// Version implements catalog.Store.
func (s *database) Version(ctx context.Context) (int64, error) {
	var c counters
	err := s.view(ctx, "read", func(t *tx) (err error) {
		c, err = t.counters()
		return err
	})
	return c.version, err
}
