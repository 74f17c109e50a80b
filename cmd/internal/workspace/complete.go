package workspace

import (
	"context"
	"strings"

	"codegraph/catalog"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/search"
)

// Completions do not update the index: a key press must not index files.

// CompleteFiles returns the indexed files whose path begins with typed, sorted.
func (d *Workspace) CompleteFiles(ctx context.Context, typed string) ([]string, error) {
	return d.complete(ctx, func(b *query.Index) ([]string, error) { return search.FilesFrom(ctx, b, typed) })
}

// CompleteTerms returns the most common items that begin with typed.
func (d *Workspace) CompleteTerms(ctx context.Context, typed string) ([]string, error) {
	return d.complete(ctx, func(b *query.Index) ([]string, error) { return search.TermsFrom(ctx, b, typed) })
}

func (d *Workspace) complete(ctx context.Context, ask func(*query.Index) ([]string, error)) ([]string, error) {
	p, err := d.Find("")
	if err != nil {
		return nil, err
	}
	b, err := query.Open(ctx, p.Base, p.Root, d.Indexer.Languages)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return ask(b)
}

// CompleteProjects returns the names of the catalog's projects that begin with
// typed, in its order.
func (d *Workspace) CompleteProjects(ctx context.Context, typed string) ([]string, error) {
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	list, err := store.Projects(ctx, catalog.Query{})
	if err != nil {
		return nil, err
	}
	return completeNames(list, typed), nil
}

func completeNames(list []catalog.Project, typed string) []string {
	seen := map[string]bool{}
	var out []string
	for _, p := range list {
		if name := query.Shown(p.Name, 0); strings.HasPrefix(name, typed) && !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}
