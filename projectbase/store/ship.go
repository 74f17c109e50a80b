package store

import (
	"context"
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
)

// Ship makes a copy of the base in from, for sending it elsewhere: an index.db
// in dir, which exists, is the caller's and has none, with all of one state of
// the base in that file. Who writes the base is not in the way. Errors are those
// of Open.
func Ship(ctx context.Context, dir, from string) error {
	err := ship(ctx, dir, from)
	if err != nil {
		return fmt.Errorf("copy the base in %s: %w", from, err)
	}
	return nil
}

func ship(ctx context.Context, dir, from string) error {
	source, err := Open(ctx, from)
	if err != nil {
		return err
	}
	defer source.Close()
	b, err := copyOf(dir, from)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := b.c.verify(); err != nil {
		return err
	}
	err = b.c.close()
	b.c = nil
	if err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return os.Rename(b.path, filepath.Join(dir, fileName))
}

// Examine checks a base that strangers have sent, beyond what Open does: each
// page and index of the database. Errors are those of Open.
func Examine(ctx context.Context, dir string) error {
	b, err := Open(ctx, dir)
	if err != nil {
		return err
	}
	defer b.Close()
	c, err := b.connect()
	if err != nil {
		return err
	}
	defer c.close()
	return c.checkIntegrity(ctx)
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
