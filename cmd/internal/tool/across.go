package tool

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
)

// scopeOf reads the two ways to name a scope.
func scopeOf(text string, dependencies bool) (federation.Scope, error) {
	if dependencies {
		if text != "" {
			return federation.Scope{}, fmt.Errorf("%w: include-dependencies and scope say the same; give one of them", projectbase.ErrUsage)
		}
		text = "dependencies"
	}
	return federation.ParseScope(text)
}

// across is a question to several projects, as planned.
type across struct {
	engine   *federation.Engine
	targets  []federation.Target
	failures []federation.Failure
	shared   map[string]bool // names that several of them have
}

// plan finds out whom a scope means. The desk's own project, or the one called
// name, is the asker.
func (d *Desk) plan(ctx context.Context, name string, s federation.Scope) (*across, error) {
	e, err := d.engine(ctx)
	if err != nil {
		return nil, err
	}
	here, _, err := d.here(ctx, name)
	if err != nil {
		return nil, err
	}
	s.Names = d.roots(s)
	a := &across{engine: e}
	asker := federation.Asker{ID: here.ID, Node: d.Node, Everywhere: e.Peers != nil}
	if a.targets, a.failures, err = federation.Plan(ctx, e.Catalog, asker, s); err != nil {
		return nil, err
	}
	if err := awayOf(e.Catalog); err != nil {
		a.failures = append(a.failures, federation.Failure{Project: catalog.Project{Name: catalogLabel}, Err: err})
	}
	names := map[string]int{}
	note := func(p catalog.Project) {
		names[p.Name]++
		names[p.Root]++
	}
	for _, t := range a.targets {
		note(t.Project)
	}
	for _, f := range a.failures {
		note(f.Project)
	}
	a.shared = map[string]bool{}
	for n, times := range names {
		a.shared[n] = times > 1
	}
	return a, nil
}

// engine returns what asks bases here and on other nodes.
func (d *Desk) engine(ctx context.Context) (*federation.Engine, error) {
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	return &federation.Engine{Catalog: store, Pool: d.Pool, Refresher: refresher{d}, Budget: d.Budget,
		Filters: &federation.Filters{Catalog: store, Stat: d.Stat, Now: d.Now, Learning: d.Learning},
		Node:    d.Node, Peers: d.Peers, Rights: d.Rights, Away: d.Away}, nil
}

// roots returns the names of a scope, those that are written as paths of
// directories as the roots that the catalog knows.
func (d *Desk) roots(s federation.Scope) []string {
	if s.Kind != federation.ScopeNames {
		return s.Names
	}
	names := slices.Clone(s.Names)
	for i, n := range names {
		if !strings.ContainsRune(n, os.PathSeparator) && n != "." && n != ".." {
			continue
		}
		if dir, err := d.directory(n); err == nil {
			names[i] = dir
		}
	}
	return names
}

// label is what answers call a project: its name, or where several share that,
// its root, or its id. People can give those as names too.
func (a *across) label(p catalog.Project) string {
	switch {
	case !a.shared[p.Name]:
		return p.Name
	case a.shared[p.Root]: // on another node too
		return string(p.ID)
	}
	return p.Root
}

// failed returns how the failures of planning and asking are told.
func (a *across) failed(asking []federation.Failure) []ProjectFailure {
	rows := []ProjectFailure{}
	if asOf, away := catalog.AwayOf(a.engine.Catalog); away {
		rows = append(rows, ProjectFailure{Code: "unavailable", Message: "the catalog cannot be reached: asked were the projects that it had at " + stamp(asOf.Unix())})
	}
	for _, f := range slices.Concat(a.failures, asking) {
		rows = append(rows, a.failure(f.Project, f.Err))
	}
	return rows
}

func (a *across) failure(p catalog.Project, err error) ProjectFailure {
	told := FailureOf(err)
	return ProjectFailure{Project: a.label(p), Code: told.Code, Message: told.Message}
}

