package workspace

import (
	"context"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"
)

// Index is a refreshed index that is open for questions.
type Index struct {
	*query.Index
	Target federation.Target
	State  projectbase.Freshness

	// Alone is true for the only project of a question without a scope. The fields
	// below are set for this project alone.
	Alone    bool
	Project  index.Project
	Settings settings.Settings

	workspace *Workspace
}

// Open finds a project, refreshes its index within the budget and opens it. The
// caller closes it.
func (d *Workspace) Open(ctx context.Context, name string) (*Index, error) {
	p, err := d.Find(name)
	if err != nil {
		return nil, err
	}
	base, err := d.Pool.Take(ctx, p.Base, p.Root)
	if err != nil {
		// Ensure migrates an older index, and its error says how to repair a damaged one.
		if _, e := d.Keeper.Ensure(ctx, p, fresh.Options{Wait: d.Wait}); e != nil {
			return nil, e
		}
		if base, err = d.Pool.Take(ctx, p.Base, p.Root); err != nil {
			return nil, err
		}
	}
	// The list of files is read while the files are compared.
	warm := make(chan struct{})
	go func() {
		defer close(warm)
		base.Warm(ctx)
	}()
	o, err := d.ensure(ctx, p, base)
	<-warm
	if err != nil {
		d.Pool.Put(base, true)
		return nil, err
	}
	return o, nil
}

// Close returns the index to the pool.
func (o *Index) Close() { o.workspace.Pool.Put(o.Index, false) }

func (d *Workspace) ensure(ctx context.Context, p index.Project, base *query.Index) (*Index, error) {
	state, err := d.Keeper.Ensure(ctx, p, fresh.Options{Budget: d.Budget, Base: base.Store()})
	if err != nil {
		return nil, err
	}
	if state.Pending == nil {
		state.Pending = []projectbase.Path{}
	}
	if state.Outdated && d.Outdated != nil {
		d.Outdated(p)
	}
	set, err := settings.Load(p.Base)
	if err != nil {
		return nil, err
	}
	return &Index{Index: base, State: state, Alone: true, Project: p, Settings: set, workspace: d,
		Target: federation.Target{Project: catalog.Project{Place: catalog.Place{Node: d.Node, Root: p.Root}, Base: p.Base}}}, nil
}
