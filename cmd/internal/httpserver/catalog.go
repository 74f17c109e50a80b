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

// catalog runs one method of the catalog API.
func (s *Server) catalog(w http.ResponseWriter, r *http.Request) {
	m := httpapi.Find(r.PathValue("method"))
	if m == nil {
		refuse(w, http.StatusNotFound, "not_found", "the catalog has no such method", "GET /v1/openapi.json lists them")
		return
	}
	note(r, m.Name)
	entry := s.audit(r, "catalog/"+m.Name)
	if !permit(w, r, m.Scope) {
		return
	}
	if m.Whole && accessOf(r.Context()).Projects != nil {
		refuse(w, http.StatusForbidden, "not_allowed", "the token is limited to some projects, and this method works on all", "")
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

// argumentsOf returns the arguments of a call. If they cannot be read, it answers
// with an error and returns false.
func argumentsOf(w http.ResponseWriter, r *http.Request, m *httpapi.Method) ([]byte, bool) {
	if r.Method == http.MethodGet {
		if !m.ReadOnly() {
			w.Header().Set("Allow", http.MethodPost)
			refuse(w, http.StatusMethodNotAllowed, "usage", "a method that writes needs POST", "")
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

// callCatalog calls a method on the projects that the request's token may see.
func (s *Server) callCatalog(r *http.Request, m *httpapi.Method, arguments []byte) (any, error) {
	ctx := r.Context()
	ws, err := s.workspaceFor(ctx)
	if err != nil {
		return nil, err
	}
	store, err := ws.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	if !m.Whole && !m.ReadOnly() {
		// Only the service itself writes the state of its own projects.
		store = httpapi.Keep(store, func(node string) bool { return node == s.opts.Workspace.Node })
	}
	out, err := m.Call(ctx, store, arguments)
	if err == nil && m.Name == "enter" && s.opts.Entered != nil {
		s.opts.Entered(ctx)
	}
	return out, err
}

// refuseCatalog answers with an error of the catalog that a client can turn back
// into the same Go error. Details of internal errors go to the log only.
func (s *Server) refuseCatalog(w http.ResponseWriter, err error) {
	f := tool.FailureOf(err)
	detail := httpapi.DetailOf(err)
	var file *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &file), errors.As(err, &link):
		s.opts.Logger.Warn("cannot store an index", "err", err)
		f = tool.Failure{Code: "unavailable", Message: "the service cannot store the index; its log says why", HTTP: http.StatusInsufficientStorage}
	case errors.Is(err, catalog.ErrUnavailable), errors.Is(err, catalog.ErrCorrupt), detail.Kind == "" && f.HTTP >= http.StatusInternalServerError:
		// The text of the error may name the database.
		s.opts.Logger.Warn("catalog error", "err", err)
		f.Message, f.Hint = "the service's catalog failed: "+strings.ReplaceAll(f.Code, "_", " "), ""
	}
	tellFailure(w, f.Code)
	type row struct {
		tool.Failure
		httpapi.Detail
	}
	writeJSON(w, f.HTTP, map[string]row{"error": {f, detail}})
}
