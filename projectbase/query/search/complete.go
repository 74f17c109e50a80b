package search

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"codegraph/projectbase/query"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// maxCompletions bounds the completions of a word.
const maxCompletions = 50

// FilesFrom returns the paths with the prefix typed, sorted.
func FilesFrom(ctx context.Context, b *query.Index, typed string) ([]string, error) {
	var out []string
	err := b.View(ctx, "completion", func(s *read.Snapshot) error {
		out = nil // View may call fn again if the index cannot be locked
		files, err := s.Files()
		for i := range files {
			if p := string(files[i].Path); strings.HasPrefix(p, typed) {
				out = append(out, query.Shown(p, 0))
			}
		}
		return err
	})
	return out, err
}

// TermsFrom returns the most common terms with the prefix typed, sorted.
func TermsFrom(ctx context.Context, b *query.Index, typed string) ([]string, error) {
	var out []string
	err := b.View(ctx, "completion", func(s *read.Snapshot) error {
		out = nil
		items, err := s.ItemsPrefix(typed, true)
		slices.SortFunc(items, func(a, b store.Item) int {
			return cmp.Or(cmp.Compare(b.Occurrences, a.Occurrences), cmp.Compare(a.Term, b.Term))
		})
		for _, it := range items[:min(len(items), maxCompletions)] {
			out = append(out, query.Shown(it.Term, 0))
		}
		slices.Sort(out)
		return err
	})
	return out, err
}
