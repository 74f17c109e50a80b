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
	// settling is how long mcp-go's HTTP transport has to send a notification
	// before what must come after it. A client that listens gets those of a call
	// on whichever of its streams is the first to take them, so that two at once
	// may change places, and one that nothing has taken when the call ends is
	// dropped.
	settling = 20 * time.Millisecond
)

// sender sends the notifications of one call. A client that cannot take one
// misses it; that is no reason for the call to fail.
type sender struct {
	token mcp.ProgressToken

	order sync.Mutex // held while one is sent
	sent  time.Time  // the last one; guarded by order

	mu   sync.Mutex // guards what follows
	done int
	last time.Time
}

// send sends one after those before it.
func (s *sender) send(ctx context.Context, send func() error) error {
	s.order.Lock()
	defer s.order.Unlock()
	s.settle(ctx)
	s.sent = time.Now()
	return send()
}

// settle waits until the last one has gone out. The order is the caller's.
func (s *sender) settle(ctx context.Context) {
	if _, ours := server.ClientSessionFromContext(ctx).(*session); ours || s.sent.IsZero() {
		return
	}
	select {
	case <-time.After(settling - time.Since(s.sent)):
	case <-ctx.Done():
	}
}

// progress tells how much is done, not too often, and the end always.
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

// log writes to the client's log, if the client wants that level.
func (s *sender) log(ctx context.Context, m *server.MCPServer, level mcp.LoggingLevel, data map[string]any) {
	_ = s.send(ctx, func() error {
		return m.SendLogMessageToClient(ctx, mcp.NewLoggingMessageNotification(level, "codegraph", data))
	})
}

type senderKey struct{}

// senderOf returns the sender of the call that ctx belongs to.
func senderOf(ctx context.Context) *sender {
	if s, ok := ctx.Value(senderKey{}).(*sender); ok {
		return s
	}
	return &sender{}
}

// settled lets the last notification of a call go out before its reply.
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
