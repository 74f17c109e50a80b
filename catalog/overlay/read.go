package overlay

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"

	"codegraph/catalog"
)

// reader has the methods that query the service first.
type reader struct{ c *connection }

// Projects implements catalog.Store.
func (r reader) Projects(ctx context.Context, q catalog.Query) ([]catalog.Project, error) {
	list, err := query(ctx, r.c, func(c catalog.Store) ([]catalog.Project, error) { return c.Projects(ctx, q) })
	refused := r.c.refusedProjects()
	if err != nil || len(refused) == 0 || r.c.unreachable() != nil {
		return list, err
	}
	own, err := r.c.o.Own.Projects(ctx, q)
	if err != nil {
		return nil, err
	}
	own = slices.DeleteFunc(slices.Clone(own), func(p catalog.Project) bool { return !refused[p.ID] })
	if len(own) == 0 {
		return list, nil
	}
	list = slices.Concat(list, own)
	slices.SortFunc(list, catalog.Compare)
	return list, nil
}

// Find implements catalog.Store. While the service is unreachable, the error for
// an unknown name is catalog.ErrUnavailable: the service may know it.
func (r reader) Find(ctx context.Context, name, node string) (catalog.Project, error) {
	p, err := query(ctx, r.c, func(c catalog.Store) (catalog.Project, error) { return c.Find(ctx, name, node) })
	if !errors.Is(err, catalog.ErrNotFound) {
		return p, err
	}
	if failure := r.c.unreachable(); failure != nil {
		if node == r.c.o.Node && filepath.IsAbs(name) {
			return p, err
		}
		return p, fmt.Errorf("%w, and here: %w", failure, textOnly{err})
	}
	if own, e := r.c.o.Own.Find(ctx, name, node); e == nil && r.c.refusedProjects()[own.ID] {
		return own, nil
	}
	return p, err
}

// textOnly is the text of an error, without its kind.
type textOnly struct{ err error }

func (t textOnly) Error() string { return t.err.Error() }

// Links implements catalog.Store.
func (r reader) Links(ctx context.Context, q catalog.LinkQuery) ([]catalog.Link, error) {
	list, err := query(ctx, r.c, func(c catalog.Store) ([]catalog.Link, error) { return c.Links(ctx, q) })
	refused := r.c.refusedProjects()
	if err != nil || len(refused) == 0 || r.c.unreachable() != nil {
		return list, err
	}
	own, err := r.c.o.Own.Links(ctx, q)
	if err != nil {
		return nil, err
	}
	list = slices.Clone(list)
	for _, l := range own {
		if refused[l.From] {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, catalog.CompareLinks)
	return list, nil
}

// Tags implements catalog.Store.
func (r reader) Tags(ctx context.Context) (map[string]int, error) {
	return query(ctx, r.c, func(c catalog.Store) (map[string]int, error) { return c.Tags(ctx) })
}

// Manifests implements catalog.Store.
func (r reader) Manifests(ctx context.Context) (catalog.Manifests, error) {
	return query(ctx, r.c, func(c catalog.Store) (catalog.Manifests, error) { return c.Manifests(ctx) })
}

// Packages implements catalog.Store.
func (r reader) Packages(ctx context.Context, q catalog.PackageQuery) ([]catalog.Package, error) {
	return query(ctx, r.c, func(c catalog.Store) ([]catalog.Package, error) { return c.Packages(ctx, q) })
}

// Requirements implements catalog.Store.
func (r reader) Requirements(ctx context.Context, q catalog.PackageQuery) ([]catalog.Requirement, error) {
	return query(ctx, r.c, func(c catalog.Store) ([]catalog.Requirement, error) { return c.Requirements(ctx, q) })
}