// each asks every project of a scope. It returns the answers in the order of the
// projects.
func each[Args, Answer any](ctx context.Context, d *Desk, project string, s federation.Scope, q asking[Args, none, Answer], args Args) (
	*across, []federation.Part[Answer], []ProjectFailure, error) {
	a, err := d.plan(ctx, project, s)
	if err != nil {
		return nil, nil, nil, err
	}
	parts, failures, err := q.ask(ctx, d, a.engine, a.targets, args, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	rows := a.failed(failures)
	if len(parts)+len(rows) == 0 {
		return nil, nil, nil, emptyScope()
	}
	return a, parts, rows, nil
}

// emptyScope is the error of a scope without any project.
func emptyScope() error {
	return &projectbase.HintError{Err: fmt.Errorf("the scope holds no project: %w", projectbase.ErrNotFound), Hint: "run: codegraph scan DIR --index"}
}

// refresher makes sure of bases for federation.
type refresher struct{ d *Desk }

func (r refresher) Refresh(ctx context.Context, p catalog.Project, base *query.Index, budget time.Duration) (federation.State, error) {
	if base.Copy() {
		return federation.State{State: string(fresh.Unknown), Pending: []projectbase.Path{}, CheckedAt: p.Published.Indexed, Reason: publishedReason(p)}, nil
	}
	if budget <= 0 {
		return federation.State{State: string(fresh.Unknown), Pending: []projectbase.Path{}, CheckedAt: p.LastIndexed,
			Reason: "there was no time to compare it with its files"}, nil
	}
	s, err := r.d.Keeper.Ensure(ctx, r.project(p), fresh.Options{Budget: budget, Base: base.Store()})
	if err != nil {
		return federation.State{}, err
	}
	if s.Pending == nil {
		s.Pending = []projectbase.Path{}
	}
	if s.State == fresh.Unknown && !exists(p.Root) {
		return federation.State{}, fmt.Errorf("%s is gone: %w", p.Root, federation.ErrMissing)
	}
	return federation.State{State: string(s.State), Pending: s.Pending, Gone: s.Gone, CheckedAt: s.CheckedAt, Reason: s.Reason}, nil
}

func (r refresher) project(p catalog.Project) index.Project {
	return index.Project{Root: p.Root, Base: p.Base, DirName: r.d.Locations.Name()}
}

// Renew brings a base of an older schema to the present one.
func (r refresher) Renew(ctx context.Context, p catalog.Project) error {
	return r.d.Indexer.Migrate(ctx, r.project(p), index.Wait{})
}

// freshState returns a state as answers about one project have it.
func freshState(s federation.State) fresh.State {
	return fresh.State{State: fresh.Word(s.State), Pending: s.Pending, Gone: s.Gone, CheckedAt: s.CheckedAt, Reason: s.Reason}
}

// publishedAt starts the reason of a published base for not being compared with
// its files.
const publishedAt = "published at "

func publishedReason(p catalog.Project) string {
	return publishedAt + stamp(p.Published.At) + " by node " + query.Shown(p.Node, 60) + "; the index is of " + stamp(p.Published.Indexed)
}

// isPublished reports whether a state is that of a published base.
func isPublished(s fresh.State) bool { return strings.HasPrefix(s.Reason, publishedAt) }

// freshnessNotes says which projects differ from their indexes, and of how many
// others that is not known.
func freshnessNotes(p *Page, projects []ProjectAnswer) {
	unknown, since := 0, int64(0)
	for _, a := range projects {
		if isPublished(a.Freshness) {
			p.Note("%s: %s", query.Shown(a.Name, 0), query.Shown(a.Freshness.Reason, 0))
			continue
		}
		if a.Freshness.State != fresh.Unknown {
			pendingNote(p, a.Freshness)
			continue
		}
		unknown++
		if since == 0 || a.Freshness.CheckedAt < since {
			since = a.Freshness.CheckedAt
		}
	}
	if unknown > 0 {
		p.Note("not compared with their files: %s, the oldest index is of %s", count(unknown, "project", "projects"), stamp(since))
	}
}

// baseName is the name of a project that nobody has named.
func baseName(root string) string { return filepath.Base(root) }
