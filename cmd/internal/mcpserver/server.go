// Package mcpserver offers the tools to assistants: MCP over standard input and
// output, and over streamable HTTP.
//
// Both are made by New from one desk. What mcp-go's transports leave open is
// settled here: calls in flight end before the server does, notifications come
// before the reply that follows them, what is read has bounds, and nobody
// cancels the calls of others.
package mcpserver

import (
	"context"
	"io"
	"log/slog"
	"net/http"
	"runtime"
	"sync/atomic"
	"time"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/tools"
	"codegraph/cmd/internal/workspace"

	"github.com/mark3labs/mcp-go/mcp"
	"github.com/mark3labs/mcp-go/server"
)

// Options are the settings of a Server. The zero value is a good one.
type Options struct {
	Tools   []*tool.Spec // what is offered; nil is the profile standard
	Version string       // of this program, told to clients
	Logger  *slog.Logger // nil writes nothing
	// SessionIdle is how long a session over HTTP lives without a request; 0 is
	// half an hour.
	SessionIdle time.Duration
	// Ran is told of each call of a tool that ended, err is nil if it was
	// answered. ctx has the values of the request's, over HTTP; arguments are JSON,
	// nil if they have no such form. It may be called at any time and by several at
	// once; may be nil.
	Ran func(ctx context.Context, t *tool.Spec, arguments []byte, err error)
	// MaxBody is the longest request over HTTP, in bytes; 0 is 4 MiB.
	MaxBody int64
}

func (o *Options) complete() {
	if o.Tools == nil {
		// The profile exists.
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

// Server offers the tools of a desk. It is safe for concurrent use.
type Server struct {
	desk  *workspace.Workspace
	opts  Options
	mcp   *server.MCPServer
	http  *server.StreamableHTTPServer
	slots chan struct{} // one for each call at work
	roots rootsCache
	conns atomic.Int64 // clients over standard input and output so far
}

// New returns a server whose questions start from desk, which stays the
// caller's and must outlive the server. The caller closes the server.
func New(desk *workspace.Workspace, opts Options) *Server {
	opts.complete()
	s := &Server{desk: desk, opts: opts, slots: make(chan struct{}, max(16, 4*runtime.GOMAXPROCS(0)))}
	library := slog.New(quiet{opts.Logger.Handler()})
	hooks := &server.Hooks{}
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
	for _, spec := range opts.Tools {
		s.mcp.AddTool(definition(spec), s.handler(spec))
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

// ServeStdio speaks with one client until in ends or ctx does; calls in flight
// are finished in the first case and cancelled in the second, and both are no
// error. Nothing but the protocol is written to out. A reader that cannot be
// woken is left behind in its last read.
func (s *Server) ServeStdio(ctx context.Context, in io.Reader, out io.Writer) error {
	return newConn(s, out).serve(ctx, in)
}

// Handler serves streamable HTTP at any path. Who may call, from which host and
// origin, is its caller's to decide.
func (s *Server) Handler() http.Handler { return http.HandlerFunc(s.serveHTTP) }

// Close ends the sessions over HTTP.
func (s *Server) Close() {
	// Without a server of its own it only ends sessions, which cannot fail.
	_ = s.http.Shutdown(context.Background())
}

const instructions = `CodeGraph knows this code: every name and word, with file and line, definitions first; what files declare; how the project is laid out; links between projects. Ask codegraph_query before grep and codegraph_signatures before reading files. Answers are up to date: changed files are indexed before the answer. The project is that of the working directory or the client's roots; "project" (name, id or path) chooses another, "scope" asks several (dependencies, tag:X, all). Not indexed yet: call codegraph_init. Cut answers say what to raise.`
