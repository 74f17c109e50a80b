package mcpserver

import (
	"context"
	"sync"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

const (
	// progressEvery is the least time between two notifications of progress.
	progressEvery = 100 * time.Millisecond
	// settling is the time that mcp-go's HTTP transport gets to send a notification
	// before the next message. mcp-go offers a call's notifications to all streams
	// of a client, so two at once can change places, and it drops a notification
	// that no stream has taken when the call ends.
	settling = 20 * time.Millisecond
)

// sender sends the notifications of one call. The call does not fail if a client
// cannot take one.
type sender struct {
	token mcp.ProgressToken

	order sync.Mutex // held while a notification is sent
	sent  time.Time  // of the last notification; guarded by order

	mu   sync.Mutex // guards done and last
	done int
	last time.Time
}

// send sends a notification after those before it.
func (s *sender) send(ctx context.Context, send func() error) error {
	s.order.Lock()
	defer s.order.Unlock()
	s.settle(ctx)
	s.sent = time.Now()
	return send()
}

// settle waits until the last notification has gone out. The caller holds order.
func (s *sender) settle(ctx context.Context) {
	if _, ours := server.ClientSessionFromContext(ctx).(*session); ours || s.sent.IsZero() {
		return
	}
	select {
	case <-time.After(settling - time.Since(s.sent)):
	case <-ctx.Done():
	}
}

// progress reports how much is done: at most once in progressEvery, and at the
// end.
func (s *sender) progress(ctx context.Context, m *server.MCPServer, done, total int) {
	s.mu.Lock()
	now := time.Now()
	tell := done > s.done && (done >= total || now.Sub(s.last) >= progressEvery)
	if tell {
		s.done, s.last = done, now
	}
	s.mu.Unlock()
	if !tell {
		return
	}
	_ = s.send(ctx, func() error {
		return m.SendNotificationToClient(ctx, "notifications/progress", map[string]any{
			"progressToken": s.token, "progress": done, "total": total, "message": "indexing"})
	})
}

// log sends a log message if the client wants that level.
func (s *sender) log(ctx context.Context, m *server.MCPServer, level mcp.LoggingLevel, data map[string]any) {
	_ = s.send(ctx, func() error {
		return m.SendLogMessageToClient(ctx, mcp.NewLoggingMessageNotification(level, "codegraph", data))
	})
}

type senderKey struct{}

// senderOf returns the sender of ctx's call.
func senderOf(ctx context.Context) *sender {
	if s, ok := ctx.Value(senderKey{}).(*sender); ok {
		return s
	}
	return &sender{}
}

// settled delays a call's reply until its last notification has gone out.
func settled(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s := &sender{}
		result, err := next(context.WithValue(ctx, senderKey{}, s), req)
		s.order.Lock()
		defer s.order.Unlock()
		s.settle(ctx)
		return result, err
	}
}
