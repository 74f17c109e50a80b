package store

import (
	"errors"
	"fmt"

	"codegraph/projectbase"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// translate turns an error of the driver into one of projectbase, by its code.
// op says what was being done in the base at dir.
func translate(dir, op string, err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s in %s: %w", op, dir, err)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_ERROR,
		sqlite3.SQLITE_SCHEMA, sqlite3.SQLITE_TOOBIG:
		// The statements are ours and were tested: that one fails means that
		// the file is not what its schema says.
		return damaged(dir, fmt.Errorf("%s: %w", op, err))
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return &projectbase.BusyError{Base: dir, PID: holder(dir)}
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s in %s: %w: %w", op, dir, projectbase.ErrReadOnly, err)
	case sqlite3.SQLITE_CANTOPEN:
		return fmt.Errorf("%s in %s: %w: %w", op, dir, projectbase.ErrUnreadable, err)
	case sqlite3.SQLITE_IOERR:
		if e.Code() == sqlite3.SQLITE_IOERR_SHORT_READ {
			return damaged(dir, fmt.Errorf("%s: %w", op, err))
		}
	}
	return fmt.Errorf("%s in %s: %w", op, dir, err)
}

// damaged says that the base at dir is not readable as one; err says why.
func damaged(dir string, err error) error {
	return &projectbase.HintError{
		Err:  fmt.Errorf("the base in %s is %w: %w", dir, projectbase.ErrCorrupt, err),
		Hint: "run: codegraph init --rebuild",
	}
}
