package mcpserver

import (
	"context"
	"sync"
	"sync/atomic"
	"time"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// progressEvery is the least time between two notifications of progress.
const progressEvery = 100 * time.Millisecond

// sender sends the notifications of one call. A client that cannot take one
// misses it; that is no reason for the call to fail.
type sender struct {
	token mcp.ProgressToken
	sent  atomic.Bool

	mu   sync.Mutex // guards what follows
	done int
	last time.Time
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
	s.sent.Store(true)
	_ = m.SendNotificationToClient(ctx, "notifications/progress", map[string]any{
		"progressToken": s.token, "progress": done, "total": total, "message": "indexing"})
}

// log writes to the client's log, if the client wants that level.
func (s *sender) log(ctx context.Context, m *server.MCPServer, level mcp.LoggingLevel, data map[string]any) {
	s.sent.Store(true)
	_ = m.SendLogMessageToClient(ctx, mcp.NewLoggingMessageNotification(level, "codegraph", data))
}

type senderKey struct{}

// senderOf returns the sender of the call that ctx belongs to.
func senderOf(ctx context.Context) *sender {
	if s, ok := ctx.Value(senderKey{}).(*sender); ok {
		return s
	}
	return &sender{}
}

// settled gives mcp-go's HTTP transport the time to send the last notification
// of a call before the reply: it drops what it has not sent by then.
func settled(next server.ToolHandlerFunc) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (*mcp.CallToolResult, error) {
		s := &sender{}
		result, err := next(context.WithValue(ctx, senderKey{}, s), req)
		if _, ours := server.ClientSessionFromContext(ctx).(*session); ours || !s.sent.Load() {
			return result, err
		}
		select {
		case <-time.After(20 * time.Millisecond):
		case <-ctx.Done():
		}
		return result, err
	}
}
