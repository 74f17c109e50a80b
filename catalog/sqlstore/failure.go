package sqlstore

import (
	"errors"
	"fmt"
	"os"
	"syscall"

	"codegraph/catalog"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// translate turns an error of the driver into one of catalog, by its code. op names
// the operation.
func (s *database) translate(op string, err error) error {
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return fmt.Errorf("%s the catalog %s: %w", op, s.path, err)
	}
	kind := error(nil)
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED, sqlite3.SQLITE_PROTOCOL:
		return &catalog.BusyError{Where: s.path, Err: err}
	case sqlite3.SQLITE_READONLY:
		kind = catalog.ErrReadOnly
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_PERM, sqlite3.SQLITE_AUTH, sqlite3.SQLITE_FULL:
		kind = catalog.ErrUnavailable
	case sqlite3.SQLITE_NOTADB:
		kind = catalog.ErrForeign
	case sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_FORMAT, sqlite3.SQLITE_MISMATCH, sqlite3.SQLITE_ERROR, sqlite3.SQLITE_SCHEMA:
		// Tests cover the statements: a failure means that the file does not have
		// the schema of its version.
		kind = catalog.ErrCorrupt
	case sqlite3.SQLITE_IOERR:
		kind = catalog.ErrUnavailable
		if e.Code() == sqlite3.SQLITE_IOERR_SHORT_READ {
			kind = catalog.ErrCorrupt
		}
	default:
		return fmt.Errorf("%s the catalog %s: %w", op, s.path, err)
	}
	return fmt.Errorf("%s the catalog %s: %w: %w", op, s.path, kind, err)
}

// fileError adds the matching error of catalog to a file system error.
func fileError(err error) error {
	if errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return fmt.Errorf("%w: %w", catalog.ErrReadOnly, err)
	}
	return fmt.Errorf("%w: %w", catalog.ErrUnavailable, err)
}
