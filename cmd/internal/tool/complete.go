package tool

import (
	"context"

	"codegraph/projectbase/query"
	"codegraph/projectbase/query/search"
)

// Completions look at the base as it is: a key press must not index anything.

// CompleteFiles returns the indexed files whose path begins with typed, sorted.
func (d *Desk) CompleteFiles(ctx context.Context, typed string) ([]string, error) {
	return d.complete(ctx, func(b *query.Index) ([]string, error) { return search.FilesFrom(ctx, b, typed) })
}

// CompleteTerms returns the most common items that begin with typed.
func (d *Desk) CompleteTerms(ctx context.Context, typed string) ([]string, error) {
	return d.complete(ctx, func(b *query.Index) ([]string, error) { return search.TermsFrom(ctx, b, typed) })
}

func (d *Desk) complete(ctx context.Context, ask func(*query.Index) ([]string, error)) ([]string, error) {
	p, err := d.find("")
	if err != nil {
		return nil, err
	}
	b, err := query.Open(ctx, p.Base, p.Root)
	if err != nil {
		return nil, err
	}
	defer b.Close()
	return ask(b)
}
