package restrict

import (
	"context"
	"slices"

	"codegraph/catalog"
	"codegraph/catalog/termfilter"
)

// filtered adds the packages, links and filters of the visible projects.
type filtered struct{ view }

func (f filtered) Manifests(ctx context.Context) (catalog.Manifests, error) {
	m, err := f.all.Manifests(ctx)
	if err != nil {
		return catalog.Manifests{}, err
	}
	seen := map[catalog.ProjectID]bool{}
	var projects []catalog.Project
	for _, p := range m.Projects {
		if f.sees(p) {
			seen[p.ID] = true
			projects = append(projects, p)
		}
	}
	m.Projects = projects
	m.Packages = slices.DeleteFunc(slices.Clone(m.Packages), func(p catalog.Package) bool { return !seen[p.Project] })
	m.Requirements = slices.DeleteFunc(slices.Clone(m.Requirements), func(r catalog.Requirement) bool { return !seen[r.Project] })
	return m, nil
}

func (f filtered) Packages(ctx context.Context, q catalog.PackageQuery) ([]catalog.Package, error) {
	list, err := f.all.Packages(ctx, q)
	if err != nil {
		return nil, err
	}
	seen, err := f.set(ctx)
	return slices.DeleteFunc(list, func(p catalog.Package) bool { return !seen[p.Project] }), err
}

func (f filtered) Requirements(ctx context.Context, q catalog.PackageQuery) ([]catalog.Requirement, error) {
	list, err := f.all.Requirements(ctx, q)
	if err != nil {
		return nil, err
	}
	seen, err := f.set(ctx)
	return slices.DeleteFunc(list, func(r catalog.Requirement) bool { return !seen[r.Project] }), err
}

// Links leaves out links from and to hidden projects: a link names both ends.
func (f filtered) Links(ctx context.Context, q catalog.LinkQuery) ([]catalog.Link, error) {
	list, err := f.all.Links(ctx, q)
	if err != nil {
		return nil, err
	}
	seen, err := f.set(ctx)
	// A manual link to an unknown project holds only a path.
	return slices.DeleteFunc(list, func(l catalog.Link) bool { return !seen[l.From] || l.To != "" && !seen[l.To] }), err
}

// ReplaceLinks does nothing: links derived from some manifests are incomplete.
// A caller that sees all projects derives them.
func (f filtered) ReplaceLinks(context.Context, int64, []catalog.Link) (bool, error) {
	return false, nil
}

func (f filtered) PutFilter(ctx context.Context, id catalog.ProjectID, s catalog.Stamp, filter termfilter.Filter) error {
	if err := f.must(ctx, id); err != nil {
		return err
	}
	return f.all.PutFilter(ctx, id, s, filter)
}

func (f filtered) PutFilters(ctx context.Context, list []catalog.KeptFilter) error {
	seen, err := f.set(ctx)
	if err != nil {
		return err
	}
	return f.all.PutFilters(ctx, slices.DeleteFunc(slices.Clone(list), func(k catalog.KeptFilter) bool { return !seen[k.Project] }))
}

func (f filtered) Restamp(ctx context.Context, id catalog.ProjectID, s catalog.Stamp) (bool, error) {
	if err := f.must(ctx, id); err != nil {
		return false, err
	}
	return f.all.Restamp(ctx, id, s)
}

func (f filtered) Candidates(ctx context.Context, q catalog.TermQuery) (catalog.Candidates, error) {
	seen, err := f.set(ctx)
	if err != nil {
		return catalog.Candidates{}, err
	}
	present := map[catalog.ProjectID]catalog.Stamp{}
	for id, s := range q.Present {
		if seen[id] {
			present[id] = s
		}
	}
	q.Present = present
	return f.all.Candidates(ctx, q)
}
