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

// refresher makes sure of bases for federation.
type refresher struct{ d *Workspace }

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
	if s.State == fresh.Unknown && !Exists(p.Root) {
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

// FreshState returns a state as answers about one project have it.
func FreshState(s federation.State) fresh.State {
	return fresh.State{State: fresh.Word(s.State), Pending: s.Pending, Gone: s.Gone, CheckedAt: s.CheckedAt, Reason: s.Reason}
}

// PublishedAt starts the reason of a published base for not being compared with
// its files.
const PublishedAt = "published at "

func publishedReason(p catalog.Project) string {
	return PublishedAt + stamp(p.Published.At) + " by node " + query.Shown(p.Node, 60) + "; the index is of " + stamp(p.Published.Indexed)
}

// stamp returns Unix seconds as people read them.
func stamp(seconds int64) string { return time.Unix(seconds, 0).UTC().Format(time.RFC3339) }
