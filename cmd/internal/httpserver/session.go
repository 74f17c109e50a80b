package httpserver

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"sync"
	"time"
)

// MCP headers and methods, and the first protocol version without sessions.
const (
	sessionHeader   = "Mcp-Session-Id"
	versionHeader   = "Mcp-Protocol-Version"
	firstStateless  = "2026-07-28"
	methodInit      = "initialize"
	methodCancelled = "notifications/cancelled"
)

// sessions wraps the MCP handler and keeps a list of open sessions. A session
// belongs to the token that opened it. It ends after an idle time; when there are
// too many sessions, the one with the longest idle time ends. A session id of
// another token is answered with 404, and the client opens a new session.
type sessions struct {
	next http.Handler // nil: no MCP
	idle time.Duration
	max  int
	end  <-chan struct{} // closed to end event streams
	now  func() time.Time

	mu   sync.Mutex
	open map[string]*session // guarded by mu
}

type session struct {
	who  caller
	used time.Time // begin or end of the last request
	busy int       // requests in flight, event streams included

	streams int // open event streams
}

// maxStreams is the limit of open event streams of a session. A client needs one,
// and a second one after a broken connection that the server has not noticed yet.
const maxStreams = 4

func newSessions(next http.Handler, idle time.Duration, most int, end <-chan struct{}) *sessions {
	return &sessions{next: next, idle: idle, max: most, end: end, now: time.Now, open: map[string]*session{}}
}

func (s *sessions) count() int {
	s.mu.Lock()
	defer s.mu.Unlock()
	return len(s.open)
}

// ServeHTTP implements http.Handler.
func (s *sessions) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	var m message
	if r.Method == http.MethodPost {
		body, err := io.ReadAll(r.Body) // it is in memory already
		if err != nil {
			refuse(w, http.StatusBadRequest, "usage", "the body cannot be read", "")
			return
		}
		r.Body = io.NopCloser(bytes.NewReader(body))
		// The MCP handler answers malformed messages.
		_ = json.Unmarshal(body, &m)
	}
	stateless := m.stateless(r)
	switch {
	case m.Method == methodCancelled && stateless:
		// Without a session the server cannot tell who owns the call. A client
		// cancels its call by closing the connection.
		w.WriteHeader(http.StatusAccepted)
	case stateless:
		s.next.ServeHTTP(w, r)
	case m.Method == methodInit:
		s.begin(w, r)
	default:
		s.proceed(w, r)
	}
}

// message is the part of an MCP message that sessions reads.
type message struct {
	Method string `json:"method"`
	Params struct {
		Meta struct {
			Version string `json:"io.modelcontextprotocol/protocolVersion"`
		} `json:"_meta"`
	} `json:"params"`
}

// stateless reports whether a request uses a protocol version without sessions.
func (m *message) stateless(r *http.Request) bool {
	return r.Header.Get(versionHeader) >= firstStateless || m.Params.Meta.Version >= firstStateless
}

// begin opens a session if the MCP handler grants one.
func (s *sessions) begin(w http.ResponseWriter, r *http.Request) {
	r.Header.Del(sessionHeader)
	var over []string
	s.next.ServeHTTP(&granting{ResponseWriter: w, granted: func(id string) { over = s.add(id, callerOf(r)) }}, r)
	s.terminate(over)
}

// granting calls granted with the session id of a response before the client can
// read the response.
type granting struct {
	http.ResponseWriter
	granted func(id string) // nil after the call
}

func (g *granting) WriteHeader(status int) {
	if id := g.Header().Get(sessionHeader); id != "" && g.granted != nil {
		g.granted(id)
		g.granted = nil
	}
	g.ResponseWriter.WriteHeader(status)
}

func (g *granting) Write(p []byte) (int, error) {
	if g.granted != nil {
		g.WriteHeader(http.StatusOK)
	}
	return g.ResponseWriter.Write(p)
}

func (g *granting) Unwrap() http.ResponseWriter { return g.ResponseWriter }

// add adds a session. Over the limit, it removes the sessions with the longest
// idle time and returns their ids. It never removes a session with a request in
// flight; Options.MaxCalls limits the number of these sessions.
func (s *sessions) add(id string, who caller) (over []string) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for len(s.open) >= s.max {
		oldest := ""
		for id, o := range s.open {
			if o.busy == 0 && (oldest == "" || o.used.Before(s.open[oldest].used)) {
				oldest = id
			}
		}
		if oldest == "" {
			break
		}
		delete(s.open, oldest)
		over = append(over, oldest)
	}
	s.open[id] = &session{who: who, used: s.now()}
	return over
}

// proceed passes a request of an open session on.
func (s *sessions) proceed(w http.ResponseWriter, r *http.Request) {
	id := r.Header.Get(sessionHeader)
	if id == "" && r.Method != http.MethodGet {
		refuse(w, http.StatusBadRequest, "usage", "the request names no session", "send initialize first, then the header Mcp-Session-Id from its response")
		return
	}
	s.mu.Lock()
	one, ok := s.open[id]
	stream, full := 0, false
	if r.Method == http.MethodGet {
		stream = 1
	}
	if ok = ok && one.who == callerOf(r); ok {
		one.used = s.now()
		if full = one.streams+stream > maxStreams; !full {
			one.busy++
			one.streams += stream
		}
	}
	s.mu.Unlock()
	if !ok {
		refuse(w, http.StatusNotFound, "not_found", "there is no such session", "send initialize to open a new one")
		return
	}
	if full {
		refuse(w, http.StatusTooManyRequests, "limit", "the session has too many event streams", "close one")
		return
	}
	defer func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		one.busy--
		one.streams -= stream
		one.used = s.now()
		if r.Method == http.MethodDelete {
			delete(s.open, id)
		}
	}()
	if r.Method == http.MethodGet {
		ctx, cancel := context.WithCancel(r.Context())
		defer cancel()
		go func() { // ends with the request
			select {
			case <-s.end:
				cancel()
			case <-ctx.Done():
			}
		}()
		r = r.WithContext(ctx)
	}
	s.next.ServeHTTP(w, r)
}

// sweep regularly ends expired sessions, until ctx ends.
func (s *sessions) sweep(ctx context.Context) {
	t := time.NewTicker(max(s.idle/10, time.Second))
	defer t.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-t.C:
			s.terminate(s.expired())
		}
	}
}

// expired removes the sessions that were idle too long and returns their ids.
func (s *sessions) expired() []string {
	s.mu.Lock()
	defer s.mu.Unlock()
	var out []string
	for id, one := range s.open {
		if one.busy == 0 && s.now().Sub(one.used) > s.idle {
			delete(s.open, id)
			out = append(out, id)
		}
	}
	return out
}

// terminate makes the MCP handler drop its state of sessions.
func (s *sessions) terminate(ids []string) {
	for _, id := range ids {
		r, err := http.NewRequest(http.MethodDelete, "http://localhost/mcp", http.NoBody)
		if err != nil {
			panic(err) // the address is a constant
		}
		r.Header.Set(sessionHeader, id)
		s.next.ServeHTTP(discard{http.Header{}}, r)
	}
}

// close ends all sessions.
func (s *sessions) close() {
	s.mu.Lock()
	var ids []string
	for id := range s.open {
		ids = append(ids, id)
	}
	clear(s.open)
	s.mu.Unlock()
	s.terminate(ids)
}

// discard is a ResponseWriter that drops the response.
type discard struct{ header http.Header }

func (d discard) Header() http.Header         { return d.header }
func (d discard) Write(p []byte) (int, error) { return len(p), nil }
func (d discard) WriteHeader(int)             {}
