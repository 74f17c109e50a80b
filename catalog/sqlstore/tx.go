package sqlstore

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"

	"codegraph/catalog"
)

//go:embed sql/*.sql
var statements embed.FS

// text returns the statement in sql/name.sql.
func text(name string) string {
	b, err := statements.ReadFile("sql/" + name + ".sql")
	if err != nil {
		panic(fmt.Sprintf("sqlstore: no statement %q", name)) // a spelling mistake in this package
	}
	return string(b)
}

// tx is a transaction. Its methods return errors of the driver; view and change
// translate them.
type tx struct {
	ctx   context.Context
	conn  *conn
	write bool
}

// errWouldWrite ends a read transaction that turns out to need another one.
var errWouldWrite = errors.New("a read transaction cannot write")

// view runs f in a read transaction: f sees one state of the catalog.
func (s *Store) view(ctx context.Context, op string, f func(*tx) error) error {
	return s.run(ctx, s.readers, op, f)
}

// change runs f and says that something changed if f does; see attempt.
func (s *Store) change(ctx context.Context, op string, f func(*tx) (changed bool, err error)) (changed bool, err error) {
	err = s.attempt(ctx, op, func(t *tx) (err error) {
		changed, err = f(t)
		if err == nil && changed {
			_, err = t.exec("bump_version")
		}
		return err
	})
	return changed && err == nil, err
}

// attempt runs f in a transaction. f must compare before it writes: it is run
// in a read transaction first, where its first write ends it, so that what
// changes nothing takes no lock and works on a read-only disk. Thus f may run
// twice, and must set its results anew.
func (s *Store) attempt(ctx context.Context, op string, f func(*tx) error) error {
	err := s.run(ctx, s.readers, op, f)
	if errors.Is(err, errWouldWrite) {
		err = s.update(ctx, op, f)
	}
	return err
}

// update runs f in a write transaction.
func (s *Store) update(ctx context.Context, op string, f func(*tx) error) error {
	if s.writer == nil {
		return fmt.Errorf("%s the catalog %s: %w", op, s.path, catalog.ErrReadOnly)
	}
	return s.run(ctx, s.writer, op, f)
}

func (s *Store) run(ctx context.Context, p *pool, op string, f func(*tx) error) error {
	c, err := p.take(ctx)
	if err != nil {
		return s.failure(ctx, op, err)
	}
	broken := true
	defer func() { p.give(c, broken) }() // also if f panics
	write := p == s.writer
	if err := c.begin(ctx, write); err != nil {
		return s.failure(ctx, op, err)
	}
	err = f(&tx{ctx: ctx, conn: c, write: write})
	if err == nil && write {
		if err = c.end(ctx, true); err == nil {
			broken = false
			return nil
		}
	}
	// The error that made it roll back is the one to tell.
	broken = c.end(ctx, false) != nil
	if err == nil || isOurs(err) {
		return err
	}
	return s.failure(ctx, op, err)
}

// failure translates an error; that the context is over explains all others.
func (s *Store) failure(ctx context.Context, op string, err error) error {
	if ctx.Err() != nil {
		return fmt.Errorf("%s the catalog %s: %w", op, s.path, ctx.Err())
	}
	return s.translate(op, err)
}

// isOurs tells errors that say all that is to be said from those of the driver.
func isOurs(err error) bool {
	for _, e := range []error{errWouldWrite, catalog.ErrNotFound, catalog.ErrAmbiguous, catalog.ErrStale, catalog.ErrUsage} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// exec runs a statement that writes, and returns how many rows it touched.
func (t *tx) exec(name string, args ...any) (int64, error) {
	if !t.write {
		return 0, errWouldWrite
	}
	st, err := t.conn.stmt(t.ctx, name)
	if err != nil {
		return 0, err
	}
	r, err := st.ExecContext(t.ctx, args...)
	if err != nil {
		return 0, fmt.Errorf("%s: %w", name, err)
	}
	return r.RowsAffected()
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
	err = t.each(name, args, func(r *sql.Rows) error {
		ok = true
		return r.Scan(dest...)
	})
	return ok, err
}

// each calls f for each row that a statement returns.
func (t *tx) each(name string, args []any, f func(*sql.Rows) error) error {
	st, err := t.conn.stmt(t.ctx, name)
	if err != nil {
		return err
	}
	rows, err := st.QueryContext(t.ctx, args...)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	defer rows.Close()
	for rows.Next() {
		if err := f(rows); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	if err := rows.Err(); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	return nil
}

// list makes a parameter of texts, for statements with a list.
func list[T ~string](texts []T) string {
	b, err := json.Marshal(texts)
	if err != nil {
		panic(fmt.Sprintf("sqlstore: %v", err)) // texts always have a JSON form
	}
	return string(b)
}

// counters is the row of the table state.
type counters struct{ version, manifests, linksOf, filters, seen int64 }

func (t *tx) counters() (c counters, err error) {
	_, err = t.one("state", nil, &c.version, &c.manifests, &c.linksOf, &c.filters, &c.seen)
	return c, err
}

// Version implements catalog.Store.
func (s *Store) Version(ctx context.Context) (int64, error) {
	var c counters
	err := s.view(ctx, "read", func(t *tx) (err error) {
		c, err = t.counters()
		return err
	})
	return c.version, err
}
