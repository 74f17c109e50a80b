// Package httpserver serves MCP, the tools and the catalog as JSON, health checks
// and metrics over HTTP.
//
// The server first checks the Host, the Origin, the token, the rate limits and
// the size of each request. A refused request gets only the reason. The access log
// and the metrics name routes and tools, never arguments or answers.
package httpserver

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"codegraph/cmd/internal/upload"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
)

// Options are the settings of a Server. Each field but Workspace may be zero, which
// selects the default.
type Options struct {
	Workspace *workspace.Workspace // the caller closes it after the server has ended
	Uploads   *upload.UploadStore  // stores published indexes; nil refuses uploads
	MCP       http.Handler         // streamable HTTP transport; nil: no MCP
	Version   string               // value of the header Codegraph-Version
	Logger    *slog.Logger         // access log and errors; nil discards both

	Tokens  *Tokens  // nil: no token needed
	Hosts   []string // allowed Host names beside loopback names and the server's address
	Origins []string // allowed origins of pages, such as https://tools.example, beside the server's own

	// Entered is called after a client has entered projects in the catalog. It may
	// be nil.
	Entered func(ctx context.Context)

	MaxBody     int64         // bytes of a request body; 0: 4 MiB
	BodyTimeout time.Duration // timeout of reading a request body; 0: 15 s
	CallTimeout time.Duration // timeout of a read-only tool over REST; 0: 1 min. Other tools have none
	MaxCalls    int           // requests in flight, a quarter of them by one token; 0: 128
	Rate        float64       // requests a second by one token, or by one address without a valid token; 0: no limit
	Burst       int           // requests that may exceed Rate; 0: 10 s of Rate
	SessionIdle time.Duration // idle time after which an MCP session ends; 0: 30 min
	MaxSessions int           // open MCP sessions; 0: 512
	Grace       time.Duration // time for calls in flight at shutdown; 0: 10 s
}

const (
	defaultMaxBody     = 4 << 20
	defaultBodyTimeout = 15 * time.Second
	defaultCallTimeout = time.Minute
	defaultMaxCalls    = 128
	defaultSessionIdle = 30 * time.Minute
	defaultMaxSessions = 512
	defaultGrace       = 10 * time.Second

	headerTimeout  = 10 * time.Second
	keepAlive      = 2 * time.Minute
	maxHeaderBytes = 64 << 10
)

func (o *Options) setDefaults() {
	setDefault(&o.MaxBody, defaultMaxBody)
	setDefault(&o.BodyTimeout, defaultBodyTimeout)
	setDefault(&o.CallTimeout, defaultCallTimeout)
	setDefault(&o.MaxCalls, defaultMaxCalls)
	setDefault(&o.Burst, max(1, int(10*o.Rate)))
	setDefault(&o.SessionIdle, defaultSessionIdle)
	setDefault(&o.MaxSessions, defaultMaxSessions)
	setDefault(&o.Grace, defaultGrace)
	if o.Logger == nil {
		o.Logger = slog.New(slog.DiscardHandler)
	}
}

func setDefault[T comparable](v *T, def T) {
	if *v == *new(T) {
		*v = def
	}
}

// Server answers over HTTP. It is safe for concurrent use.
type Server struct {
	opts     Options
	metrics  *metrics
	sessions *sessions
	handler  http.Handler
	paths    []string      // route patterns of handler
	calls    chan struct{} // semaphore: requests in flight
	limits   *limits       // by token
	guesses  *limits       // by address, of requests without a valid token
	audits   *auditor
	uploads  chan struct{} // semaphore: uploads in flight
	draining atomic.Bool
	drained  chan struct{} // closed when shutdown begins
}

// New returns a server. Serve runs it.
func New(o Options) *Server {
	o.setDefaults()
	s := &Server{opts: o, calls: make(chan struct{}, o.MaxCalls), uploads: make(chan struct{}, maxUploads), drained: make(chan struct{})}
	s.limits, s.guesses = newLimits(&s.opts), newLimits(&s.opts)
	s.sessions = newSessions(o.MCP, o.SessionIdle, o.MaxSessions, s.drained)
	s.metrics = newMetrics(o.Version, s.sessions.count, s.catalogUp)
	s.audits = newAuditor(&s.opts, s.metrics.unlogged)
	s.handler = s.observe(s.guard(s.routes()))
	return s
}

