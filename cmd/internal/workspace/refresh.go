package workspace

import (
	"context"
	"fmt"
	"time"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
)

// refresher brings indexes up to date for federation.
type refresher struct{ d *Workspace }

func (r refresher) Refresh(ctx context.Context, p catalog.Project, base *query.Index, budget time.Duration) (projectbase.Freshness, error) {
	if base.Copy() {
		return projectbase.Freshness{State: fresh.Unknown, Pending: []projectbase.Path{}, CheckedAt: p.Published.Indexed,
			Published: &projectbase.Publication{At: p.Published.At, Indexed: p.Published.Indexed, Machine: p.Node, By: p.Published.By}}, nil
	}
	if budget <= 0 {
		return projectbase.Freshness{State: fresh.Unknown, Pending: []projectbase.Path{}, CheckedAt: p.LastIndexed,
			Reason: "there was no time to compare it with its files"}, nil
	}
	s, err := r.d.Keeper.Ensure(ctx, r.project(p), fresh.Options{Budget: budget, Base: base.Store()})
	if err != nil {
		return projectbase.Freshness{}, err
	}
	if s.Pending == nil {
		s.Pending = []projectbase.Path{}
	}
	if s.State == fresh.Unknown && !Exists(p.Root) {
		return projectbase.Freshness{}, fmt.Errorf("%s is gone: %w", p.Root, federation.ErrMissing)
	}
	return s, nil
}

func (r refresher) project(p catalog.Project) index.Project { return r.d.ProjectOf(p) }

// ProjectOf returns a project of the catalog that is on this machine.
func (d *Workspace) ProjectOf(p catalog.Project) index.Project {
	return index.Project{Root: p.Root, Base: p.Base, DirName: d.Locations.Name()}
}

// Renew migrates an index of an older schema to the current one.
func (r refresher) Renew(ctx context.Context, p catalog.Project) error {
	return r.d.Indexer.Migrate(ctx, r.project(p), index.Wait{})
}
