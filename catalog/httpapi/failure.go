package httpapi

import (
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"

	"codegraph/catalog"
	"codegraph/catalog/escape"
)

// kinds maps names in responses to the errors of package catalog.
var kinds = []struct {
	word string
	err  error
}{
	{"not_found", catalog.ErrNotFound},
	{"ambiguous", catalog.ErrAmbiguous},
	{"read_only", catalog.ErrReadOnly},
	{"busy", catalog.ErrBusy},
	{"stale", catalog.ErrStale},
	{"usage", catalog.ErrUsage},
	{"not_allowed", catalog.ErrNotAllowed},
	{"too_new", catalog.ErrTooNew},
	{"foreign", catalog.ErrForeign},
	{"corrupt", catalog.ErrCorrupt},
	{"unavailable", catalog.ErrUnavailable},
}

// Detail is the part of an error response from which the client restores the error.
// It is beside code, message and hint.
type Detail struct {
	Kind       string            `json:"kind,omitzero"`
	What       string            `json:"what,omitzero"` // of not_found, as the next two
	Name       string            `json:"name,omitzero"` // also of ambiguous
	Nearest    []string          `json:"nearest,omitzero"`
	Candidates []catalog.Project `json:"candidates,omitzero"`
}

// DetailOf returns the detail of an error of a Store.
func DetailOf(err error) Detail {
	var d Detail
	for _, k := range kinds {
		if errors.Is(err, k.err) {
			d.Kind = k.word
			break
		}
	}
	var unknown *catalog.NotFoundError
	var ambiguous *catalog.AmbiguousError
	switch {
	case errors.As(err, &unknown):
		d.What, d.Name, d.Nearest = unknown.What, unknown.Name, unknown.Nearest
	case errors.As(err, &ambiguous):
		d.Name, d.Candidates = ambiguous.Name, ambiguous.Candidates
	}
	return texts(d, escape.Escape)
}

// failed is the body of an error response.
type failed struct {
	Error struct {
		Code    string `json:"code"`
		Message string `json:"message"`
		Hint    string `json:"hint"`
		Detail
	} `json:"error"`
}

// RemoteError is an error response of the service. It wraps the matching error of
// package catalog, if there is one.
type RemoteError struct {
	Code    string // as in INTERFACE: not_found, busy ...
	Message string
	Hint    string
	Err     error // nil without a matching error of package catalog
}

func (e *RemoteError) Error() string { return e.Message }

func (e *RemoteError) Unwrap() error { return e.Err }

// maxFailure is the limit for the body of an error response, in bytes.
const maxFailure = 1 << 20

// failure returns the error of a response.
func (c *connection) failure(w *http.Response) error {
	var f failed
	data, _ := io.ReadAll(io.LimitReader(w.Body, maxFailure)) // a truncated body is invalid JSON
	if json.Unmarshal(data, &f) != nil || f.Error.Code == "" {
		return fmt.Errorf("%w: %s answers with status %d, as no catalog does", catalog.ErrUnavailable, c.base, w.StatusCode)
	}
	d := texts(f.Error.Detail, escape.Unescape)
	switch d.Kind {
	case "not_found":
		return &catalog.NotFoundError{What: d.What, Name: d.Name, Nearest: d.Nearest}
	case "ambiguous":
		return &catalog.AmbiguousError{Name: d.Name, Candidates: d.Candidates}
	case "busy":
		return &catalog.BusyError{Where: c.base}
	}
	e := &RemoteError{Code: f.Error.Code, Message: f.Error.Message, Hint: f.Error.Hint, Err: byStatus(w.StatusCode)}
	for _, k := range kinds {
		if k.word == d.Kind {
			e.Err = k.err
		}
	}
	if e.Err == catalog.ErrUnavailable || e.Err == catalog.ErrNotAllowed {
		e.Message = fmt.Sprintf("%s: %s", c.base, e.Message) // name the service that refused
	}
	return e
}

// byStatus returns the error for a status without a kind.
func byStatus(status int) error {
	switch status {
	case http.StatusUnauthorized, http.StatusForbidden:
		return catalog.ErrNotAllowed
	case http.StatusTooManyRequests:
		return catalog.ErrBusy
	case http.StatusRequestEntityTooLarge:
		return catalog.ErrUsage
	case http.StatusBadGateway, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return catalog.ErrUnavailable
	}
	return nil
}
