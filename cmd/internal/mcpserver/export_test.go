package mcpserver

import (
	"context"

	"github.com/mark3labs/mcp-go/server"
)

// MCP returns the server for mcp-go's in-process client.
func (s *Server) MCP() *server.MCPServer { return s.mcp }

// Notify sends a notification of the call of ctx as the server's own are sent.
func Notify(ctx context.Context, send func() error) error { return senderOf(ctx).send(ctx, send) }
