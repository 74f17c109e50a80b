package sqlstore

import (
	"context"
	"database/sql"
	"embed"
	"encoding/json"
	"errors"
	"fmt"
	"regexp"
	"sync"
	"time"

	"codegraph/catalog"
)

//go:embed sql/*.sql sql/postgres/*.sql
var statements embed.FS

// dialect holds the differences between databases.
type dialect struct {
	folder string // below sql/, with statements that replace those of the same name; "": none
	texts  sync.Map

	argument func(any) any                                        // converts a parameter
	restore  func(string) string                                  // reverses argument for texts; nil: nothing to do
	begin    func(ctx context.Context, c *conn, write bool) error // starts a transaction
	batch    func(ctx context.Context, c *conn, steps []step) error
	failure  func(op string, write bool, err error) error // turns an error of the driver into one of catalog
	lost     func(err error) bool                         // whether the connection was lost, so that uncommitted work can be repeated
	readTime time.Duration                                // limit of a read transaction; 0: none
	prepared bool                                         // whether connections keep statements
}

// step is a statement that writes.
type step struct {
	name string
	args []any
}

// values is a parameter of several values, for statements with a list.
type values struct{ of any }

func list[T ~string](texts []T) values {
	of := make([]string, len(texts))
	for i, t := range texts {
		of[i] = string(t)
	}
	return values{of}
}

// listed is how the statements ask whether something is in a list, which is for
// SQLite.
var listed = regexp.MustCompile(`IN \(SELECT value FROM json_each\((\$\d+)\)\)`)

// text returns the statement of that name.
func (d *dialect) text(name string) string {
	if t, ok := d.texts.Load(name); ok {
		return t.(string)
	}
	b, err := statements.ReadFile("sql/" + d.folder + name + ".sql")
	if err != nil {
		b, err = statements.ReadFile("sql/" + name + ".sql")
	}
	if err != nil {
		panic(fmt.Sprintf("sqlstore: no statement %q", name)) // a spelling mistake in this package
	}
	t := string(b)
	if d.folder != "" {
		t = listed.ReplaceAllString(t, "= ANY ($1)")
	}
	d.texts.Store(name, t)
	return t
}

// row is the current row of a result.
type row struct {
	*sql.Rows
	restore func(string) string
}

// Scan reads the row into dest, as sql.Rows does.
func (r *row) Scan(dest ...any) error {
	if err := r.Rows.Scan(dest...); err != nil || r.restore == nil {
		return err
	}
	restoreAll(dest, r.restore)
	return nil
}

// patience sets how long a connection waits for other writers.
func (c *conn) patience(ctx context.Context, d time.Duration) error {
	_, err := c.raw.ExecContext(ctx, fmt.Sprintf("PRAGMA busy_timeout=%d", d.Milliseconds()))
	return err
}

func sqliteDialect(s *database) *dialect {
	return &dialect{
		argument: func(v any) any {
			l, ok := v.(values)
			if !ok {
				return v
			}
			b, err := json.Marshal(l.of)
			if err != nil {
				panic(fmt.Sprintf("sqlstore: %v", err)) // texts and numbers always have a JSON form
			}
			return string(b)
		},
		begin: func(ctx context.Context, c *conn, write bool) error {
			switch {
			case !write:
				return c.do(ctx, "begin_read")
			case !catalog.IsBestEffort(ctx):
				return c.do(ctx, "begin_write")
			}
			if err := c.patience(ctx, catalog.BestEffortWait); err != nil {
				return err
			}
			err := c.do(ctx, "begin_write")
			return errors.Join(err, c.patience(context.WithoutCancel(ctx), s.wait))
		},
		failure:  func(op string, _ bool, err error) error { return s.translate(op, err) },
		lost:     func(error) bool { return false },
		prepared: true,
	}
}
