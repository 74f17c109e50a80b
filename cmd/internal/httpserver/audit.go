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

// Of the audit log.
const (
	auditKept  = 90 * 24 * time.Hour
	auditEvery = time.Second // from one write to the next
	auditBatch = 256         // entries in a write
	auditMost  = 16 * auditBatch
	auditLast  = 5 * time.Second // that the last writes may take
	trimEvery  = time.Hour
)

// auditor writes the audit log to the catalog in the background, so that nobody
// waits for it. While the catalog is away entries wait, as many as auditMost;
// what is more is lost, which is counted.
type auditor struct {
	open func(context.Context) (catalog.Store, error) // nil: there is no log
	log  *slog.Logger
	lost prometheus.Counter
	now  func() time.Time
	wake chan struct{}

	mu      sync.Mutex
	waiting []catalog.AuditEntry // guarded by mu

	trimmed time.Time // this and the next one are for run alone
	failing bool
}

func newAuditor(o *Options, lost prometheus.Counter) *auditor {
	return &auditor{open: o.Desk.Catalog, log: o.Logger, lost: lost, now: time.Now, wake: make(chan struct{}, 1)}
}

// add has an entry written.
func (a *auditor) add(e catalog.AuditEntry) {
	if a.open == nil {
		return
	}
	e.ID, e.At = catalog.NewAuditID(), a.now().UnixMilli()
	e = e.Clean() // what waits is of bounded size
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

// run writes until ctx ends, and then what is left.
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

// end writes what is left; what cannot be written is lost.
func (a *auditor) end() {
	ctx, cancel := context.WithTimeout(context.Background(), auditLast)
	defer cancel()
	a.write(ctx)
	a.mu.Lock()
	defer a.mu.Unlock()
	if n := len(a.waiting); n > 0 {
		a.lost.Add(float64(n))
		a.log.Error("a part of the audit log is lost", "entries", n)
		a.waiting = nil
	}
}

// write writes what waits, in batches, up to the first that fails: it waits on.
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
				a.log.Warn("the audit log cannot be written; entries wait", "most", auditMost, "err", err)
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

// trim drops what is too old, now and then.
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
		a.log.Warn("the audit log was not trimmed", "err", err)
	}
}

// with runs f with the catalog's audit log, if it keeps one.
func (a *auditor) with(ctx context.Context, f func(catalog.Audit) error) error {
	if a.open == nil {
		return nil // a server without a catalog keeps none
	}
	store, err := a.open(ctx)
	if err != nil {
		return err
	}
	return f(store)
}

// entryOf begins an entry with who asks.
func (s *Server) entryOf(ctx context.Context, what string) catalog.AuditEntry {
	access := accessOf(ctx)
	e := catalog.AuditEntry{Node: s.opts.Desk.Node, What: what, Token: access.ID, Name: access.Name}
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

// audit has a request that is allowed to ask be in the audit log, with what is
// answered. Who sees more of what is asked sets it in the entry.
func (s *Server) audit(r *http.Request, what string) *catalog.AuditEntry {
	e := s.entryOf(r.Context(), what)
	if n, ok := r.Context().Value(noteKey{}).(*noted); ok {
		n.entry = e
		return &n.entry
	}
	return &e
}

// aboutTool sets which projects a call of a tool is about.
func aboutTool(e *catalog.AuditEntry, t *tool.Spec, arguments []byte) {
	var in struct{ Project, Path, Scope string }
	// What has another form is refused by the tool.
	_ = json.Unmarshal(arguments, &in)
	if e.Project, e.Scope = in.Project, in.Scope; e.Project == "" && !t.Hints.ReadOnly {
		e.Project = in.Path
	}
}

// aboutCatalog sets which projects a call of the catalog is about.
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

// Ran counts a call of a tool over MCP, which err says did not succeed. ctx is
// that of the request.
func (s *Server) Ran(ctx context.Context, t *tool.Spec, arguments []byte, err error) {
	s.metrics.tool(t.Name, viaMCP, err)
	e := s.entryOf(ctx, t.Name)
	aboutTool(&e, t, arguments)
	e.Outcome = outcomeOf(err)
	s.audits.add(e)
}
