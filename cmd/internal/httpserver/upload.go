package httpserver

import (
	"context"
	"io"
	"net/http"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/cmd/internal/upload"
)

const (
	basePath   = "/v1/projects/{id}/base"
	hashHeader = httpapi.HashHeader
	uploadType = httpapi.BaseType

	maxUploads = 4         // uploads in flight
	uploadTime = time.Hour // timeout of an upload
)

// isUpload reports whether the handler streams the body of a request, instead of
// reading it into memory first.
func isUpload(r *http.Request) bool {
	return r.Method == http.MethodPut && strings.HasPrefix(r.URL.Path, "/v1/projects/") && strings.HasSuffix(r.URL.Path, "/base")
}

// arriving is a streamed body. Reading fails if no data arrives for some time.
type arriving struct {
	io.ReadCloser
	c     *http.ResponseController
	every time.Duration // timeout of one read
	until time.Time     // deadline of the whole body
}

func (a *arriving) Read(p []byte) (int, error) {
	deadline := time.Now().Add(a.every)
	if deadline.After(a.until) {
		deadline = a.until
	}
	// The error is ignored: requests in tests have no connection.
	_ = a.c.SetReadDeadline(deadline)
	return a.ReadCloser.Read(p)
}

// streamBody limits the size and the time of an upload's body. It answers with an
// error and returns false if the server does not accept the upload.
func (s *Server) streamBody(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Content-Type") != uploadType {
		refuse(w, http.StatusUnsupportedMediaType, "usage", "an index needs the content type "+uploadType, "run: codegraph publish")
		return false
	}
	if s.opts.Uploads == nil {
		refuse(w, http.StatusForbidden, "not_allowed", "this server accepts no published indexes", "")
		return false
	}
	// Incompressible data grows a little when gzipped.
	most := s.opts.Uploads.Most
	body := http.MaxBytesReader(w, r.Body, most+most/1000+1<<16)
	r.Body = &arriving{body, http.NewResponseController(w), s.opts.BodyTimeout, time.Now().Add(uploadTime)}
	return true
}

// putBase receives a published index.
func (s *Server) putBase(w http.ResponseWriter, r *http.Request) {
	// After a refusal, do not wait for the rest of the body.
	w.Header().Set("Connection", "close")
	s.audit(r, "publish").Project = r.PathValue("id")
	if !permit(w, r, catalog.ScopeWrite) {
		return
	}
	select {
	case s.uploads <- struct{}{}:
		defer func() { <-s.uploads }()
	default:
		w.Header().Set("Retry-After", "10")
		refuse(w, http.StatusTooManyRequests, "limit", "too many uploads at once", "try again")
		return
	}
	out, err := s.receive(r.Context(), r)
	if err != nil {
		s.refuseCatalog(w, err)
		return
	}
	writeJSON(w, http.StatusOK, out)
}

func (s *Server) receive(ctx context.Context, r *http.Request) (*upload.PublishOut, error) {
	ws, err := s.workspaceFor(ctx)
	if err != nil {
		return nil, err
	}
	access := accessOf(ctx)
	return s.opts.Uploads.Receive(ctx, ws, upload.Upload{Project: catalog.ProjectID(r.PathValue("id")), Body: r.Body, Hash: r.Header.Get(hashHeader),
		By: access.Name, Any: access.May(catalog.ScopeAdmin)})
}
