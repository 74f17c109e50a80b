package query

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"codegraph/projectbase/store"
)

// maxCompletions bounds what is offered for completion.
const maxCompletions = 50

// FilesFrom returns the paths that begin with typed, sorted.
func (b *Base) FilesFrom(ctx context.Context, typed string) ([]string, error) {
	var out []string
	err := b.view(ctx, "completion", func(s *store.Snapshot) error {
		out = nil // a view of a base that cannot be locked may be repeated
		files, err := s.Files()
		for i := range files {
			if p := string(files[i].Path); strings.HasPrefix(p, typed) {
				out = append(out, Shown(p, 0))
			}
		}
		return err
	})
	return out, err
}

// TermsFrom returns the most common items that begin with typed, by spelling.
func (b *Base) TermsFrom(ctx context.Context, typed string) ([]string, error) {
	var out []string
	err := b.view(ctx, "completion", func(s *store.Snapshot) error {
		out = nil
		items, err := s.ItemsPrefix(typed, true)
		slices.SortFunc(items, func(a, b store.Item) int {
			return cmp.Or(cmp.Compare(b.Occurrences, a.Occurrences), cmp.Compare(a.Term, b.Term))
		})
		for _, it := range items[:min(len(items), maxCompletions)] {
			out = append(out, Shown(it.Term, 0))
		}
		slices.Sort(out)
		return err
	})
	return out, err
}
