package database

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"

	"codegraph/migrations"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/lock"

	"modernc.org/sqlite"
)

// ApplyMigrations brings the schema of the file at path up to date.
func ApplyMigrations(ctx context.Context, dir, path string, params []string) error {
	db, err := sql.Open("sqlite", Dsn(path, params...))
	if err != nil {
		return Translate(dir, "create "+path, err)
	}
	db.SetMaxOpenConns(1)
	if err := migrations.ApplyProjectBase(ctx, db); err != nil {
		db.Close()
		return Translate(dir, "create "+path, err)
	}
	if err := db.Close(); err != nil {
		return Translate(dir, "create "+path, err)
	}
	return nil
}

// CopyFrom replaces the content of c's database with the content of file.
func (c *Conn) CopyFrom(file string) error {
	from, err := c.raw.(interface {
		NewRestore(string) (*sqlite.Backup, error)
	}).NewRestore(Dsn(file, "mode=ro"))
	if err != nil {
		return Translate(c.Dir, "copy "+file, err)
	}
	more, err := from.Step(-1)
	if end := from.Finish(); err == nil {
		err = end
	}
	if err != nil {
		return Translate(c.Dir, "copy "+file, err)
	}
	if more {
		return fmt.Errorf("copy %s: not all pages were taken", file)
	}
	return nil
}

// CheckIntegrity checks each page and index of the database.
func (c *Conn) CheckIntegrity(ctx context.Context) error {
	s, err := c.Prepare("inspect", "PRAGMA integrity_check(1)")
	if err != nil {
		return err
	}
	r, err := s.st.(driver.StmtQueryContext).QueryContext(ctx, nil)
	if err != nil {
		return errors.Join(ctx.Err(), Translate(c.Dir, "check the index", err))
	}
	defer r.Close()
	row := make([]driver.Value, 1)
	for {
		err := r.Next(row)
		switch {
		case errors.Is(err, io.EOF):
			return ctx.Err()
		case err != nil:
			return errors.Join(ctx.Err(), Translate(c.Dir, "check the index", err))
		case row[0] != "ok":
			return store.Corrupt(c.Dir, fmt.Errorf("%.200v", row[0]))
		}
	}
}

// CopyDatabase copies the database in file to path and returns a connection to
// the copy. The schema of the copy is not verified.
func CopyDatabase(dir, path, file string) (*Conn, error) {
	if err := lock.PlainFiles(file); err != nil {
		return nil, err
	}
	c, err := Connect(dir, path, BuildParams...)
	if err != nil {
		return nil, err
	}
	err = c.CopyFrom(file)
	// The connection still has the old file in its cache.
	if end := c.Close(); err == nil {
		err = end
	}
	if err != nil {
		return nil, err
	}
	return Connect(dir, path, CopyParams...)
}
