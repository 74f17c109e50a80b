package search

import (
	"cmp"
	"context"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/store/format"
	"codegraph/projectbase/store/read"
)

// Rank orders matches of several bases as those of one are: definitions first,
// generated files last. The least comes first.
func (m *Match) Rank() int { return int(m.rank) }

// CompareMatches is the order in which the matches of one project are given.
func CompareMatches(a, b Match) int { return compareMatches(a, b) }

// Fill gives matches that a Bare search has found the text of their lines. It
// returns the files that could not be read.
func Fill(ctx context.Context, b *query.Index, matches []*Match) (unreadable []projectbase.Path, err error) {
	src := query.Sources{Dir: b.Root()}
	defer src.Close()
	missing := make([]*Match, 0, len(matches))
	for _, m := range matches {
		if m.Text == "" { // else of a pending file, which was read already
			missing = append(missing, m)
		}
	}
	slices.SortStableFunc(missing, func(a, b *Match) int {
		return cmp.Or(cmp.Compare(a.File, b.File), cmp.Compare(a.LineNumber, b.LineNumber))
	})
	return fill(ctx, &src, missing)
}

// fill sets the text of matches that are in the order of their files and lines.
// Each file is read once and walked over once. It returns the files that could
// not be read. Without files here, there is no text, and nothing has failed.
func fill(ctx context.Context, s *query.Sources, matches []*Match) (unreadable []projectbase.Path, err error) {
	if s.Dir == "" {
		return nil, nil
	}
	var c lineCursor
	for i, m := range matches {
		newFile := i == 0 || matches[i-1].File != m.File
		if newFile || i%checkEvery == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		if newFile {
			text, err := s.Read(m.File)
			if err != nil {
				unreadable = append(unreadable, m.File)
			}
			c = lineCursor{rest: text, line: 1}
		}
		m.Text = c.shownAt(m.LineNumber)
	}
	return unreadable, nil
}

// FoldedTerms returns how all items are folded, each once, with the generation
// that they are of.
func FoldedTerms(ctx context.Context, b *query.Index) (terms []string, generation int64, err error) {
	err = b.View(ctx, "terms", func(s *read.Snapshot) (err error) {
		generation = s.Generation()
		terms, err = s.Folds()
		return err
	})
	return terms, generation, err
}

// Needed returns how a term must fit q to be found, by the folded text that it
// must be, begin with or contain; "" if nothing is known.
func (q *Query) Needed() (mode Mode, folded string) {
	if q.Mode == ModeRegex {
		return ModeContains, string(format.RequiredLiteral(q.Term))
	}
	if q.Mode == "" {
		return ModeExact, projectbase.Fold(q.Term)
	}
	return q.Mode, projectbase.Fold(q.Term)
}
