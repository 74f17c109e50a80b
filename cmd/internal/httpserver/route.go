package httpserver

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
)

const (
	healthPath = "/healthz"
	mcpPath    = "/mcp"
	toolPath   = "/v1/tools/{name}"
)

// routes returns what answers where.
func (s *Server) routes() http.Handler {
	mux := http.NewServeMux()
	route := func(path string, methods ...string) func(http.HandlerFunc) {
		s.paths = append(s.paths, path)
		return func(h http.HandlerFunc) {
			for _, m := range methods {
				mux.HandleFunc(m+" "+path, h)
			}
			mux.HandleFunc(path, func(w http.ResponseWriter, r *http.Request) {
				for _, m := range methods {
					w.Header().Add("Allow", m)
				}
				refuse(w, http.StatusMethodNotAllowed, "usage", r.Method+" is not for this address", "")
			})
		}
	}
	route(healthPath, http.MethodGet)(s.health)
	route("/readyz", http.MethodGet)(s.ready)
	route("/metrics", http.MethodGet)(s.metrics.handler.ServeHTTP)
	route("/v1/openapi.json", http.MethodGet)(s.openAPI)
	route("/v1/projects", http.MethodGet)(s.projects)
	route("/v1/projects/{id}", http.MethodGet)(s.project)
	route(basePath, http.MethodPut)(s.putBase)
	route(toolPath, http.MethodPost)(s.tool)
	route(catalogPath, http.MethodGet, http.MethodPost)(s.catalog)
	if s.opts.MCP != nil {
		route(mcpPath, http.MethodPost, http.MethodGet, http.MethodDelete)(s.mcp)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		refuse(w, http.StatusNotFound, "not_found", "there is nothing at this address", "GET /v1/openapi.json says what there is")
	})
	return mux
}

// health says that the process answers. It asks for no token and tells nothing.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readyTime is how long a catalog may take to show that it can be read.
const readyTime = 5 * time.Second

// ready says whether the server takes questions: its catalog can be read, and it
// is not about to end.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() {
		refuse(w, http.StatusServiceUnavailable, "unavailable", "the server is about to end", "")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyTime)
	defer cancel()
	store, err := s.opts.Desk.Catalog(ctx)
	if err == nil {
		// Any name will do: what is not there is an answer of the catalog too.
		if _, err = store.Find(ctx, "/", s.opts.Desk.Node); errors.Is(err, catalog.ErrNotFound) {
			err = nil
		}
	}
	if err != nil {
		s.opts.Logger.Warn("the catalog cannot be read", "err", err)
		refuse(w, http.StatusServiceUnavailable, "unavailable", "the catalog cannot be read", "")
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "ready"})
}

// writeJSON answers with the JSON of v, as the command line prints it.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	// Who has gone away is not told that the answer was not written.
	_ = e.Encode(v)
}

func writeError(w http.ResponseWriter, err error) { writeFailure(w, tool.FailureOf(err)) }
