package httpserver

import (
	"context"
	"fmt"
	"io"
	"net/http"
	"slices"

	"codegraph/cmd/internal/register"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"
	"codegraph/projectbase"
)

// offered returns the tools at toolPath. It excludes the tool that drops projects
// and indexes from the catalog, which only the command line offers.
func offered() []*tool.Spec {
	return slices.DeleteFunc(tools.All(), func(s *tool.Spec) bool { return s.Name == register.ProjectTool().Name })
}

// streamType is the content type of an answer in JSON lines.
const streamType = "application/x-ndjson"

// tool runs one tool. The answer is the JSON that the command line prints.
func (s *Server) tool(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	i := slices.IndexFunc(offered(), func(t *tool.Spec) bool { return t.Name == name })
	if i < 0 {
		refuse(w, http.StatusNotFound, "not_found", "there is no such tool", "GET /v1/openapi.json lists them")
		return
	}
	t := offered()[i]
	note(r, name)
	arguments, err := io.ReadAll(r.Body) // it is in memory already
	if err != nil {
		refuse(w, http.StatusBadRequest, "usage", "the body cannot be read", "")
		return
	}
	aboutTool(s.audit(r, name), t, arguments)
	if !permit(w, r, scopeOf(t)) {
		return
	}
	in, err := t.Decode(arguments)
	if err != nil {
		writeError(w, err)
		return
	}
	s.answer(w, r, t, in)
}

// answer runs a tool and writes its answer.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, t *tool.Spec, in any) {
	out, err := s.run(r, t, in)
	if err != nil {
		writeError(w, err)
		return
	}
	st, ok := out.(tool.Streamer)
	if !ok {
		writeJSON(w, http.StatusOK, out)
		return
	}
	begun := &begun{ResponseWriter: w}
	w.Header().Set("Content-Type", streamType)
	if err := st.Stream(r.Context(), begun); err != nil {
		if begun.wrote {
			// A truncated answer must not look complete.
			panic(http.ErrAbortHandler)
		}
		writeError(w, err)
	}
}

// begun records whether a response has begun.
type begun struct {
	http.ResponseWriter
	wrote bool
}

func (b *begun) Write(p []byte) (int, error) {
	b.wrote = true
	return b.ResponseWriter.Write(p)
}

// Unwrap is for http.ResponseController.
func (b *begun) Unwrap() http.ResponseWriter { return b.ResponseWriter }

// run runs a tool. Read-only tools have a timeout.
func (s *Server) run(r *http.Request, t *tool.Spec, in any) (any, error) {
	ctx := r.Context()
	if t.Hints.ReadOnly {
		var cancel context.CancelFunc
		ctx, cancel = context.WithTimeout(ctx, s.opts.CallTimeout)
		defer cancel()
	}
	ws, err := s.workspaceFor(ctx)
	if err != nil {
		return nil, err
	}
	out, err := t.Run(ctx, ws, in)
	s.metrics.tool(t.Name, viaREST, err)
	if err != nil && ctx.Err() != nil {
		// A cancelled tool may return an error that does not wrap ctx.Err.
		err = fmt.Errorf("%w: %w", context.Cause(ctx), err)
	}
	return out, err
}

// projects lists the catalog.
func (s *Server) projects(w http.ResponseWriter, r *http.Request) {
	s.audit(r, register.Projects().Name)
	q := r.URL.Query()
	for key := range q {
		if !slices.Contains([]string{"tag", "state", "match"}, key) {
			writeError(w, fmt.Errorf("%w: unknown parameter; known are tag, state, match", projectbase.ErrUsage))
			return
		}
	}
	s.answer(w, r, register.Projects(), &register.ProjectsIn{Tag: q.Get("tag"), State: q.Get("state"), Match: q.Get("match")})
}

// project shows one entry of the catalog.
func (s *Server) project(w http.ResponseWriter, r *http.Request) {
	t := register.ProjectTool()
	s.audit(r, t.Name).Project = r.PathValue("id")
	out, err := s.run(r, t, &register.ProjectIn{Action: "show", Name: r.PathValue("id")})
	if err != nil {
		writeError(w, err)
		return
	}
	writeJSON(w, http.StatusOK, out)
}