// catalogUpTime is the timeout of catalogUp.
const catalogUpTime = 2 * time.Second

// catalogUp reports whether the catalog can be read; true without a catalog.
func (s *Server) catalogUp() bool {
	if s.opts.Workspace.Catalog == nil {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), catalogUpTime)
	defer cancel()
	store, err := s.opts.Workspace.Catalog(ctx)
	if err == nil {
		_, err = store.Version(ctx)
	}
	return err == nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Listen opens the address of a server. Without tokens, only a loopback address is
// allowed: for another one the error wraps projectbase.ErrNotAllowed.
func Listen(ctx context.Context, address string, tokens *Tokens) (net.Listener, error) {
	host, _, err := net.SplitHostPort(address)
	if err != nil {
		return nil, fmt.Errorf("%w: %q is not HOST:PORT", projectbase.ErrUsage, address)
	}
	var c net.ListenConfig
	if tokens == nil && !isLoopback(host) {
		return nil, projectbase.WithHint(fmt.Errorf("listen at %s: %w: other machines could connect without a token", address, projectbase.ErrNotAllowed),
			projectbase.Hint{Text: "give --token-file, set CODEGRAPH_TOKEN, or listen at 127.0.0.1"})
	}
	l, err := c.Listen(ctx, "tcp", address)
	if err != nil {
		return nil, fmt.Errorf("listen at %s: %w", address, err)
	}
	// localhost may resolve to an address that is not loopback.
	if tcp, ok := l.Addr().(*net.TCPAddr); tokens == nil && (!ok || !tcp.IP.IsLoopback()) {
		l.Close()
		return nil, fmt.Errorf("listen at %s: %w: it is not loopback", address, projectbase.ErrNotAllowed)
	}
	return l, nil
}

// isLoopback reports whether a host is localhost or a loopback address.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Serve answers requests at l until ctx ends. Then it accepts no more requests,
// waits up to Options.Grace for the calls in flight and cancels the rest. It
// returns nil after such a shutdown.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	// Calls in flight outlive ctx by up to Options.Grace.
	base, cancel := context.WithCancel(context.WithoutCancel(ctx))
	defer cancel()
	h := &http.Server{Handler: s, ReadHeaderTimeout: headerTimeout, IdleTimeout: keepAlive, MaxHeaderBytes: maxHeaderBytes,
		BaseContext: func(net.Listener) context.Context { return base },
		ErrorLog:    slog.NewLogLogger(s.opts.Logger.Handler(), slog.LevelDebug)}
	var beside sync.WaitGroup
	beside.Go(func() { s.sessions.sweep(base) })
	beside.Go(func() { s.audits.run(base) })
	ended := make(chan error, 1)
	go func() {
		<-ctx.Done()
		ended <- s.drain(h, cancel)
	}()
	err := h.Serve(l)
	if ctx.Err() != nil && errors.Is(err, http.ErrServerClosed) {
		err = <-ended
	} else {
		err = fmt.Errorf("serve at %s: %w", l.Addr(), err)
	}
	cancel()
	beside.Wait()
	s.sessions.close()
	return err
}

// drain shuts the server down.
func (s *Server) drain(h *http.Server, cancel context.CancelFunc) error {
	s.draining.Store(true)
	close(s.drained) // ends event streams
	graced, stop := context.WithTimeout(context.Background(), s.opts.Grace)
	defer stop()
	err := h.Shutdown(graced)
	if err == nil {
		return nil
	}
	s.opts.Logger.Warn("cancel calls that are still running after the grace period", "grace", s.opts.Grace)
	cancel()
	last, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	if h.Shutdown(last) != nil {
		h.Close()
	}
	return nil
}
