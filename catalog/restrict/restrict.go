// Package restrict limits a catalog to the projects that one user may see.
package restrict

import (
	"context"
	"slices"

	"codegraph/catalog"
	"codegraph/catalog/lookup"
)

// To returns a store that holds only the projects that sees accepts. All other
// projects do not exist in it: not in lists, counts and links, and not in errors.
// Use it for one request, during which sees does not change. It has no tokens,
// audit log, leases and readings. Close does nothing.
func To(s catalog.Store, sees func(catalog.Project) bool) catalog.Store {
	return &restricted{filtered{view{s, sees}}, catalog.Unsupported{}}
}

// view is a catalog and the projects that are visible in it.
type view struct {
	all  catalog.Store
	sees func(catalog.Project) bool
}

// restricted implements catalog.Store.
type restricted struct {
	filtered
	catalog.Unsupported
}

func (r *restricted) Version(ctx context.Context) (int64, error) { return r.all.Version(ctx) }
func (r *restricted) Service() catalog.Service                   { return r.all.Service() }
func (r *restricted) Rest()                                      {}
func (r *restricted) Close() error                               { return nil }

// visible returns the visible ones of some projects; nil stands for all projects.
func (v view) visible(ctx context.Context, ids []catalog.ProjectID) ([]catalog.ProjectID, error) {
	list, err := v.Projects(ctx, catalog.Query{IDs: ids})
	out := make([]catalog.ProjectID, len(list))
	for i, p := range list {
		out[i] = p.ID
	}
	return out, err
}

// must returns the error of an unknown project unless id is visible.
func (v view) must(ctx context.Context, id catalog.ProjectID) error {
	seen, err := v.visible(ctx, []catalog.ProjectID{id})
	if err == nil && len(seen) == 0 {
		err = &catalog.NotFoundError{What: "project", Name: string(id)}
	}
	return err
}

// set returns the ids of all visible projects.
func (v view) set(ctx context.Context) (map[catalog.ProjectID]bool, error) {
	ids, err := v.visible(ctx, nil)
	seen := map[catalog.ProjectID]bool{}
	for _, id := range ids {
		seen[id] = true
	}
	return seen, err
}

func (v view) Projects(ctx context.Context, q catalog.Query) ([]catalog.Project, error) {
	list, err := v.all.Projects(ctx, q)
	if err != nil {
		return nil, err
	}
	var out []catalog.Project // the list may be shared
	for _, p := range list {
		if v.sees(p) {
			out = append(out, p)
		}
	}
	return out, nil
}

func (v view) Find(ctx context.Context, name, node string) (catalog.Project, error) {
	list, err := v.Projects(ctx, catalog.Query{})
	if err != nil {
		return catalog.Project{}, err
	}
	return lookup.Pick(list, name, node)
}

func (v view) Tags(ctx context.Context) (map[string]int, error) {
	list, err := v.Projects(ctx, catalog.Query{})
	counts := map[string]int{}
	for _, p := range list {
		for _, t := range p.Tags {
			counts[t]++
		}
	}
	return counts, err
}

// Enter refuses entries that are not visible, and entries with the place or the id
// of a project that is not visible.
func (v view) Enter(ctx context.Context, e catalog.Entry) (bool, error) {
	changed, err := v.EnterAll(ctx, []catalog.Entry{e})
	return err == nil && changed[0], err
}

func (v view) EnterAll(ctx context.Context, entries []catalog.Entry) ([]bool, error) {
	all, err := v.all.Projects(ctx, catalog.Query{})
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		taken := slices.ContainsFunc(all, func(p catalog.Project) bool {
			return (p.ID == e.Project.ID || p.Place == e.Project.Place) && !v.sees(p)
		})
		known := slices.ContainsFunc(all, func(p catalog.Project) bool { return p.ID == e.Project.ID })
		if taken || !known && !v.sees(e.Project) {
			return nil, &catalog.NotFoundError{What: "project", Name: string(e.Project.ID)}
		}
	}
	return v.all.EnterAll(ctx, entries)
}

func (v view) Seen(ctx context.Context, at int64, ids ...catalog.ProjectID) error {
	seen, err := v.visible(ctx, slices.Concat([]catalog.ProjectID{}, ids))
	if err != nil || len(seen) == 0 {
		return err
	}
	return v.all.Seen(ctx, at, seen...)
}

func (v view) SetState(ctx context.Context, s catalog.State, ids ...catalog.ProjectID) (int, error) {
	seen, err := v.visible(ctx, slices.Concat([]catalog.ProjectID{}, ids))
	if err != nil || len(seen) == 0 {
		return 0, err
	}
	return v.all.SetState(ctx, s, seen...)
}

func (v view) Forget(ctx context.Context, ids ...catalog.ProjectID) (int, error) {
	seen, err := v.visible(ctx, slices.Concat([]catalog.ProjectID{}, ids))
	if err != nil || len(seen) == 0 {
		return 0, err
	}
	return v.all.Forget(ctx, seen...)
}

func (v view) Tag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	if err := v.must(ctx, id); err != nil {
		return false, err
	}
	return v.all.Tag(ctx, id, tags...)
}

func (v view) Untag(ctx context.Context, id catalog.ProjectID, tags ...string) (bool, error) {
	if err := v.must(ctx, id); err != nil {
		return false, err
	}
	return v.all.Untag(ctx, id, tags...)
}

func (v view) SetPublished(ctx context.Context, id catalog.ProjectID, p catalog.Published) (bool, error) {
	if err := v.must(ctx, id); err != nil {
		return false, err
	}
	return v.all.SetPublished(ctx, id, p)
}

// Rename refuses names that would hide the project.
func (v view) Rename(ctx context.Context, id catalog.ProjectID, name string) (bool, error) {
	if err := v.must(ctx, id); err != nil {
		return false, err
	}
	if name != "" && !v.sees(catalog.Project{ID: id, Name: name}) {
		return false, &catalog.NotFoundError{What: "project", Name: name}
	}
	return v.all.Rename(ctx, id, name)
}
