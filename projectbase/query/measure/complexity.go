package measure

import (
	"cmp"
	"context"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store/read"
)

// ComplexitySearch selects functions and methods.
type ComplexitySearch struct {
	Files  string             // glob or directory; "" is all
	Nested []projectbase.Path // directories to skip
	Sort   string             // "cyclomatic", the default, "nesting" or "lines"
	Least  uint32             // least value of the metric
	Limit  int                // 0 is all
}

// Orders of ComplexitySearch.
const (
	SortCyclomatic = "cyclomatic"
	SortNesting    = "nesting"
	SortLines      = "lines"
)

// ComplexityMatch is a function or method with its metrics. See
// projectbase.Metrics.
type ComplexityMatch struct {
	Symbol     string           `json:"symbol"`
	Kind       string           `json:"kind"`
	File       projectbase.Path `json:"file"`
	LineNumber uint32           `json:"line_number"`
	Cyclomatic uint32           `json:"cyclomatic"` // branches + 1
	Branches   uint32           `json:"branches"`
	Loops      uint32           `json:"loops"`
	Returns    uint32           `json:"returns"`
	Nesting    uint32           `json:"nesting"`
	Lines      uint32           `json:"lines"`
	Test       bool             `json:"test"`
	Project    string           `json:"project,omitempty"`
}

// ComplexityAnswer lists functions and methods, the most complex first.
type ComplexityAnswer struct {
	Matches []ComplexityMatch `json:"matches"`
	Total   int               `json:"total"`
	Sum     uint64            `json:"sum"` // of the cyclomatic complexities of all functions in Total
}

// Complexity returns the functions and methods with a body, ordered by a
// metric.
func Complexity(ctx context.Context, b *query.Index, q ComplexitySearch) (*ComplexityAnswer, error) {
	files, err := query.NewGlob(q.Files)
	if err != nil {
		return nil, err
	}
	files.Nested = q.Nested
	if by := q.Sort; by != "" && by != SortCyclomatic && by != SortNesting && by != SortLines {
		return nil, query.UsageError("unknown order %q; use one of %s, %s and %s", by, SortCyclomatic, SortNesting, SortLines)
	}
	var out *ComplexityAnswer
	err = b.View(ctx, "complexity", func(s *read.Snapshot) error {
		out = &ComplexityAnswer{Matches: []ComplexityMatch{}}
		list, err := s.Files()
		if err != nil {
			return err
		}
		g := symbol.NewReader(b, s)
		for i := range list {
			if !files.Fits(list[i].Path) {
				continue
			}
			if err := ctx.Err(); err != nil {
				return err
			}
			f, err := g.File(list[i].ID)
			if err != nil {
				return err
			}
			out.add(f, q)
			g.Forget(list[i].ID)
		}
		slices.SortStableFunc(out.Matches, CompareComplexity(q.Sort))
		if q.Limit > 0 && len(out.Matches) > q.Limit {
			out.Matches = out.Matches[:q.Limit]
		}
		return nil
	})
	return out, err
}

func (out *ComplexityAnswer) add(f *symbol.File, q ComplexitySearch) {
	for o := range f.Symbols {
		n := symbol.Node{File: f, Ordinal: int32(o)}
		s := n.Symbol()
		if !s.Kind.IsCallable() || s.Flags.Has(projectbase.FlagAbstract) || symbol.IsPrototype(s) {
			continue
		}
		m := ComplexityMatch{Kind: s.Kind.String(), File: f.Info.Path, LineNumber: s.NameLine, Cyclomatic: s.Metrics.Branches + 1,
			Branches: s.Metrics.Branches, Loops: s.Metrics.Loops, Returns: s.Metrics.Returns, Nesting: s.Metrics.Nesting,
			Lines: max(s.Span.EndLine, s.Span.Line) - s.Span.Line + 1}
		if m.by(q.Sort) < q.Least {
			continue
		}
		out.Total++
		out.Sum += uint64(m.Cyclomatic)
		m.Symbol, m.Test = n.Qualified(), n.IsTest()
		out.Matches = append(out.Matches, m)
	}
}

// by returns the metric of an order.
func (m *ComplexityMatch) by(order string) uint32 {
	switch order {
	case SortNesting:
		return m.Nesting
	case SortLines:
		return m.Lines
	}
	return m.Cyclomatic
}

// CompareComplexity returns the comparison for an order: the highest first,
// then by the other metrics.
func CompareComplexity(order string) func(a, b ComplexityMatch) int {
	return func(a, b ComplexityMatch) int {
		return cmp.Or(cmp.Compare(b.by(order), a.by(order)), cmp.Compare(b.Cyclomatic, a.Cyclomatic), cmp.Compare(b.Nesting, a.Nesting), cmp.Compare(b.Lines, a.Lines))
	}
}
