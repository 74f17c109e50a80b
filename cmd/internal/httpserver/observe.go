package httpserver

import (
	"context"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"runtime/debug"
	"strconv"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/cmd/internal/tool"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// observe measures and logs every request, refused ones too. Metrics and log name
// the route and the tool, never the URL or the arguments.
func (s *Server) observe(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		began := time.Now()
		w.Header().Set("Codegraph-Version", s.opts.Version)
		w.Header().Set("X-Content-Type-Options", "nosniff")
		w.Header().Set("Cache-Control", "no-store")
		seen := &seen{ResponseWriter: w}
		noted := &noted{}
		r = r.WithContext(context.WithValue(r.Context(), noteKey{}, noted))
		s.metrics.inFlight.Inc()
		defer func() {
			fault := recover()
			if fault != nil && fault != http.ErrAbortHandler {
				s.opts.Logger.Error("request failed", "route", routeOf(r.URL.Path), "fault", fmt.Sprint(fault), "stack", string(debug.Stack()))
				if seen.status == 0 {
					refuse(seen, http.StatusInternalServerError, "internal", "the server failed; its log says how", "")
					fault = nil
				} else {
					fault = http.ErrAbortHandler // a truncated answer must not look complete
				}
			}
			s.metrics.inFlight.Dec()
			took := time.Since(began)
			route := routeOf(r.URL.Path)
			s.metrics.requests.WithLabelValues(route, methodOf(r.Method), strconv.Itoa(seen.code())).Inc()
			s.metrics.took.WithLabelValues(route).Observe(took.Seconds())
			from, _, _ := net.SplitHostPort(r.RemoteAddr)
			s.opts.Logger.LogAttrs(r.Context(), slog.LevelInfo, "request", slog.String("method", methodOf(r.Method)), slog.String("route", route),
				slog.String("tool", noted.tool), slog.Int("status", seen.code()), slog.Int64("bytes", seen.bytes), slog.Duration("dur", took), slog.String("from", from))
			if noted.entry.What != "" {
				noted.entry.Outcome = seen.outcome(fault)
				s.audits.add(noted.entry)
			}
			if fault != nil {
				panic(fault)
			}
		}()
		next.ServeHTTP(seen, r)
	})
}

type noteKey struct{}

// noted holds the parts of log entries that handlers set.
type noted struct {
	tool  string
	entry catalog.AuditEntry // not written without a value in What
}

// note sets the tool of a request in the access log.
func note(r *http.Request, name string) {
	if p, ok := r.Context().Value(noteKey{}).(*noted); ok {
		p.tool = name
	}
}

// seen records the status, length and error code of a response.
type seen struct {
	http.ResponseWriter
	status int // 0 until the header is written
	bytes  int64
	failed string // error code, "" without an error
}

// outcome returns "ok" or an error code.
func (s *seen) outcome(fault any) string {
	switch {
	case s.failed != "":
		return s.failed
	case fault != nil || s.code() >= http.StatusBadRequest:
		return "internal"
	}
	return "ok"
}

// tellFailure records the code of the error that the handler answers with.
func tellFailure(w http.ResponseWriter, code string) {
	for {
		if s, ok := w.(*seen); ok {
			s.failed = code
			return
		}
		within, ok := w.(interface{ Unwrap() http.ResponseWriter })
		if !ok {
			return
		}
		w = within.Unwrap()
	}
}

func (s *seen) code() int {
	if s.status == 0 {
		return http.StatusOK
	}
	return s.status
}

func (s *seen) WriteHeader(status int) {
	if s.status == 0 && status >= 200 {
		s.status = status
	}
	s.ResponseWriter.WriteHeader(status)
}

func (s *seen) Write(p []byte) (int, error) {
	if s.status == 0 {
		s.status = http.StatusOK
	}
	n, err := s.ResponseWriter.Write(p)
	s.bytes += int64(n)
	return n, err
}

// Flush implements http.Flusher, which streams of events need.
func (s *seen) Flush() {
	if f, ok := s.ResponseWriter.(http.Flusher); ok {
		f.Flush()
	}
}

// Unwrap is for http.ResponseController.
func (s *seen) Unwrap() http.ResponseWriter { return s.ResponseWriter }

// routeOf returns the route pattern of a path, or "other".
func routeOf(path string) string {
	switch path {
	case healthPath, "/readyz", "/metrics", "/v1/openapi.json", "/v1/projects", mcpPath:
		return path
	}
	switch {
	case strings.HasPrefix(path, "/v1/tools/"):
		return toolPath
	case strings.HasPrefix(path, httpapi.Prefix):
		return catalogPath
	case strings.HasPrefix(path, "/v1/projects/") && strings.HasSuffix(path, "/base"):
		return basePath
	case strings.HasPrefix(path, "/v1/projects/"):
		return "/v1/projects/{id}"
	}
	return "other"
}

func methodOf(method string) string {
	switch method {
	case http.MethodGet, http.MethodPost, http.MethodPut, http.MethodDelete, http.MethodHead, http.MethodOptions:
		return method
	}
	return "other"
}

// metrics holds the Prometheus metrics of the server.
type metrics struct {
	handler  http.Handler
	requests *prometheus.CounterVec
	took     *prometheus.HistogramVec
	tools    *prometheus.CounterVec
	inFlight prometheus.Gauge
	unlogged prometheus.Counter
}

var buckets = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 2.5, 10, 60}

func newMetrics(version string, sessions func() int, up func() bool) *metrics {
	m := &metrics{
		requests: prometheus.NewCounterVec(prometheus.CounterOpts{Name: "codegraph_http_requests_total", Help: "Requests by route, method and status."}, []string{"route", "method", "status"}),
		took: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "codegraph_http_request_seconds", Help: "Time to answer a request.",
			Buckets: buckets}, []string{"route"}),
		tools:    prometheus.NewCounterVec(prometheus.CounterOpts{Name: "codegraph_tool_calls_total", Help: "Calls of tools over rest or mcp by their outcome, ok or an error's code."}, []string{"tool", "via", "outcome"}),
		unlogged: prometheus.NewCounter(prometheus.CounterOpts{Name: "codegraph_audit_lost_total", Help: "Entries of the audit log that could not be written."}),
		inFlight: prometheus.NewGauge(prometheus.GaugeOpts{Name: "codegraph_http_requests_in_flight", Help: "Requests that are being answered, streams of events included."}),
	}
	info := prometheus.NewGauge(prometheus.GaugeOpts{Name: "codegraph_build_info", Help: "1, with the program's version.", ConstLabels: prometheus.Labels{"version": version}})
	info.Set(1)
	registry := prometheus.NewRegistry()
	registry.MustRegister(m.requests, m.took, m.tools, m.inFlight, m.unlogged, info,
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "codegraph_mcp_sessions", Help: "Open sessions of MCP."}, func() float64 { return float64(sessions()) }),
		prometheus.NewGaugeFunc(prometheus.GaugeOpts{Name: "codegraph_catalog_up", Help: "1 if the catalog can be read."}, func() float64 {
			if up() {
				return 1
			}
			return 0
		}),
		collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	m.handler = promhttp.HandlerFor(registry, promhttp.HandlerOpts{})
	return m
}

// Ways to call a tool.
const (
	viaREST = "rest"
	viaMCP  = "mcp"
)

// tool counts a tool call.
func (m *metrics) tool(name, via string, err error) {
	m.tools.WithLabelValues(name, via, outcomeOf(err)).Inc()
}

// outcomeOf returns "ok" or the code of an error.
func outcomeOf(err error) string {
	if err != nil {
		return tool.FailureOf(err).Code
	}
	return "ok"
}
