package store

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"codegraph/migrations"

	"modernc.org/sqlite"
)

// migrate brings a new file to the present schema.
func migrate(ctx context.Context, dir, path string, params []string) error {
	db, err := sql.Open("sqlite", dsn(path, params...))
	if err != nil {
		return translate(dir, "create "+path, err)
	}
	db.SetMaxOpenConns(1)
	if err := migrations.ApplyProjectBase(ctx, db); err != nil {
		db.Close()
		return translate(dir, "create "+path, err)
	}
	if err := db.Close(); err != nil {
		return translate(dir, "create "+path, err)
	}
	return nil
}

// fill replaces all of the database of c by what the one in file holds.
func (c *conn) fill(file string) error {
	from, err := c.raw.(interface {
		NewRestore(string) (*sqlite.Backup, error)
	}).NewRestore(dsn(file, "mode=ro"))
	if err != nil {
		return translate(c.dir, "copy "+file, err)
	}
	more, err := from.Step(-1)
	if end := from.Finish(); err == nil {
		err = end
	}
	if err != nil {
		return translate(c.dir, "copy "+file, err)
	}
	if more {
		return fmt.Errorf("copy %s: not all pages were taken", file)
	}
	return nil
}

// checkIntegrity checks each page and index of the database.
func (c *conn) checkIntegrity(ctx context.Context) error {
	s, err := c.prepare("inspect", "PRAGMA integrity_check(1)")
	if err != nil {
		return err
	}
	r, err := s.st.(driver.StmtQueryContext).QueryContext(ctx, nil)
	if err != nil {
		return errors.Join(ctx.Err(), translate(c.dir, "check the base", err))
	}
	defer r.Close()
	row := make([]driver.Value, 1)
	for {
		err := r.Next(row)
		switch {
		case errors.Is(err, io.EOF):
			return ctx.Err()
		case err != nil:
			return errors.Join(ctx.Err(), translate(c.dir, "check the base", err))
		case row[0] != "ok":
			return damaged(c.dir, fmt.Errorf("%.200v", row[0]))
		}
	}
}

// copyDatabase makes a copy at path of the database in file and returns a
// connection to the copy, which nobody else sees. Its schema is not verified.
func copyDatabase(dir, path, file string) (*conn, error) {
	if err := plainFiles(file); err != nil {
		return nil, err
	}
	c, err := connect(dir, path, buildParams...)
	if err != nil {
		return nil, err
	}
	err = c.fill(file)
	// The connection does not notice that the file is another one now.
	if end := c.close(); err == nil {
		err = end
	}
	if err != nil {
		return nil, err
	}
	return connect(dir, path, copyParams...)
}
