package httpserver

import (
	"errors"
	"io"
	"io/fs"
	"net/http"
	"os"
	"strings"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/cmd/internal/tool"
)

const catalogPath = httpapi.Prefix + "{method}"

// catalog answers a call of the catalog's contract.
func (s *Server) catalog(w http.ResponseWriter, r *http.Request) {
	m := httpapi.Find(r.PathValue("method"))
	if m == nil {
		refuse(w, http.StatusNotFound, "not_found", "the catalog has no such call", "GET /v1/openapi.json lists them")
		return
	}
	note(r, m.Name)
	entry := s.audit(r, "catalog/"+m.Name)
	if !permit(w, r, m.Scope) {
		return
	}
	if m.Whole && accessOf(r.Context()).Projects != nil {
		refuse(w, http.StatusForbidden, "not_allowed", "the token is for some projects only, and this concerns all", "")
		return
	}
	arguments, ok := argumentsOf(w, r, m)
	if !ok {
		return
	}
	aboutCatalog(entry, m, arguments)
	out, err := s.callCatalog(r, m, arguments)
	if err != nil {
		s.refuseCatalog(w, err)
		return
	}
	writeJSON(w, http.StatusOK, out)
}

// argumentsOf returns the arguments of a call, or answers and returns false.
func argumentsOf(w http.ResponseWriter, r *http.Request, m *httpapi.Method) ([]byte, bool) {
	if r.Method == http.MethodGet {
		if !m.ReadOnly() {
			w.Header().Set("Allow", http.MethodPost)
			refuse(w, http.StatusMethodNotAllowed, "usage", "GET is not for what changes something", "")
			return nil, false
		}
		return []byte(r.URL.Query().Get("arguments")), true
	}
	body, err := io.ReadAll(r.Body) // it is in memory already
	if err != nil {
		refuse(w, http.StatusBadRequest, "usage", "the body cannot be read", "")
		return nil, false
	}
	return body, true
}

// callCatalog calls a method on what the asker's token is for.
func (s *Server) callCatalog(r *http.Request, m *httpapi.Method, arguments []byte) (any, error) {
	ctx := r.Context()
	desk, err := s.deskFor(ctx)
	if err != nil {
		return nil, err
	}
	store, err := desk.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	if !m.Whole && !m.ReadOnly() {
		// The service says itself how its own projects are.
		store = httpapi.Keep(store, func(node string) bool { return node == s.opts.Desk.Node })
	}
	out, err := m.Call(ctx, store, arguments)
	if err == nil && m.Name == "enter" && s.opts.Entered != nil {
		s.opts.Entered(ctx)
	}
	return out, err
}

// refuseCatalog answers with an error of the catalog, so that a client can tell
// which one it was. What is internal stays here.
func (s *Server) refuseCatalog(w http.ResponseWriter, err error) {
	f := tool.FailureOf(err)
	detail := httpapi.DetailOf(err)
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &file), errors.As(err, &link):
		s.opts.Logger.Warn("a base could not be kept", "err", err)
		f = tool.Failure{Code: "unavailable", Message: "the service cannot keep the base", HTTP: http.StatusInsufficientStorage}
	case errors.Is(err, catalog.ErrUnavailable), errors.Is(err, catalog.ErrCorrupt), detail.Kind == "" && f.HTTP >= http.StatusInternalServerError:
		// Its text may name the database.
		s.opts.Logger.Warn("the catalog failed", "err", err)
		f.Message, f.Hint = "the service's catalog cannot answer: "+strings.ReplaceAll(f.Code, "_", " "), ""
	}
	tellFailure(w, f.Code)
	type row struct {
		tool.Failure
		httpapi.Detail
	}
	writeJSON(w, f.HTTP, map[string]row{"error": {f, detail}})
}
