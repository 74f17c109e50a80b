package httpserver

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"codegraph/cmd/internal/workspace"

	"github.com/google/go-cmp/cmp"
)

// granter grants a session to each initialize and records all other requests.
type granter struct {
	mu       sync.Mutex
	n        int
	requests []string
}

func (g *granter) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	g.mu.Lock()
	defer g.mu.Unlock()
	var m message
	body, _ := io.ReadAll(r.Body)
	_ = json.Unmarshal(body, &m)
	if m.Method == methodInit {
		g.n++
		w.Header().Set(sessionHeader, fmt.Sprint("s", g.n))
		io.WriteString(w, "{}")
		return
	}
	g.requests = append(g.requests, strings.TrimSpace(r.Method+" "+r.Header.Get(sessionHeader)+" "+m.Method))
}

const (
	initialize = `{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18"}}`
	ping       = `{"jsonrpc":"2.0","id":2,"method":"ping"}`
	cancel     = `{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":1}}`
)

func ask(t *testing.T, address, method, session, bearer, body string, header ...string) (int, string) {
	t.Helper()
	r, err := http.NewRequest(method, "http://"+address+"/mcp", strings.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+bearer)
	if session != "" {
		r.Header.Set(sessionHeader, session)
	}
	for i := 0; i+1 < len(header); i += 2 {
		r.Header.Set(header[i], header[i+1])
	}
	w, err := http.DefaultTransport.RoundTrip(r)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Body.Close()
	io.Copy(io.Discard, w.Body)
	return w.StatusCode, w.Header.Get(sessionHeader)
}

// TestSessions checks that only its owner can use a session, and that the server
// answers 404 for ended and unknown session ids.
func TestSessions(t *testing.T) {
	const other = "fedcba9876543210"
	tokens, err := NewTokens("", token, other)
	if err != nil {
		t.Fatal(err)
	}
	g := &granter{}
	address := mustServe(t, Options{MCP: g, Tokens: tokens})
	status, id := ask(t, address, "POST", "", token, initialize)
	if status != 200 || id != "s1" {
		t.Fatalf("initialize: %d, session %q", status, id)
	}
	tests := []struct {
		name, method, session, bearer, body string
		header                              []string
		status                              int
	}{
		{"the owner asks", "POST", "s1", token, ping, nil, 200},
		{"the owner cancels", "POST", "s1", token, cancel, nil, 200},
		{"somebody else asks", "POST", "s1", other, ping, nil, 404},
		{"somebody else cancels", "POST", "s1", other, cancel, nil, 404},
		{"somebody else listens", "GET", "s1", other, "", nil, 404},
		{"somebody else ends it", "DELETE", "s1", other, "", nil, 404},
		{"request without a token", "POST", "s1", "", ping, nil, 401},
		{"delete without a token", "DELETE", "s1", "", "", nil, 401},
		{"an invented session", "POST", "s2", token, ping, nil, 404},
		{"no session", "POST", "", token, ping, nil, 400},
		{"no session, broken JSON", "POST", "", token, "{", nil, 400},
		{"a version without sessions", "POST", "", other, stateless, nil, 200},
		{"it cancels somebody's call", "POST", "", other, cancel, []string{versionHeader, "2026-07-28"}, 202},
		{"it does so under a session", "POST", "s1", token, cancel, []string{versionHeader, "2026-07-28"}, 202},
		{"the owner ends it", "DELETE", "s1", token, "", nil, 200},
		{"it is used again", "POST", "s1", token, ping, nil, 404},
		{"it is ended again", "DELETE", "s1", token, "", nil, 404},
	}
	for _, tt := range tests {
		if status, _ := ask(t, address, tt.method, tt.session, tt.bearer, tt.body, tt.header...); status != tt.status {
			t.Errorf("%s: status %d, want %d", tt.name, status, tt.status)
		}
	}
	g.mu.Lock()
	defer g.mu.Unlock()
	want := []string{"POST s1 ping", "POST s1 notifications/cancelled", "POST  x", "DELETE s1"}
	if d := cmp.Diff(want, g.requests); d != "" {
		t.Errorf("what got through (-want +got):\n%s", d)
	}
}

// TestSessionLimits checks that idle sessions end. Above the limit, the session that
// has been idle longest ends. The handler drops the state of ended sessions.
func TestSessionLimits(t *testing.T) {
	g := &granter{}
	s := New(Options{Workspace: &workspace.Workspace{}, MCP: g, MaxSessions: 2, SessionIdle: time.Minute})
	now := time.Unix(1000, 0)
	s.sessions.now = func() time.Time { return now }
	for _, id := range []string{"a", "b"} {
		s.sessions.add(id, caller{})
		now = now.Add(time.Second)
	}
	s.sessions.open["a"].busy = 1
	s.sessions.terminate(s.sessions.add("c", caller{}))
	if got := g.requests; !slices.Equal(got, []string{"DELETE b"}) {
		t.Errorf("beyond the limit: %q", got)
	}
	now = now.Add(time.Hour)
	s.sessions.terminate(s.sessions.expired())
	if got := g.requests; !slices.Equal(got, []string{"DELETE b", "DELETE c"}) {
		t.Errorf("after an hour: %q", got)
	}
	if n := s.sessions.count(); n != 1 {
		t.Errorf("%d sessions are left, want the one at work", n)
	}
}

// TestStreams checks that event streams do not block calls, and that their number in
// a session is limited.
func TestStreams(t *testing.T) {
	began, end := make(chan struct{}), make(chan struct{})
	g := &granter{}
	address := mustServe(t, Options{MaxCalls: 1, MCP: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.Method != http.MethodGet {
			g.ServeHTTP(w, r)
			return
		}
		began <- struct{}{}
		<-end
	})})
	_, id := ask(t, address, "POST", "", "", initialize)
	var streams sync.WaitGroup
	for range maxStreams {
		streams.Go(func() { ask(t, address, "GET", id, "", "") })
		<-began
	}
	if status, _ := ask(t, address, "GET", id, "", ""); status != http.StatusTooManyRequests {
		t.Errorf("one more stream: status %d", status)
	}
	if status, _ := ask(t, address, "POST", id, "", ping); status != http.StatusOK {
		t.Errorf("a call beside the streams: status %d", status)
	}
	close(end)
	streams.Wait()
}
