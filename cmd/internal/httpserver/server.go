// Package httpserver offers the product over HTTP: MCP for assistants, the tools
// and the catalog as JSON, health and metrics.
//
// Every request passes the guards first: its Host and Origin are known ones, its
// token too, its body is of bounded length and arrives in time. Nothing is told
// to a request that does not, beyond that. The access log and the metrics name
// routes, never what was asked or answered.
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

// Options are the settings of a Server. The zero value of each field but Desk
// is a good one.
type Options struct {
	Desk    *workspace.Workspace // answers; stays the caller's and must outlive the server
	Uploads *upload.UploadStore  // of indexes that clients publish; nil refuses uploads
	MCP     http.Handler         // streamable HTTP; nil: there is none
	Version string               // told in Codegraph-Version
	Logger  *slog.Logger         // of requests; nil writes nothing

	Tokens  *Tokens  // nil: everybody who gets through may ask
	Hosts   []string // names that requests may give as Host, beside loopback's and the server's own
	Origins []string // pages that may ask, such as https://tools.example, beside the server's own

	// Entered is called when a client has entered projects in the catalog; nil
	// does nothing.
	Entered func(ctx context.Context)

	MaxBody     int64         // bytes of a request; 0 is 4 MiB
	BodyTimeout time.Duration // in which a request's body must arrive; 0 is 15 s
	CallTimeout time.Duration // of a question over REST; 0 is a minute. Actions have none
	MaxCalls    int           // requests at once, a quarter of them by one token; 0 is 128
	Rate        float64       // requests a second by one token, and by one address without a right one; 0 is no limit
	Burst       int           // requests by one token before Rate counts; 0 is ten seconds of it
	SessionIdle time.Duration // after which a session of MCP ends; 0 is half an hour
	MaxSessions int           // of MCP at once; 0 is 512
	Grace       time.Duration // that calls in flight have at the end; 0 is 10 s
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
	paths    []string      // that handler has, as patterns
	calls    chan struct{} // one element for each request that is answered
	limits   *limits       // of each caller
	guesses  *limits       // of each address that sends no token that counts
	audits   *auditor
	uploads  chan struct{} // one for each base that is sent
	draining atomic.Bool
	drained  chan struct{} // closed when the server begins to end
}

// New returns a server, which Serve runs.
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

// catalogUpTime is how long the catalog has to answer a measurement.
const catalogUpTime = 2 * time.Second

// catalogUp reports whether the catalog can be read. A server without a catalog
// needs none.
func (s *Server) catalogUp() bool {
	if s.opts.Desk.Catalog == nil {
		return true
	}
	ctx, cancel := context.WithTimeout(context.Background(), catalogUpTime)
	defer cancel()
	store, err := s.opts.Desk.Catalog(ctx)
	if err == nil {
		_, err = store.Version(ctx)
	}
	return err == nil
}

// ServeHTTP implements http.Handler.
func (s *Server) ServeHTTP(w http.ResponseWriter, r *http.Request) { s.handler.ServeHTTP(w, r) }

// Listen opens the address that a server listens at. One that others than this
// machine can reach needs tokens; its error wraps projectbase.ErrNotAllowed.
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
	// A name may mean an address that it seemed not to.
	if tcp, ok := l.Addr().(*net.TCPAddr); tokens == nil && (!ok || !tcp.IP.IsLoopback()) {
		l.Close()
		return nil, fmt.Errorf("listen at %s: %w: it is not loopback", address, projectbase.ErrNotAllowed)
	}
	return l, nil
}

// isLoopback reports whether a host is this machine for itself alone.
func isLoopback(host string) bool {
	ip := net.ParseIP(host)
	return host == "localhost" || ip != nil && ip.IsLoopback()
}

// Serve answers at l until ctx ends. Then it takes no more requests, calls in
// flight have Options.Grace to finish, and what still runs is cancelled. That
// is no error.
func (s *Server) Serve(ctx context.Context, l net.Listener) error {
	// Calls outlive ctx for the time of grace.
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

// drain ends the server.
func (s *Server) drain(h *http.Server, cancel context.CancelFunc) error {
	s.draining.Store(true)
	close(s.drained) // streams that wait for events end
	graced, stop := context.WithTimeout(context.Background(), s.opts.Grace)
	defer stop()
	err := h.Shutdown(graced)
	if err == nil {
		return nil
	}
	s.opts.Logger.Warn("calls are cancelled that did not end in time", "grace", s.opts.Grace)
	cancel()
	last, stop := context.WithTimeout(context.Background(), time.Second)
	defer stop()
	if h.Shutdown(last) != nil {
		h.Close()
	}
	return nil
}
