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

	maxUploads = 4         // at once
	uploadTime = time.Hour // that one may take as a whole
)

// isUpload reports whether a request's body is read while it arrives, and not
// before it is answered.
func isUpload(r *http.Request) bool {
	return r.Method == http.MethodPut && strings.HasPrefix(r.URL.Path, "/v1/projects/") && strings.HasSuffix(r.URL.Path, "/base")
}

// arriving is a body that is read while it arrives: as long as something does.
type arriving struct {
	io.ReadCloser
	c     *http.ResponseController
	every time.Duration // in which something must arrive
	until time.Time
}

func (a *arriving) Read(p []byte) (int, error) {
	deadline := time.Now().Add(a.every)
	if deadline.After(a.until) {
		deadline = a.until
	}
	// There is no deadline to set without a connection.
	_ = a.c.SetReadDeadline(deadline)
	return a.ReadCloser.Read(p)
}

// streamBody has a body arrive while it is read, as much as may. It answers and
// returns false for one that cannot be an upload.
func (s *Server) streamBody(w http.ResponseWriter, r *http.Request) bool {
	if r.Header.Get("Content-Type") != uploadType {
		refuse(w, http.StatusUnsupportedMediaType, "usage", "a base is sent as "+uploadType, "run: codegraph publish")
		return false
	}
	if s.opts.Uploads == nil {
		refuse(w, http.StatusForbidden, "not_allowed", "this server takes no bases", "")
		return false
	}
	// What is compressed is not longer than what it is made of, but for its frame.
	most := s.opts.Uploads.Most
	body := http.MaxBytesReader(w, r.Body, most+most/1000+1<<16)
	r.Body = &arriving{body, http.NewResponseController(w), s.opts.BodyTimeout, time.Now().Add(uploadTime)}
	return true
}

// putBase takes a base that is published.
func (s *Server) putBase(w http.ResponseWriter, r *http.Request) {
	// What is left of a body that was refused is not waited for.
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
		refuse(w, http.StatusTooManyRequests, "limit", "too many bases are being sent at once", "try again")
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
	desk, err := s.deskFor(ctx)
	if err != nil {
		return nil, err
	}
	access := accessOf(ctx)
	return s.opts.Uploads.Receive(ctx, desk, upload.Upload{Project: catalog.ProjectID(r.PathValue("id")), Body: r.Body, Hash: r.Header.Get(hashHeader),
		By: access.Name, Any: access.May(catalog.ScopeAdmin)})
}
