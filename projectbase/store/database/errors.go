package database

import (
	"errors"
	"fmt"
	"syscall"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/lock"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// Translate turns an error of the driver into one of projectbase, by its code.
// op names the operation on the index in dir. Only codes about the file itself
// mean corruption, because a corrupt index is replaced. A full disk wraps
// syscall.ENOSPC.
func Translate(dir, op string, err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s in %s: %w", op, dir, err)
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB, sqlite3.SQLITE_FORMAT:
		return store.Corrupt(dir, fmt.Errorf("%s: %w", op, err))
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%s in %s: %w: %w", op, dir, syscall.ENOSPC, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return lock.Busy(dir)
	case sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%s in %s: %w: %w", op, dir, projectbase.ErrReadOnly, err)
	case sqlite3.SQLITE_CANTOPEN:
		return fmt.Errorf("%s in %s: %w: %w", op, dir, projectbase.ErrUnreadable, err)
	case sqlite3.SQLITE_IOERR:
		if e.Code() == sqlite3.SQLITE_IOERR_SHORT_READ {
			return store.Corrupt(dir, fmt.Errorf("%s: %w", op, err))
		}
	}
	return fmt.Errorf("%s in %s: %w", op, dir, err)
}

// IsStatementError reports whether SQLite rejected a statement, for example
// because a table does not exist.
func IsStatementError(err error) bool {
	var e *sqlite.Error
	return errors.As(err, &e) && e.Code()&0xff == sqlite3.SQLITE_ERROR
}
