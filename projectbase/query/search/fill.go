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

// Rank orders matches of several projects like those of one: definitions first,
// generated files last. The lowest rank comes first.
func (m *Match) Rank() int { return int(m.rank) }

// CompareMatches orders the matches of one project.
func CompareMatches(a, b Match) int { return compareMatches(a, b) }

// Fill reads the lines of matches from a Bare search. It returns the files that
// could not be read.
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

// fill reads the lines of matches that are sorted by file and line, each file
// once. It returns the files that could not be read. Without source files it
// does nothing.
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

// FoldedTerms returns the folded spelling of every term, each once, with the
// generation of the index.
func FoldedTerms(ctx context.Context, b *query.Index) (terms []string, generation int64, err error) {
	err = b.View(ctx, "terms", func(s *read.Snapshot) (err error) {
		generation = s.Generation()
		terms, err = s.Folds()
		return err
	})
	return terms, generation, err
}

// Needed returns a folded text that every matching term must equal, begin with
// or contain; "" if there is none.
func (q *Query) Needed() (mode Mode, folded string) {
	if q.Mode == ModeRegex {
		return ModeContains, string(format.RequiredLiteral(q.Term))
	}
	if q.Mode == "" {
		return ModeExact, projectbase.Fold(q.Term)
	}
	return q.Mode, projectbase.Fold(q.Term)
}
