package mcpserver

import (
	"context"
	"encoding/json"
	"fmt"
	"runtime/debug"
	"time"

	"codegraph/cmd/internal/tool"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// definition returns a tool as clients see it.
func definition(spec *tool.Spec) mcp.Tool {
	text := spec.Brief
	if text == "" {
		text = spec.Summary()
	}
	t := mcp.NewToolWithRawSchema(tool.Prefix+spec.Name, text, spec.Schema())
	h := spec.Hints
	t.Annotations = mcp.ToolAnnotation{ReadOnlyHint: mcp.ToBoolPtr(h.ReadOnly), DestructiveHint: mcp.ToBoolPtr(h.Destructive),
		IdempotentHint: mcp.ToBoolPtr(h.Idempotent), OpenWorldHint: mcp.ToBoolPtr(false)}
	return t
}

// handler returns the function that runs a tool for a client. Every failure is a
// tool error, which the assistant reads; there are no protocol errors.
func (s *Server) handler(spec *tool.Spec) server.ToolHandlerFunc {
	return func(ctx context.Context, req mcp.CallToolRequest) (result *mcp.CallToolResult, _ error) {
		began := time.Now()
		c := &call{server: s, spec: spec, ctx: ctx, req: req, sender: senderOf(ctx)}
		defer func() {
			if r := recover(); r != nil {
				s.opts.Logger.Error("tool panicked", "tool", spec.Name, "panic", r, "stack", string(debug.Stack()))
				result = c.failed(fmt.Errorf("internal error in tool %s: %v", spec.Name, r))
			}
			s.opts.Logger.Debug("tool ran", "tool", spec.Name, "dur", time.Since(began), "failed", result.IsError)
			s.opts.Ran(ctx, spec, c.arguments, c.err)
		}()
		select {
		case s.slots <- struct{}{}:
			defer func() { <-s.slots }()
		case <-ctx.Done():
			return c.failed(ctx.Err()), nil
		}
		return c.run(), nil
	}
}

// call is one call of a tool.
type call struct {
	server *Server
	spec   *tool.Spec
	ctx    context.Context
	req    mcp.CallToolRequest
	json   bool  // the client wants JSON
	err    error // nil if the call succeeded
	sender *sender

	arguments []byte // JSON
}

func (c *call) run() *mcp.CallToolResult {
	arguments, err := json.Marshal(c.req.Params.Arguments)
	if err != nil {
		return c.failed(err)
	}
	c.arguments = arguments
	in, err := c.spec.Decode(arguments)
	if err != nil {
		return c.failed(err)
	}
	c.json = tool.CommonOf(in).Format == tool.FormatJSON
	ws := *c.server.workspaceFor(c.ctx)
	if meta := c.req.Params.Meta; meta != nil && meta.ProgressToken != nil {
		c.sender.token = meta.ProgressToken
		ws.Progress = func(done, total int, _ int64) { c.sender.progress(c.ctx, c.server.mcp, done, total) }
	}
	out, err := c.spec.Run(c.ctx, &ws, in)
	if err != nil {
		return c.failed(err)
	}
	reply, err := c.spec.Reply(in, out)
	if err != nil {
		return c.failed(err)
	}
	if reply.Data != nil {
		return &mcp.CallToolResult{Content: text("see structuredContent"), StructuredContent: reply.Data}
	}
	return &mcp.CallToolResult{Content: text(reply.Text)}
}

func text(s string) []mcp.Content { return []mcp.Content{mcp.NewTextContent(s)} }

// failed returns a failure as the assistant reads it. It also logs failures that
// the caller did not cause.
func (c *call) failed(err error) *mcp.CallToolResult {
	c.err = err
	f := tool.FailureOf(err).ForAssistant()
	switch f.Code {
	case "internal", "corrupt", "unavailable", "timeout":
		if c.ctx.Err() == nil {
			c.server.opts.Logger.Warn("tool failed", "tool", c.spec.Name, "err", err)
			c.sender.log(c.ctx, c.server.mcp, mcp.LoggingLevelError, map[string]any{"tool": c.spec.Name, "code": f.Code, "message": f.Message})
		}
	}
	r := &mcp.CallToolResult{Content: text(f.Text()), IsError: true}
	if c.json {
		r.StructuredContent = map[string]any{"error": f}
	}
	return r
}
