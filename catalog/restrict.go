package catalog

import (
	"context"
	"slices"
)

// Restrict returns a store that holds only the projects that sees accepts: all
// others do not exist in it, neither in lists, counts and links nor in errors.
// It is for one request: what is seen does not change while it is used. Closing
// it does nothing.
func Restrict(s Store, sees func(Project) bool) Store { return &restricted{s, sees} }

type restricted struct {
	all  Store
	sees func(Project) bool
}

// visible returns the ids of those of the projects that are seen; nil stands for
// all.
func (r *restricted) visible(ctx context.Context, ids []ProjectID) ([]ProjectID, error) {
	list, err := r.Projects(ctx, Query{IDs: ids})
	out := make([]ProjectID, len(list))
	for i, p := range list {
		out[i] = p.ID
	}
	return out, err
}

// must returns the error of an unknown project unless id is seen.
func (r *restricted) must(ctx context.Context, id ProjectID) error {
	seen, err := r.visible(ctx, []ProjectID{id})
	if err == nil && len(seen) == 0 {
		err = &NotFoundError{What: "project", Name: string(id)}
	}
	return err
}

func (r *restricted) Projects(ctx context.Context, q Query) ([]Project, error) {
	list, err := r.all.Projects(ctx, q)
	if err != nil {
		return nil, err
	}
	var out []Project // the list may be shared
	for _, p := range list {
		if r.sees(p) {
			out = append(out, p)
		}
	}
	return out, nil
}

func (r *restricted) Find(ctx context.Context, name, node string) (Project, error) {
	list, err := r.Projects(ctx, Query{})
	if err != nil {
		return Project{}, err
	}
	return Pick(list, name, node)
}

func (r *restricted) Tags(ctx context.Context) (map[string]int, error) {
	list, err := r.Projects(ctx, Query{})
	counts := map[string]int{}
	for _, p := range list {
		for _, t := range p.Tags {
			counts[t]++
		}
	}
	return counts, err
}

func (r *restricted) Manifests(ctx context.Context) (Manifests, error) {
	m, err := r.all.Manifests(ctx)
	if err != nil {
		return Manifests{}, err
	}
	seen := map[ProjectID]bool{}
	var projects []Project
	for _, p := range m.Projects {
		if r.sees(p) {
			seen[p.ID] = true
			projects = append(projects, p)
		}
	}
	m.Projects = projects
	m.Packages = slices.DeleteFunc(slices.Clone(m.Packages), func(p Package) bool { return !seen[p.Project] })
	m.Requirements = slices.DeleteFunc(slices.Clone(m.Requirements), func(q Requirement) bool { return !seen[q.Project] })
	return m, nil
}

func (r *restricted) Packages(ctx context.Context, q PackageQuery) ([]Package, error) {
	list, err := r.all.Packages(ctx, q)
	if err != nil {
		return nil, err
	}
	seen, err := r.set(ctx)
	return slices.DeleteFunc(list, func(p Package) bool { return !seen[p.Project] }), err
}

func (r *restricted) Requirements(ctx context.Context, q PackageQuery) ([]Requirement, error) {
	list, err := r.all.Requirements(ctx, q)
	if err != nil {
		return nil, err
	}
	seen, err := r.set(ctx)
	return slices.DeleteFunc(list, func(q Requirement) bool { return !seen[q.Project] }), err
}

// Links hides links from and to projects that are not seen: they would name
// them.
func (r *restricted) Links(ctx context.Context, q LinkQuery) ([]Link, error) {
	list, err := r.all.Links(ctx, q)
	if err != nil {
		return nil, err
	}
	seen, err := r.set(ctx)
	// A link by hand to a project that is unknown, or seems so, has its path only.
	return slices.DeleteFunc(list, func(l Link) bool { return !seen[l.From] || l.To != "" && !seen[l.To] }), err
}

func (r *restricted) set(ctx context.Context) (map[ProjectID]bool, error) {
	ids, err := r.visible(ctx, nil)
	seen := map[ProjectID]bool{}
	for _, id := range ids {
		seen[id] = true
	}
	return seen, err
}

func (r *restricted) Candidates(ctx context.Context, a Ask) (Candidates, error) {
	seen, err := r.set(ctx)
	if err != nil {
		return Candidates{}, err
	}
	present := map[ProjectID]Stamp{}
	for id, s := range a.Present {
		if seen[id] {
			present[id] = s
		}
	}
	a.Present = present
	return r.all.Candidates(ctx, a)
}

