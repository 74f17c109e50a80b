package mcpserver

import (
	"context"

	"codegraph/cmd/internal/workspace"

	"github.com/mark3labs/mcp-go/mcp"
)

// maxCompletions is the protocol's limit of values.
const maxCompletions = 100

// completer completes the arguments of prompts and of resources.
type completer struct{ *Server }

// CompletePromptArgument implements server.PromptCompletionProvider.
func (c completer) CompletePromptArgument(ctx context.Context, _ string, a mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	return c.complete(ctx, a), nil
}

// CompleteResourceArgument implements server.ResourceCompletionProvider.
func (c completer) CompleteResourceArgument(ctx context.Context, _ string, a mcp.CompleteArgument, _ mcp.CompleteContext) (*mcp.Completion, error) {
	return c.complete(ctx, a), nil
}

// complete returns values for an argument by its name. Without a project or a
// catalog there are none.
func (c completer) complete(ctx context.Context, a mcp.CompleteArgument) *mcp.Completion {
	of := map[string]func(*workspace.Workspace, context.Context, string) ([]string, error){
		argProject: (*workspace.Workspace).CompleteProjects,
		argName:    (*workspace.Workspace).CompleteProjects,
		argFile:    (*workspace.Workspace).CompleteFiles,
		argSymbol:  (*workspace.Workspace).CompleteTerms,
	}[a.Name]
	if of == nil {
		return &mcp.Completion{}
	}
	values, err := of(c.workspaceFor(ctx), ctx, a.Value)
	if err != nil {
		c.opts.Logger.Debug("nothing to complete", "argument", a.Name, "err", err)
		return &mcp.Completion{}
	}
	n := min(len(values), maxCompletions)
	return &mcp.Completion{Values: values[:n], Total: len(values), HasMore: n < len(values)}
}
