package httpserver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net/http"
	"os"
	"time"

	"codegraph/cmd/internal/tool"
)

// guard checks a request before next handles it: first its host and origin, then
// its token, then the rate limits, then the size of its body. It reads the whole
// body, except of an upload.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// The deadline also bounds net/http, which reads the rest of a refused
		// body. The error is ignored: requests in tests have no connection.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.opts.BodyTimeout))
		if why := (site{s.opts.Hosts, s.opts.Origins}).refusal(r); why != "" {
			refuse(w, http.StatusForbidden, "not_allowed", why, "")
			return
		}
		if r.URL.Path == healthPath {
			next.ServeHTTP(w, r)
			return
		}
		who, may, ok := s.opts.Tokens.allow(r.Context(), r.Header.Get("Authorization"))
		if !ok {
			if s.guessing(w, r) {
				return
			}
			w.Header().Set("WWW-Authenticate", "Bearer")
			refuse(w, http.StatusUnauthorized, "not_allowed", "this server needs a valid token", "send the header Authorization: Bearer TOKEN")
			return
		}
		leave := s.limited(w, who)
		if leave == nil {
			return
		}
		// An idle event stream does not count as a call; sessions limits streams.
		if r.Method == http.MethodGet && r.URL.Path == mcpPath {
			leave()
		} else {
			defer leave()
			select {
			case s.calls <- struct{}{}:
				defer func() { <-s.calls }()
			default:
				w.Header().Set("Retry-After", "1")
				refuse(w, http.StatusTooManyRequests, "limit", "too many requests at once", "try again")
				return
			}
		}
		r = r.WithContext(context.WithValue(context.WithValue(r.Context(), callerKey{}, who), accessKey{}, may))
		read := s.readBody
		if isUpload(r) {
			read = s.streamBody
		}
		if !read(w, r) {
			return
		}
		next.ServeHTTP(w, r)
	})
}

type callerKey struct{}

func callerOf(r *http.Request) caller {
	who, _ := r.Context().Value(callerKey{}).(caller)
	return who
}

// readBody replaces the body by a copy in memory. If it cannot, it answers with an
// error and returns false. It accepts JSON only: pages of other sites can send
// other types without a CORS preflight.
func (s *Server) readBody(w http.ResponseWriter, r *http.Request) bool {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if r.Method == http.MethodPost && (err != nil || kind != "application/json") {
		refuse(w, http.StatusUnsupportedMediaType, "usage", "the body must be JSON", "send it as Content-Type: application/json")
		return false
	}
	body, err := io.ReadAll(http.MaxBytesReader(w, r.Body, s.opts.MaxBody))
	var tooLong *http.MaxBytesError
	switch {
	case errors.As(err, &tooLong):
		w.Header().Set("Connection", "close")
		refuse(w, http.StatusRequestEntityTooLarge, "limit", "the body is too long", "")
		return false
	case errors.Is(err, os.ErrDeadlineExceeded):
		w.Header().Set("Connection", "close")
		refuse(w, http.StatusRequestTimeout, "timeout", "the body did not arrive in time", "")
		return false
	case err != nil:
		refuse(w, http.StatusBadRequest, "usage", "the body cannot be read", "")
		return false
	}
	// The deadline is for the body only.
	_ = http.NewResponseController(w).SetReadDeadline(time.Time{})
	r.Body = io.NopCloser(bytes.NewReader(body))
	r.ContentLength = int64(len(body))
	return true
}

// refuse answers with an error.
func refuse(w http.ResponseWriter, status int, code, message, hint string) {
	writeFailure(w, tool.Failure{Code: code, Message: message, Hint: hint, HTTP: status})
}

func writeFailure(w http.ResponseWriter, f tool.Failure) {
	tellFailure(w, f.Code)
	writeJSON(w, f.HTTP, map[string]tool.Failure{"error": f})
}
