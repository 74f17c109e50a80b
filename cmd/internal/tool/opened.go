package tool

import (
	"context"

	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"
)

// opened is a base that was made sure of and is open for questions.
type opened struct {
	*query.Index
	pool     *federation.Pool // that the base goes back to
	project  index.Project
	state    fresh.State
	settings settings.Settings
}

// open finds the project, brings its base up to date as far as the budget goes
// and opens it. The caller closes it.
func (d *Desk) open(ctx context.Context, name string) (*opened, error) {
	p, err := d.find(name)
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
func (o *opened) Close() { o.pool.Put(o.Index, false) }

func (d *Desk) ensure(ctx context.Context, p index.Project, base *query.Index) (*opened, error) {
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
	return &opened{base, d.Pool, p, state, set}, nil
}
