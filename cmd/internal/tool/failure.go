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

// Failure is an error as every surface reports it.
type Failure struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	Hint    string `json:"hint,omitempty"` // the joined text of Hints
	Hints   []Hint `json:"hints,omitempty"`

	Exit int `json:"-"` // exit status
	HTTP int `json:"-"` // status of a response
}

type failureRow struct {
	err  error
	code string
	exit int
	http int
	hint Hint
}

// failures maps errors to codes, the most specific first.
var failures = []failureRow{
	{context.Canceled, "unavailable", ExitInterrupted, 499, Hint{}},
	{context.DeadlineExceeded, "timeout", ExitFailed, http.StatusGatewayTimeout, Hint{Text: "ask for less, or try again"}},
	{federation.ErrMissing, "missing", ExitFailed, http.StatusNotFound, Hint{Text: "find it again by scanning the directory above it", Command: "codegraph scan DIR", Tool: projectbase.ToolPrefix + "scan"}},
	{projectbase.ErrUsage, "usage", ExitUsage, http.StatusBadRequest, Hint{}},
	{projectbase.ErrForeign, "foreign", ExitFailed, http.StatusConflict, Hint{Text: "choose another directory", Command: "CODEGRAPH_DIR=.codegraph-index codegraph init"}},
	{projectbase.ErrTooNew, "too_new", ExitFailed, http.StatusConflict, Hint{Text: "update codegraph"}},
	{projectbase.ErrCorrupt, "corrupt", ExitFailed, http.StatusInternalServerError, projectbase.Suggest("", "init", projectbase.Flag("rebuild", true))},
	{projectbase.ErrMalformed, "corrupt", ExitFailed, http.StatusInternalServerError, projectbase.Suggest("", "init", projectbase.Flag("rebuild", true))},
	{projectbase.ErrOutdated, "unavailable", ExitFailed, http.StatusServiceUnavailable, projectbase.Suggest("", "init")},
	{projectbase.ErrNotIndexed, "not_indexed", ExitNotIndexed, http.StatusNotFound, projectbase.Suggest("", "init")},
	{federation.ErrElsewhere, "unavailable", ExitFailed, http.StatusServiceUnavailable, Hint{}},
	{federation.ErrSlow, "timeout", ExitFailed, http.StatusGatewayTimeout, Hint{Text: "ask this project alone, or try again"}},
	{catalog.ErrUsage, "usage", ExitUsage, http.StatusBadRequest, Hint{}},
	{catalog.ErrNotFound, "not_found", ExitFailed, http.StatusNotFound, projectbase.Suggest("list the projects", "projects")},
	{catalog.ErrAmbiguous, "usage", ExitUsage, http.StatusBadRequest, Hint{}},
	{catalog.ErrBusy, "busy", ExitBusy, http.StatusConflict, Hint{Text: "try again"}},
	{catalog.ErrReadOnly, "not_allowed", ExitNotAllowed, http.StatusForbidden, Hint{Text: "choose another catalog with CODEGRAPH_CATALOG or --catalog"}},
	{catalog.ErrNotAllowed, "not_allowed", ExitNotAllowed, http.StatusForbidden, Hint{Text: "set CODEGRAPH_TOKEN to a token of the service with this right; create one", Command: "codegraph token create"}},
	{catalog.ErrTooOld, "unavailable", ExitFailed, http.StatusServiceUnavailable, Hint{}},
	{catalog.ErrTooNew, "too_new", ExitFailed, http.StatusConflict, Hint{Text: "update codegraph"}},
	{catalog.ErrForeign, "foreign", ExitFailed, http.StatusConflict, Hint{Text: "choose another catalog with CODEGRAPH_CATALOG or --catalog"}},
	{catalog.ErrCorrupt, "corrupt", ExitFailed, http.StatusInternalServerError, Hint{Text: "move the catalog file away and scan again", Command: "codegraph scan DIR", Tool: projectbase.ToolPrefix + "scan"}},
	{catalog.ErrUnavailable, "unavailable", ExitFailed, http.StatusServiceUnavailable, Hint{}},
	{catalog.ErrStale, "busy", ExitBusy, http.StatusConflict, Hint{Text: "try again"}},
	{projectbase.ErrNothing, "not_found", ExitFailed, http.StatusUnprocessableEntity, Hint{}},
	{projectbase.ErrNotFound, "not_found", ExitFailed, http.StatusNotFound, Hint{}},
	{projectbase.ErrReadOnly, "not_allowed", ExitNotAllowed, http.StatusForbidden, Hint{Text: "set CODEGRAPH_BASES to a writable directory for indexes"}},
	{projectbase.ErrNotAllowed, "not_allowed", ExitNotAllowed, http.StatusForbidden, Hint{}},
	{projectbase.ErrUnreadable, "unreadable", ExitFailed, http.StatusUnprocessableEntity, Hint{}},
	{projectbase.ErrLimit, "limit", ExitFailed, http.StatusRequestEntityTooLarge, Hint{}},
	{syscall.ENOSPC, "unavailable", ExitFailed, http.StatusInsufficientStorage, Hint{Text: "the disk is full: free some space and run this again"}},
	{fs.ErrNotExist, "missing", ExitFailed, http.StatusNotFound, Hint{}},
	{fs.ErrPermission, "unreadable", ExitFailed, http.StatusForbidden, Hint{}},
}

// FailureOf returns err, which is not nil, as every surface reports it.
func FailureOf(err error) Failure {
	f := Failure{Code: "internal", Message: err.Error(), Exit: ExitFailed, HTTP: http.StatusInternalServerError}
	var busy *projectbase.BusyError
	if errors.As(err, &busy) {
		f.Code, f.Exit, f.HTTP = "busy", ExitBusy, http.StatusConflict
		f.Hints = []Hint{{Text: "wait for it to end, then run this again"}}
	} else if i := slices.IndexFunc(failures, func(r failureRow) bool { return errors.Is(err, r.err) }); i >= 0 {
		row := failures[i]
		f.Code, f.Exit, f.HTTP = row.code, row.exit, row.http
		if row.hint.Text != "" || row.hint.Command != "" {
			f.Hints = []Hint{row.hint}
		}
	}
	var hint *projectbase.HintError
	if errors.As(err, &hint) {
		f.Hints = hint.Hints
	}
	// Both may hold a user's argument or a name from an untrusted tree.
	f.Message, f.Hint = query.ShownBlock(f.Message), query.ShownBlock(HintsText(f.Hints))
	return f
}
