package httpserver

import (
	"context"
	"encoding/json"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/httpapi"
	"codegraph/cmd/internal/tool"

	"github.com/prometheus/client_golang/prometheus"
)

// Settings of the audit log.
const (
	auditKept  = 90 * 24 * time.Hour // age at which entries are deleted
	auditEvery = time.Second         // interval of writes
	auditBatch = 256                 // entries in a write
	auditMost  = 16 * auditBatch     // entries that may wait for a write
	auditLast  = 5 * time.Second     // timeout of the writes at shutdown
	trimEvery  = time.Hour           // interval of deletions
)

// auditor writes the audit log to the catalog in the background, so that no
// request waits for it. While the catalog is unavailable, up to auditMost entries
// wait; the auditor drops and counts further ones.
type auditor struct {
	open func(context.Context) (catalog.Store, error) // nil: there is no log
	log  *slog.Logger
	lost prometheus.Counter
	now  func() time.Time
	wake chan struct{}

	mu      sync.Mutex
	waiting []catalog.AuditEntry // guarded by mu

	trimmed time.Time // only run uses trimmed and failing
	failing bool
}

func newAuditor(o *Options, lost prometheus.Counter) *auditor {
	return &auditor{open: o.Workspace.Catalog, log: o.Logger, lost: lost, now: time.Now, wake: make(chan struct{}, 1)}
}

// add queues an entry.
func (a *auditor) add(e catalog.AuditEntry) {
	if a.open == nil {
		return
	}
	e.ID, e.At = catalog.NewAuditID(), a.now().UnixMilli()
	e = e.Clean() // bounds the memory of waiting entries
	a.mu.Lock()
	defer a.mu.Unlock()
	if len(a.waiting) >= auditMost {
		a.lost.Inc()
		return
	}
	if a.waiting = append(a.waiting, e); len(a.waiting) >= auditBatch {
		select {
		case a.wake <- struct{}{}:
		default:
		}
	}
}

// run writes entries until ctx ends, and then writes the remaining ones.
func (a *auditor) run(ctx context.Context) {
	t := time.NewTicker(auditEvery)
	defer t.Stop()
	for {
		select {
		case <-t.C:
		case <-a.wake:
		case <-ctx.Done():
			a.end()
			return
		}
		a.write(ctx)
		a.trim(ctx)
	}
}

// end writes the remaining entries. It drops and counts the ones that it cannot
// write.
func (a *auditor) end() {
	ctx, cancel := context.WithTimeout(context.Background(), auditLast)
	defer cancel()
	a.write(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	if n := len(a.waiting); n > 0 {
		a.lost.Add(float64(n))
		a.log.Error("audit log entries lost", "entries", n)
		a.waiting = nil
	}
}

// write writes the waiting entries in batches. It stops at the first error and
// keeps the entries that are not written.
func (a *auditor) write(ctx context.Context) {
	for ctx.Err() == nil {
		a.mu.Lock()
		n := min(len(a.waiting), auditBatch)
		batch := a.waiting[:n:n]
		a.mu.Unlock()
		if n == 0 {
			return
		}
		err := a.with(ctx, func(log catalog.Audit) error { return log.AddAudit(ctx, batch) })
		if err != nil {
			if !a.failing {
				a.log.Warn("cannot write the audit log; entries wait", "most", auditMost, "err", err)
			}
			a.failing = true
			return
		}
		a.failing = false
		a.mu.Lock()
		a.waiting = a.waiting[n:]
		a.mu.Unlock()
	}
}

// trim deletes entries older than auditKept, at most once in trimEvery.
func (a *auditor) trim(ctx context.Context) {
	now := a.now()
	if !a.trimmed.IsZero() && now.Sub(a.trimmed) < trimEvery {
		return
	}
	a.trimmed = now
	err := a.with(ctx, func(log catalog.Audit) error {
		_, err := log.TrimAudit(ctx, now.Add(-auditKept).UnixMilli())
		return err
	})
	if err != nil && ctx.Err() == nil {
		a.log.Warn("cannot delete old audit log entries", "err", err)
	}
}

// with runs f with the catalog's audit log. It does nothing on a server without
// a catalog.
func (a *auditor) with(ctx context.Context, f func(catalog.Audit) error) error {
	if a.open == nil {
		return nil
	}
	store, err := a.open(ctx)
	if err != nil {
		return err
	}
	return f(store)
}

// entryOf returns an entry with the caller's token and the name of the request.
func (s *Server) entryOf(ctx context.Context, what string) catalog.AuditEntry {
	access := accessOf(ctx)
	e := catalog.AuditEntry{Node: s.opts.Workspace.Node, What: what, Token: access.ID, Name: access.Name}
	switch {
	case s.opts.Tokens == nil:
		e.Bearer = catalog.BearerNone
	case access.ID != "":
		e.Bearer = catalog.BearerToken
	default:
		e.Bearer = catalog.BearerGiven
	}
	return e
}

// audit adds an authenticated request to the audit log; observe adds the outcome.
// The handler may set more fields of the entry that audit returns.
func (s *Server) audit(r *http.Request, what string) *catalog.AuditEntry {
	e := s.entryOf(r.Context(), what)
	if n, ok := r.Context().Value(noteKey{}).(*noted); ok {
		n.entry = e
		return &n.entry
	}
	return &e
}

// aboutTool sets the projects of a tool call in its audit entry.
func aboutTool(e *catalog.AuditEntry, t *tool.Spec, arguments []byte) {
	var in struct{ Project, Path, Scope string }
	// The tool itself refuses malformed arguments.
	_ = json.Unmarshal(arguments, &in)
	if e.Project, e.Scope = in.Project, in.Scope; e.Project == "" && !t.Hints.ReadOnly {
		e.Project = in.Path
	}
}

// aboutCatalog sets the projects of a catalog call in its audit entry.
func aboutCatalog(e *catalog.AuditEntry, m *httpapi.Method, arguments []byte) {
	if m.Whole {
		return
	}
	var in struct {
		ID, Name string
		IDs      []string
		Entries  []struct{ Project struct{ ID string } }
	}
	_ = json.Unmarshal(arguments, &in)
	ids := in.IDs
	for _, entry := range in.Entries {
		ids = append(ids, entry.Project.ID)
	}
	switch {
	case in.ID != "":
		e.Project = in.ID
	case len(ids) > 0:
		e.Project = strings.Join(ids, " ")
	default:
		e.Project = in.Name
	}
}

// Ran counts and logs a tool call over MCP. err is the error of the call, ctx the
// context of the request.
func (s *Server) Ran(ctx context.Context, t *tool.Spec, arguments []byte, err error) {
	s.metrics.tool(t.Name, viaMCP, err)
	e := s.entryOf(ctx, t.Name)
	aboutTool(&e, t, arguments)
	e.Outcome = outcomeOf(err)
	s.audits.add(e)
}
