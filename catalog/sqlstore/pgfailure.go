package sqlstore

import (
	"database/sql/driver"
	"errors"
	"fmt"
	"io"
	"net"
	"strings"

	"codegraph/catalog"

	"github.com/jackc/pgx/v5/pgconn"
)

// serverFailure converts an error of Postgres to an error of package catalog by its
// code. op names the operation.
func (s *database) serverFailure(op string, write bool, err error) error {
	var e *pgconn.PgError
	if !errors.As(err, &e) {
		var connecting *pgconn.ConnectError
		if errors.As(err, &connecting) {
			err = errors.Join(connecting.Unwrap()) // the text of ConnectError contains the user's name
			return fmt.Errorf("%s the catalog %s: %w: %s", op, s.path, catalog.ErrUnavailable, plain(err))
		}
		if isLost(err) {
			return fmt.Errorf("%s the catalog %s: %w: %s", op, s.path, catalog.ErrUnavailable, plain(err))
		}
		return fmt.Errorf("%s the catalog %s: %w", op, s.path, err)
	}
	kind := error(nil)
	switch class := e.Code[:min(2, len(e.Code))]; {
	case e.Code == "55P03" || class == "40":
		return &catalog.BusyError{Where: s.path, Err: err}
	case e.Code == "25006" || e.Code == "42501" && write:
		kind = catalog.ErrReadOnly
	case e.Code == "54000":
		kind = catalog.ErrUsage // a text that is too long for an index
	case e.Code == "42P05" || e.Code == "26000":
		err = fmt.Errorf("%s; a pooler is between: take default_query_exec_mode out of the address", e.Message)
		return fmt.Errorf("%s the catalog %s: %w: %w", op, s.path, catalog.ErrUnavailable, err)
	case class == "42" && e.Code != "42501" || class == "22" || class == "23" || e.Code == "XX001" || e.Code == "XX002":
		// Tests cover all statements. If one fails, the tables do not match
		// their version.
		kind = catalog.ErrCorrupt
	default:
		kind = catalog.ErrUnavailable
	}
	return fmt.Errorf("%s the catalog %s: %w: %s (%s)", op, s.path, kind, plain(errors.New(e.Message)), e.Code)
}

// isLost reports whether a retry can succeed: the connection is lost, the server is
// starting or stopping or has too many connections, or it asks for a retry.
func isLost(err error) bool {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		switch e.Code {
		case "57P01", "57P02", "57P03", "57P05", "53300", "40001", "40P01", "25P03":
			return true
		}
		return strings.HasPrefix(e.Code, "08")
	}
	var n net.Error
	return errors.As(err, &n) || errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) || errors.Is(err, net.ErrClosed) ||
		errors.Is(err, driver.ErrBadConn) || pgconn.SafeToRetry(err) || strings.Contains(err.Error(), "conn closed")
}

// plain returns an error's text in one line.
func plain(err error) string {
	return strings.Join(strings.Fields(err.Error()), " ")
}
