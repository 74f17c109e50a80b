package workspace

import (
	"context"

	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"
)

// Index is a base that was made sure of and is open for questions.
type Index struct {
	*query.Index
	pool     *federation.Pool // that the base goes back to
	Project  index.Project
	State    fresh.State
	Settings settings.Settings
}

// Open finds the project, brings its base up to date as far as the budget goes
// and opens it. The caller closes it.
func (d *Workspace) Open(ctx context.Context, name string) (*Index, error) {
	p, err := d.Find(name)
	if err != nil {
		return nil, err
	}
	base, err := d.Pool.Take(ctx, p.Base, p.Root)
	if err != nil {
		// Whoever makes sure of bases knows what to do about one that does not open.
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

// Close gives the base back.
func (o *Index) Close() { o.pool.Put(o.Index, false) }

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
	return &Index{base, d.Pool, p, state, set}, nil
}
