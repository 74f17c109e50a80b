package tool

import (
	"context"
	"errors"
	"io/fs"
	"net/http"
	"slices"
	"syscall"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// Exit statuses of the command line.
const (
	ExitDone        = 0
	ExitFailed      = 1
	ExitUsage       = 2
	ExitIncomplete  = 3
	ExitNotIndexed  = 4
	ExitBusy        = 5
	ExitNotAllowed  = 6
	ExitInterrupted = 130
)

// Failure is an error as it is told to others.
type Failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"`

	Exit int `json:"-"` // exit status
	HTTP int `json:"-"` // status of a response
}

type failureRow struct {
	err  error
	code string
	exit int
	http int
	hint string
}

// failures maps errors to codes, the most particular first.
var failures = []failureRow{
	{context.Canceled, "unavailable", ExitInterrupted, 499, ""},
	{context.DeadlineExceeded, "timeout", ExitFailed, http.StatusGatewayTimeout, "ask for less, or again"},
	{federation.ErrMissing, "missing", ExitFailed, http.StatusNotFound, "codegraph scan on the directory above it looks for it again"},
	{projectbase.ErrUsage, "usage", ExitUsage, http.StatusBadRequest, ""},
	{projectbase.ErrForeign, "foreign", ExitFailed, http.StatusConflict, "choose another directory: CODEGRAPH_DIR=.codegraph-index codegraph init"},
	{projectbase.ErrTooNew, "too_new", ExitFailed, http.StatusConflict, "update codegraph"},
	{projectbase.ErrCorrupt, "corrupt", ExitFailed, http.StatusInternalServerError, "run: codegraph init --rebuild"},
	{projectbase.ErrMalformed, "corrupt", ExitFailed, http.StatusInternalServerError, "run: codegraph init --rebuild"},
	{projectbase.ErrOutdated, "unavailable", ExitFailed, http.StatusServiceUnavailable, "run: codegraph init"},
	{projectbase.ErrNotIndexed, "not_indexed", ExitNotIndexed, http.StatusNotFound, "run: codegraph init"},
	{federation.ErrAway, "unavailable", ExitFailed, http.StatusServiceUnavailable, ""},
	{federation.ErrElsewhere, "unavailable", ExitFailed, http.StatusServiceUnavailable, ""},
	{federation.ErrSlow, "timeout", ExitFailed, http.StatusGatewayTimeout, "ask it alone, or again"},
	{catalog.ErrUsage, "usage", ExitUsage, http.StatusBadRequest, ""},
	{catalog.ErrNotFound, "not_found", ExitFailed, http.StatusNotFound, "codegraph projects lists them"},
	{catalog.ErrAmbiguous, "usage", ExitUsage, http.StatusBadRequest, ""},
	{catalog.ErrBusy, "busy", ExitBusy, http.StatusConflict, "try again"},
	{catalog.ErrReadOnly, "not_allowed", ExitNotAllowed, http.StatusForbidden, "name another catalog: CODEGRAPH_CATALOG or --catalog"},
	{catalog.ErrNotAllowed, "not_allowed", ExitNotAllowed, http.StatusForbidden, "set CODEGRAPH_TOKEN to a token of the service that may do this; codegraph token create makes one"},
	{catalog.ErrTooNew, "too_new", ExitFailed, http.StatusConflict, "update codegraph"},
	{catalog.ErrForeign, "foreign", ExitFailed, http.StatusConflict, "name another catalog: CODEGRAPH_CATALOG or --catalog"},
	{catalog.ErrCorrupt, "corrupt", ExitFailed, http.StatusInternalServerError, "move the catalog away and scan again"},
	{catalog.ErrUnavailable, "unavailable", ExitFailed, http.StatusServiceUnavailable, ""},
	{catalog.ErrStale, "busy", ExitBusy, http.StatusConflict, "try again"},
	{projectbase.ErrNothing, "not_found", ExitFailed, http.StatusUnprocessableEntity, ""},
	{projectbase.ErrNotFound, "not_found", ExitFailed, http.StatusNotFound, ""},
	{projectbase.ErrReadOnly, "not_allowed", ExitNotAllowed, http.StatusForbidden, "set CODEGRAPH_BASES to a directory that can be written; the bases are then kept there"},
	{projectbase.ErrNotAllowed, "not_allowed", ExitNotAllowed, http.StatusForbidden, ""},
	{projectbase.ErrUnreadable, "unreadable", ExitFailed, http.StatusUnprocessableEntity, ""},
	{projectbase.ErrLimit, "limit", ExitFailed, http.StatusRequestEntityTooLarge, ""},
	{syscall.ENOSPC, "unavailable", ExitFailed, http.StatusInsufficientStorage, "the disk is full; free some space and run it again"},
	{fs.ErrNotExist, "missing", ExitFailed, http.StatusNotFound, ""},
	{fs.ErrPermission, "unreadable", ExitFailed, http.StatusForbidden, ""},
}

// FailureOf returns err, which is not nil, as it is told to others.
func FailureOf(err error) Failure {
	f := Failure{Code: "internal", Message: err.Error(), Exit: ExitFailed, HTTP: http.StatusInternalServerError}
	var busy *projectbase.BusyError
	var told *federation.ToldError
	if errors.As(err, &told) {
		f.Code, f.Message = toldCode(told.Code), err.Error()
	} else if errors.As(err, &busy) {
		f.Code, f.Exit, f.HTTP, f.Hint = "busy", ExitBusy, http.StatusConflict, "wait for it to end, then run this again"
	} else {
		for _, row := range failures {
			if errors.Is(err, row.err) {
				f.Code, f.Exit, f.HTTP, f.Hint = row.code, row.exit, row.http, row.hint
				break
			}
		}
	}
	var hint *projectbase.HintError
	if errors.As(err, &hint) {
		f.Hint = hint.Hint
	}
	// Both may name what somebody asked for, or what a stranger's tree holds.
	f.Message, f.Hint = query.ShownBlock(f.Message), query.ShownBlock(f.Hint)
	return f
}

// toldCode returns a code that another node has given, if it is one that there
// is.
func toldCode(code string) string {
	if slices.ContainsFunc(failures, func(f failureRow) bool { return f.code == code }) || code == "internal" {
		return code
	}
	return "unavailable"
}
