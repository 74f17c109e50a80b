package mcpserver

import (
	"context"

	"github.com/mark3labs/mcp-go/server"
)

// MCP returns what mcp-go's client talks to without a transport.
func (s *Server) MCP() *server.MCPServer { return s.mcp }

// Notified says that the call of ctx has sent a notification.
func Notified(ctx context.Context) { senderOf(ctx).sent.Store(true) }