func (r *restricted) Version(ctx context.Context) (int64, error) { return r.all.Version(ctx) }
func (r *restricted) Close() error                               { return nil }

// Enter refuses entries that would not be seen, and such as would take the place
// or id of a project that is not.
func (r *restricted) Enter(ctx context.Context, e Entry) (bool, error) {
	changed, err := r.EnterAll(ctx, []Entry{e})
	return err == nil && changed[0], err
}

func (r *restricted) EnterAll(ctx context.Context, entries []Entry) ([]bool, error) {
	all, err := r.all.Projects(ctx, Query{})
	if err != nil {
		return nil, err
	}
	for _, e := range entries {
		taken := slices.ContainsFunc(all, func(p Project) bool {
			return (p.ID == e.Project.ID || p.Place == e.Project.Place) && !r.sees(p)
		})
		known := slices.ContainsFunc(all, func(p Project) bool { return p.ID == e.Project.ID })
		if taken || !known && !r.sees(e.Project) {
			return nil, &NotFoundError{What: "project", Name: string(e.Project.ID)}
		}
	}
	return r.all.EnterAll(ctx, entries)
}

func (r *restricted) Seen(ctx context.Context, at int64, ids ...ProjectID) error {
	seen, err := r.visible(ctx, slices.Concat([]ProjectID{}, ids))
	if err != nil || len(seen) == 0 {
		return err
	}
	return r.all.Seen(ctx, at, seen...)
}

func (r *restricted) SetState(ctx context.Context, s State, ids ...ProjectID) (int, error) {
	seen, err := r.visible(ctx, slices.Concat([]ProjectID{}, ids))
	if err != nil || len(seen) == 0 {
		return 0, err
	}
	return r.all.SetState(ctx, s, seen...)
}

func (r *restricted) Forget(ctx context.Context, ids ...ProjectID) (int, error) {
	seen, err := r.visible(ctx, slices.Concat([]ProjectID{}, ids))
	if err != nil || len(seen) == 0 {
		return 0, err
	}
	return r.all.Forget(ctx, seen...)
}

func (r *restricted) Tag(ctx context.Context, id ProjectID, tags ...string) (bool, error) {
	if err := r.must(ctx, id); err != nil {
		return false, err
	}
	return r.all.Tag(ctx, id, tags...)
}

func (r *restricted) Untag(ctx context.Context, id ProjectID, tags ...string) (bool, error) {
	if err := r.must(ctx, id); err != nil {
		return false, err
	}
	return r.all.Untag(ctx, id, tags...)
}

func (r *restricted) SetPublished(ctx context.Context, id ProjectID, p Published) (bool, error) {
	if err := r.must(ctx, id); err != nil {
		return false, err
	}
	return r.all.SetPublished(ctx, id, p)
}

// Rename refuses names under which the project would not be seen.
func (r *restricted) Rename(ctx context.Context, id ProjectID, name string) (bool, error) {
	if err := r.must(ctx, id); err != nil {
		return false, err
	}
	if name != "" && !r.sees(Project{ID: id, Name: name}) {
		return false, &NotFoundError{What: "project", Name: name}
	}
	return r.all.Rename(ctx, id, name)
}

// ReplaceLinks does nothing: links that are derived from a part of the manifests
// are not those of all. Who sees all derives them.
func (r *restricted) ReplaceLinks(context.Context, int64, []Link) (bool, error) { return false, nil }

func (r *restricted) PutFilter(ctx context.Context, id ProjectID, s Stamp, f Filter) error {
	if err := r.must(ctx, id); err != nil {
		return err
	}
	return r.all.PutFilter(ctx, id, s, f)
}

func (r *restricted) PutFilters(ctx context.Context, list []KeptFilter) error {
	seen, err := r.set(ctx)
	if err != nil {
		return err
	}
	return r.all.PutFilters(ctx, slices.DeleteFunc(slices.Clone(list), func(k KeptFilter) bool { return !seen[k.Project] }))
}

func (r *restricted) Restamp(ctx context.Context, id ProjectID, s Stamp) (bool, error) {
	if err := r.must(ctx, id); err != nil {
		return false, err
	}
	return r.all.Restamp(ctx, id, s)
}
