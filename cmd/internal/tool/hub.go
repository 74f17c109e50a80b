package tool

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/scan"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
)

// Hub is what tools need to know of other projects.
type Hub struct {
	// Catalog returns the catalog, which is opened at the first call. The hub's
	// owner closes it.
	Catalog func(ctx context.Context) (catalog.Store, error)
	Node    string // the machine, by a name that stays
	Pool    *federation.Pool
	// Stat returns the stamp of a file, the zero stamp for one that is not there.
	Stat func(path string) (catalog.FileStamp, error)
}

// registrar returns what enters projects in the catalog.
func (d *Desk) registrar(ctx context.Context) (*scan.Registrar, error) {
	store, err := d.Hub.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	return &scan.Registrar{Catalog: store, Node: d.Hub.Node, Locations: d.Locations, Now: d.Now, Wait: d.Wait.Limit}, nil
}

// register enters a project that was indexed, and derives links where its
// manifests call for it.
func (d *Desk) register(ctx context.Context, root string) (catalog.Project, error) {
	r, err := d.registrar(ctx)
	if err != nil {
		return catalog.Project{}, err
	}
	entered, err := r.Enter(ctx, root, scan.KindOf(root))
	if err != nil {
		return catalog.Project{}, err
	}
	_, err = r.Link(ctx)
	return entered.Project, err
}

// here returns the project that the desk is in as the catalog knows it, entering
// it if it does not, and false outside of any.
func (d *Desk) here(ctx context.Context, name string) (catalog.Project, bool, error) {
	p, err := d.find(name)
	if errors.Is(err, projectbase.ErrNotIndexed) && name == "" {
		return catalog.Project{}, false, nil
	}
	if err != nil {
		return catalog.Project{}, false, err
	}
	store, err := d.Hub.Catalog(ctx)
	if err != nil {
		return catalog.Project{}, false, err
	}
	known, err := store.Find(ctx, p.Root, d.Hub.Node)
	if errors.Is(err, catalog.ErrNotFound) {
		known, err = d.register(ctx, p.Root)
	}
	return known, err == nil, err
}

// across is a question to several projects, as planned.
type across struct {
	engine   *federation.Engine
	targets  []federation.Target
	failures []federation.Failure
}

// plan finds out whom a scope means. The desk's own project, or the one called
// name, is the asker.
func (d *Desk) plan(ctx context.Context, name string, s federation.Scope) (*across, error) {
	store, err := d.Hub.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	here, _, err := d.here(ctx, name)
	if err != nil {
		return nil, err
	}
	a := &across{engine: &federation.Engine{Catalog: store, Pool: d.Hub.Pool, Refresher: refresher{d}, Budget: d.Budget,
		Filters: &federation.Filters{Catalog: store, Stat: d.Hub.Stat, Now: d.Now}}}
	a.targets, a.failures, err = federation.Plan(ctx, store, federation.Asker{ID: here.ID, Node: d.Hub.Node}, s)
	return a, err
}

// refresher makes sure of bases for federation.
type refresher struct{ d *Desk }

func (r refresher) Refresh(ctx context.Context, p catalog.Project, base *query.Base, budget time.Duration) (federation.State, error) {
	if budget <= 0 {
		return federation.State{State: string(fresh.Unknown), Pending: []projectbase.Path{}, CheckedAt: p.LastIndexed,
			Reason: "there was no time to compare it with its files"}, nil
	}
	s, err := r.d.Keeper.Ensure(ctx, index.Project{Root: p.Root, Base: p.Base}, fresh.Options{Budget: budget, Base: base.Store()})
	if err != nil {
		return federation.State{}, err
	}
	if s.Pending == nil {
		s.Pending = []projectbase.Path{}
	}
	return federation.State{State: string(s.State), Pending: s.Pending, Gone: s.Gone, CheckedAt: s.CheckedAt, Reason: s.Reason}, nil
}

// freshState returns a state as answers about one project have it.
func freshState(s federation.State) fresh.State {
	return fresh.State{State: fresh.Word(s.State), Pending: s.Pending, Gone: s.Gone, CheckedAt: s.CheckedAt, Reason: s.Reason}
}

// failureRow returns how a project's failure is told.
func failureRow(f federation.Failure) ProjectFailure {
	told := FailureOf(f.Err)
	return ProjectFailure{Project: f.Project.Name, Code: told.Code, Message: told.Message}
}

// scope reads the two ways to name a scope.
func scopeOf(text string, dependencies bool) (federation.Scope, error) {
	if dependencies {
		if text != "" {
			return federation.Scope{}, fmt.Errorf("%w: include-dependencies and scope say the same; give one of them", projectbase.ErrUsage)
		}
		text = "dependencies"
	}
	return federation.ParseScope(text)
}

// baseName is the name of a project that nobody has named.
func baseName(root string) string { return filepath.Base(root) }

// isNothing reports whether a project was not indexed because it holds nothing
// to index, which is no failure of a scan.
func isNothing(err error) bool { return errors.Is(err, projectbase.ErrNothing) }
