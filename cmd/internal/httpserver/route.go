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

// routes returns the handler of all routes.
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
				refuse(w, http.StatusMethodNotAllowed, "usage", "this path does not support "+r.Method, "the header Allow lists the supported methods")
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
		refuse(w, http.StatusNotFound, "not_found", "there is no such path", "GET /v1/openapi.json lists them")
	})
	return mux
}

// health answers that the process runs. It needs no token.
func (s *Server) health(w http.ResponseWriter, _ *http.Request) {
	writeJSON(w, http.StatusOK, map[string]string{"status": "ok"})
}

// readyTime is the timeout of the catalog lookup in ready.
const readyTime = 5 * time.Second

// ready answers whether the server accepts requests: its catalog can be read, and
// the server is not shutting down.
func (s *Server) ready(w http.ResponseWriter, r *http.Request) {
	if s.draining.Load() {
		refuse(w, http.StatusServiceUnavailable, "unavailable", "the server is shutting down", "")
		return
	}
	ctx, cancel := context.WithTimeout(r.Context(), readyTime)
	defer cancel()
	store, err := s.opts.Workspace.Catalog(ctx)
	if err == nil {
		// Any lookup shows that the catalog answers; ErrNotFound is an answer too.
		if _, err = store.Find(ctx, "/", s.opts.Workspace.Node); errors.Is(err, catalog.ErrNotFound) {
			err = nil
		}
	}
	if err != nil {
		s.opts.Logger.Warn("cannot read the catalog", "err", err)
		refuse(w, http.StatusServiceUnavailable, "unavailable", "the server cannot read its catalog", "")
		return
	}
	writeJSON(w, http.StatusOK, map[string]string{"status": "ready"})
}

// writeJSON answers with v as JSON, the same bytes as the command line prints.
func writeJSON(w http.ResponseWriter, status int, v any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	// A write error means that the client has disconnected.
	_ = e.Encode(v)
}

func writeError(w http.ResponseWriter, err error) { writeFailure(w, tool.FailureOf(err)) }
