package mcpserver

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// session is the mcp-go session of a client over standard input and output.
type session struct {
	id    string
	notes chan mcp.JSONRPCNotification
	send  func(message any)

	mu           sync.Mutex // guards the fields below
	initialized  bool
	level        mcp.LoggingLevel
	info         mcp.Implementation
	capabilities mcp.ClientCapabilities
	version      string
	lastID       int64
	waiting      map[string]chan answer // our requests, by id as JSON
	closed       bool                   // the client sends no more answers
}

type answer struct {
	Result json.RawMessage `json:"result"`
	Error  *struct {
		Message string `json:"message"`
	} `json:"error"`
}

var (
	_ server.SessionWithLogging    = (*session)(nil)
	_ server.SessionWithClientInfo = (*session)(nil)
	_ server.SessionWithRoots      = (*session)(nil)
)

func newSession(id string, send func(any)) *session {
	return &session{id: id, notes: make(chan mcp.JSONRPCNotification, 256), send: send, level: mcp.LoggingLevelError, waiting: map[string]chan answer{}}
}

func (s *session) SessionID() string                                   { return s.id }
func (s *session) NotificationChannel() chan<- mcp.JSONRPCNotification { return s.notes }

func (s *session) Initialize() { s.set(func() { s.initialized = true }) }

func (s *session) Initialized() bool { return get(s, &s.initialized) }

func (s *session) SetLogLevel(l mcp.LoggingLevel) { s.set(func() { s.level = l }) }

func (s *session) GetLogLevel() mcp.LoggingLevel { return get(s, &s.level) }

func (s *session) SetClientInfo(i mcp.Implementation) { s.set(func() { s.info = i }) }

func (s *session) GetClientInfo() mcp.Implementation { return get(s, &s.info) }

func (s *session) SetClientCapabilities(c mcp.ClientCapabilities) {
	s.set(func() { s.capabilities = c })
}

func (s *session) GetClientCapabilities() mcp.ClientCapabilities { return get(s, &s.capabilities) }

func (s *session) SetProtocolVersion(v string) { s.set(func() { s.version = v }) }

func (s *session) ProtocolVersion() string { return get(s, &s.version) }

func (s *session) set(change func()) {
	s.mu.Lock()
	defer s.mu.Unlock()
	change()
}

func get[T any](s *session, field *T) T {
	s.mu.Lock()
	defer s.mu.Unlock()
	return *field
}

// ErrClientGone is the error of ServeStdio if its client no longer reads.
var ErrClientGone = errors.New("the client is gone")

// ListRoots asks the client for its roots.
func (s *session) ListRoots(ctx context.Context, _ mcp.ListRootsRequest) (*mcp.ListRootsResult, error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, ErrClientGone
	}
	s.lastID++
	id := fmt.Sprintf("codegraph-%d", s.lastID)
	key := jsonString(id)
	got := make(chan answer, 1)
	s.waiting[key] = got
	s.mu.Unlock()
	defer s.set(func() { delete(s.waiting, key) })

	s.send(map[string]any{"jsonrpc": mcp.JSONRPC_VERSION, "id": id, "method": mcp.MethodListRoots})
	select {
	case a, ok := <-got:
		if !ok {
			return nil, ErrClientGone
		}
		if a.Error != nil {
			return nil, fmt.Errorf("the client refused to name its roots: %s", a.Error.Message)
		}
		var list mcp.ListRootsResult
		if err := json.Unmarshal(a.Result, &list); err != nil {
			return nil, fmt.Errorf("read the client's roots: %w", err)
		}
		return &list, nil
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// deliver passes on the client's answer to a request of the server. It drops an
// answer without a request.
func (s *session) deliver(id, message json.RawMessage) {
	var a answer
	if json.Unmarshal(message, &a) != nil {
		return
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	if got := s.waiting[string(id)]; got != nil {
		got <- a
		delete(s.waiting, string(id))
	}
}

// noMoreAnswers fails the requests that still wait for an answer.
func (s *session) noMoreAnswers() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
	for id, got := range s.waiting {
		close(got)
		delete(s.waiting, id)
	}
}

func jsonString(s string) string {
	text, _ := json.Marshal(s) // cannot fail
	return string(text)
}
