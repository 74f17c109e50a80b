package query

import (
	"context"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// Rank orders matches of several bases as those of one are: definitions first,
// generated files last. The least comes first.
func (m *Match) Rank() int { return int(m.rank) }

// CompareMatches is the order in which the matches of one project are given.
func CompareMatches(a, b Match) int { return compareMatches(a, b) }

// Fill gives matches that a Bare search has found the text of their lines. It
// returns the files that could not be read.
func (b *Base) Fill(ctx context.Context, matches []*Match) (unreadable []projectbase.Path, err error) {
	src := sources{dir: b.root}
	defer src.close()
	texts := map[projectbase.Path][]byte{}
	for _, m := range matches {
		if m.Text != "" {
			continue // of a pending file, which was read already
		}
		text, read := texts[m.File]
		if !read {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if text, err = src.read(m.File); err != nil {
				unreadable = append(unreadable, m.File)
			}
			texts[m.File] = text
		}
		c := lineCursor{rest: text, line: 1}
		m.Text = Shown(string(c.at(m.LineNumber)), maxText)
	}
	return sortedPaths(unreadable), nil
}

// Generation returns a number that is another one after each change of the base.
func (b *Base) Generation(ctx context.Context) (int64, error) {
	var generation int64
	err := b.view(ctx, "generation", func(s *store.Snapshot) error {
		generation = s.Generation()
		return nil
	})
	return generation, err
}

// FoldedTerms returns all items, folded, with the generation that they are of.
func (b *Base) FoldedTerms(ctx context.Context) (terms []string, generation int64, err error) {
	err = b.view(ctx, "terms", func(s *store.Snapshot) error {
		generation = s.Generation()
		items, err := s.ItemsPrefix("", false)
		if err != nil {
			return err
		}
		terms = make([]string, len(items))
		for i, item := range items {
			terms[i] = projectbase.Fold(item.Term)
		}
		return nil
	})
	return terms, generation, err
}

// Needed returns how a term must fit q to be found, by the folded text that it
// must be, begin with or contain; "" if nothing is known.
func (q *Search) Needed() (mode Mode, folded string) {
	if q.Mode == ModeRegex {
		return ModeContains, string(store.RequiredLiteral(q.Term))
	}
	if q.Mode == "" {
		return ModeExact, projectbase.Fold(q.Term)
	}
	return q.Mode, projectbase.Fold(q.Term)
}
