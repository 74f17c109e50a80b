package httpserver

import (
	"bytes"
	"context"
	"errors"
	"io"
	"mime"
	"net"
	"net/http"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"codegraph/cmd/internal/tool"
)

// guard lets requests through to next that may ask: the right host and origin
// first, then the token, then a body within the limits, which is read whole.
func (s *Server) guard(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// Also what is refused unread is read to its end by net/http. There is
		// no deadline to set without a connection.
		_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(s.opts.BodyTimeout))
		if why := s.wrongSite(r); why != "" {
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
			refuse(w, http.StatusUnauthorized, "not_allowed", "a token is needed that this server knows", "send it as Authorization: Bearer TOKEN")
			return
		}
		leave := s.limited(w, who)
		if leave == nil {
			return
		}
		// Streams of events stay open without work; sessions bound them.
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

// wrongSite says why a request does not come from where it should, "" if it
// does. A page of another site may have any name lead to this server, so the
// name that it used is checked; and a browser tells where a page is from.
func (s *Server) wrongSite(r *http.Request) string {
	if !s.knownHost(r) {
		return "this server is not known by the name in Host"
	}
	if origins := r.Header.Values("Origin"); len(origins) > 1 || len(origins) == 1 && !s.knownOrigin(r, origins[0]) {
		return "pages of this origin may not ask"
	}
	if site := r.Header.Get("Sec-Fetch-Site"); r.Header.Get("Origin") == "" && site != "" && site != "same-origin" && site != "none" {
		return "pages of other sites may not ask"
	}
	return ""
}

// knownHost reports whether the request's Host is loopback's, the address that
// it came to, or one of the options.
func (s *Server) knownHost(r *http.Request) bool {
	host := hostName(r.Host)
	if host == "" {
		return false
	}
	if isLoopback(host) {
		return true
	}
	local, _ := r.Context().Value(http.LocalAddrContextKey).(*net.TCPAddr)
	if ip := net.ParseIP(host); ip != nil && local != nil && local.IP.Equal(ip) {
		return true
	}
	return slices.ContainsFunc(s.opts.Hosts, func(h string) bool { return hostName(h) == host })
}

// hostName returns the name in HOST:PORT or HOST as it is compared.
func hostName(hostPort string) string {
	host := hostPort
	if h, _, err := net.SplitHostPort(hostPort); err == nil {
		host = h
	}
	host = strings.TrimSuffix(strings.TrimPrefix(host, "["), "]")
	return strings.ToLower(strings.TrimSuffix(host, "."))
}

// knownOrigin reports whether a page's origin is the server itself, by the name
// and port that were asked, or one of the options.
func (s *Server) knownOrigin(r *http.Request, origin string) bool {
	if slices.ContainsFunc(s.opts.Origins, func(o string) bool { return strings.EqualFold(strings.TrimSuffix(o, "/"), origin) }) {
		return true
	}
	u, err := url.Parse(origin)
	return err == nil && (u.Scheme == "http" || u.Scheme == "https") && u.Host != "" && strings.EqualFold(u.Host, r.Host)
}

// readBody reads the body whole and puts it back, or answers and returns false.
// Only JSON is taken: other types can be sent by any page without asking.
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
	// The answer may take its time.
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
