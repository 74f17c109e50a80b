// Package mcpserver offers the tools to assistants: MCP over standard input and
// output, and over streamable HTTP.
//
// New makes a Server for both transports. The package adds four guarantees to
// mcp-go: calls in flight end before the server, notifications precede the reply
// of their call, every message has a maximum size, and a client can only cancel
// its own calls.
package mcpserver

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"slices"
	"sync/atomic"
	"time"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"
	"codegraph/cmd/internal/workspace"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Options are the settings of a Server. The zero value has working defaults.
type Options struct {
	// Tools are listed; nil is the profile standard. A client can call every tool
	// of the profile all by name, listed or not.
	Tools   []*tool.Spec
	Version string       // of this program, sent to clients
	Logger  *slog.Logger // nil writes nothing
	// SessionIdle is the time after which an unused HTTP session ends; 0 is half
	// an hour.
	SessionIdle time.Duration
	// Ran is called after each tool call; err is nil if the call succeeded. Over
	// HTTP, ctx has the values of the request's context. arguments are JSON, or nil
	// if they cannot be encoded. Calls may be concurrent. May be nil.
	Ran func(ctx context.Context, t *tool.Spec, arguments []byte, err error)
	// MaxBody is the longest request over HTTP, in bytes; 0 is 4 MiB.
	MaxBody int64
}

func (o *Options) complete() {
	if o.Tools == nil {
		o.Tools, _ = tools.Offered("standard")
	}
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
	if o.Ran == nil {
		o.Ran = func(context.Context, *tool.Spec, []byte, error) {}
	}
	if o.SessionIdle <= 0 {
		o.SessionIdle = 30 * time.Minute
	}
	if o.MaxBody <= 0 {
		o.MaxBody = 4 << 20
	}
}

// Server offers the tools. It is safe for concurrent use.
type Server struct {
	workspace *workspace.Workspace
	opts      Options
	mcp       *server.MCPServer
	http      *server.StreamableHTTPServer
	slots     chan struct{} // limits concurrent calls
	roots     rootsCache
	unlisted  map[string]bool // names of our tools that the profile does not list
	conns     atomic.Int64    // clients over standard input and output so far
}

// New returns a server for a workspace, which must outlive it. The caller closes
// the server.
func New(ws *workspace.Workspace, opts Options) *Server {
	opts.complete()
	s := &Server{workspace: ws, opts: opts, slots: make(chan struct{}, max(16, 4*runtime.GOMAXPROCS(0))), unlisted: map[string]bool{}}
	library := slog.New(quiet{opts.Logger.Handler()})
	hooks := &server.Hooks{}
	hooks.AddAfterListTools(s.hideUnlisted)
	hooks.AddOnUnregisterSession(func(_ context.Context, c server.ClientSession) { s.roots.forget(c.SessionID()) })
	s.mcp = server.NewMCPServer("codegraph", opts.Version,
		server.WithTitle("CodeGraph"),
		server.WithInstructions(instructions),
		server.WithToolCapabilities(false),
		server.WithResourceCapabilities(false, false),
		server.WithPromptCapabilities(false),
		server.WithLogging(),
		server.WithCompletions(),
		server.WithPromptCompletionProvider(completer{s}),
		server.WithResourceCompletionProvider(completer{s}),
		server.WithHooks(hooks),
		server.WithToolHandlerMiddleware(settled),
		server.WithRecovery(),
		server.WithResourceRecovery(),
		server.WithLogger(library),
	)
	for _, spec := range callable() {
		s.mcp.AddTool(definition(spec), s.handler(spec))
		listed := slices.ContainsFunc(opts.Tools, func(o *tool.Spec) bool { return o.Name == spec.Name })
		s.unlisted[tool.Prefix+spec.Name] = !listed
	}
	s.addResources()
	s.addPrompts()
	s.mcp.AddNotificationHandler(mcp.MethodNotificationRootsListChanged, func(ctx context.Context, _ mcp.JSONRPCNotification) {
		if c := server.ClientSessionFromContext(ctx); c != nil {
			s.roots.forget(c.SessionID())
		}
	})
	s.http = server.NewStreamableHTTPServer(s.mcp, server.WithStateful(true), server.WithSessionIdleTTL(opts.SessionIdle),
		server.WithHeartbeatInterval(30*time.Second), server.WithStreamableHTTPLogger(library))
	return s
}

// callable returns the tools that a client can call by name.
func callable() []*tool.Spec {
	list, err := tools.Offered("all")
	if err != nil {
		panic(err) // the profile exists
	}
	return list
}

// hideUnlisted removes the tools outside the server's profile from a list for a
// client.
func (s *Server) hideUnlisted(_ context.Context, _ any, _ *mcp.ListToolsRequest, result *mcp.ListToolsResult) {
	result.Tools = slices.DeleteFunc(result.Tools, func(t mcp.Tool) bool { return s.unlisted[t.Name] })
}

// ServeStdio serves one client until in ends or ctx is done. It finishes the
// calls in flight in the first case and cancels them in the second; neither is
// an error. It writes only protocol messages to out. A read that blocks after
// ctx is done is abandoned.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return newConn(s, out).serve(ctx, in)
}

// Handler serves streamable HTTP at any path. The caller checks tokens, hosts and
// origins.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serveHTTP) }

// Close ends the HTTP sessions.
func (s *Server) Close() {
	// Shutdown fails only for a listener, and s.http has none.
	_ = s.http.Shutdown(context.Background())
}

const instructions = `CodeGraph indexes this code: identifiers and words with file and line, declarations, callers, project layout, links between projects. Use codegraph_query before grep and codegraph_signatures before reading files. Answers include edits: changed files are indexed first. The project is the one of the working directory or client roots; "project" (name, id or path) chooses another, "scope" queries several (dependencies, tag:X, all). If not indexed: codegraph_init. Unlisted tools also answer by name: codegraph_references, codegraph_unused, codegraph_sync, ...`
