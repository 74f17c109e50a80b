package scan

import (
	"cmp"
	"context"
	"errors"
	"runtime"

	"codegraph/catalog"
	"codegraph/projectbase"
	"codegraph/projectbase/settings"

	"golang.org/x/sync/errgroup"
)

// defaultBatch is the number of projects that are entered in one transaction.
const defaultBatch = 256

// enterAll registers the indexed projects and sets the state of the others.
func (r *Registrar) enterAll(ctx context.Context, dir string, result *Result) error {
	projects := result.Projects
	var indexed []*Project
	for i := range projects {
		if projects[i].Indexed {
			indexed = append(indexed, &projects[i])
		}
	}
	unknown, err := r.recall(ctx, dir, indexed)
	if err != nil {
		return err
	}
	result.Read = len(unknown)
	made := &readings{of: map[catalog.ProjectID]catalog.Reading{}}
	if err := r.enterBatches(ctx, unknown, made); err != nil {
		return err
	}
	// Read an index again if another process wrote it in the meantime.
	again := made.outdated
	made.outdated = nil
	if err := r.enterBatches(ctx, again, made); err != nil {
		return err
	}
	if err := r.keep(ctx, made); err != nil {
		return err
	}
	if err := r.markBroken(ctx, projects); err != nil {
		return err
	}
	var seen []catalog.ProjectID
	for _, p := range projects {
		if p.Entry.ID != "" {
			seen = append(seen, p.Entry.ID)
		}
	}
	return r.Catalog.Seen(ctx, r.now().Unix(), seen...)
}

// enterBatches reads projects and enters them in batches.
func (r *Registrar) enterBatches(ctx context.Context, projects []*Project, made *readings) error {
	for len(projects) > 0 {
		n := min(cmp.Or(r.batch, defaultBatch), len(projects))
		if err := r.enterSome(ctx, projects[:n], made); err != nil {
			return err
		}
		projects = projects[n:]
	}
	return nil
}

// enterSome reads projects in parallel and enters them in their order.
func (r *Registrar) enterSome(ctx context.Context, projects []*Project, made *readings) error {
	read := make([]*sighted, len(projects))
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(2 * runtime.GOMAXPROCS(0))
	for i, p := range projects {
		g.Go(func() error {
			s, err := r.see(gctx, p.Root, p.Kind)
			if err != nil {
				p.State, p.Err = stateOf(err), err
			}
			read[i] = s
			return gctx.Err()
		})
	}
	if err := g.Wait(); err != nil {
		return err
	}
	// Enter in order: if two indexes have the same id, the catalog must know the
	// first project when identify handles the second one.
	var waiting []*Project
	var entries []*sighted
	known := map[string]bool{}
	flush := func() error {
		err := r.enterTogether(ctx, waiting, entries, made)
		waiting, entries, known = nil, nil, map[string]bool{}
		return err
	}
	for i, p := range projects {
		s := read[i]
		if p.Err != nil {
			continue
		}
		if known[s.base.meta.ProjectID] {
			if err := flush(); err != nil {
				return err
			}
		}
		known[s.base.meta.ProjectID] = true
		_, err := r.identify(ctx, p.Root, settings.BaseDir(p.Root, r.Locations), s)
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			if catalogBroken(err) {
				return err
			}
			p.State, p.Err = stateOf(err), err
			continue
		}
		waiting, entries = append(waiting, p), append(entries, s)
	}
	return flush()
}

// enterTogether enters projects in one transaction. If the catalog refuses it,
// enterTogether enters them one by one, so that each project has its own error.
func (r *Registrar) enterTogether(ctx context.Context, projects []*Project, seen []*sighted, made *readings) error {
	entries := make([]catalog.Entry, len(seen))
	for i, s := range seen {
		entries[i] = s.entry()
	}
	changed, err := r.Catalog.EnterAll(ctx, entries)
	if ctx.Err() != nil {
		return ctx.Err()
	}
	if err != nil && catalogBroken(err) {
		return err
	}
	for i, p := range projects {
		did, failed := false, error(nil)
		if err == nil {
			did = changed[i]
		} else if did, failed = r.Catalog.Enter(ctx, entries[i]); failed != nil {
			p.State, p.Err = stateOf(failed), failed
			continue
		}
		p.State, p.Entry, p.Packages, p.Changed = catalog.StateIndexed, entries[i].Project, len(entries[i].Packages), p.Changed || did
		made.note(p, seen[i])
	}
	return nil
}

// catalogBroken reports whether an error of the catalog ends the scan.
func catalogBroken(err error) bool {
	for _, e := range []error{catalog.ErrReadOnly, catalog.ErrBusy, catalog.ErrUnavailable, catalog.ErrCorrupt, catalog.ErrTooNew} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// stateOf returns the state of a project for an error of its index.
func stateOf(err error) catalog.State {
	switch {
	case errors.Is(err, projectbase.ErrForeign):
		return catalog.StateForeign
	case errors.Is(err, projectbase.ErrTooNew):
		return catalog.StateTooNew
	case errors.Is(err, projectbase.ErrNotIndexed):
		return catalog.StateNotIndexed
	}
	return catalog.StateUnreadable
}

// markBroken sets the state of known projects with unreadable indexes.
func (r *Registrar) markBroken(ctx context.Context, projects []Project) error {
	for i := range projects {
		p := &projects[i]
		if p.Err == nil || !p.Indexed {
			continue
		}
		known, err := r.Catalog.Find(ctx, p.Root, r.Node)
		if errors.Is(err, catalog.ErrNotFound) || errors.Is(err, catalog.ErrAmbiguous) {
			continue
		}
		if err != nil {
			return err
		}
		if _, err := r.Catalog.SetState(ctx, p.State, known.ID); err != nil {
			return err
		}
	}
	return nil
}
