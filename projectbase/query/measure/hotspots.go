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

// Churn counts the commits that changed a file.
type Churn struct {
	Commits int
	Last    int64 // time of the last commit, Unix seconds
}

// HotspotSearch selects files. The caller reads the history from the project's
// repository.
type HotspotSearch struct {
	Files   string             // glob or directory; "" is all
	Nested  []projectbase.Path // directories to skip
	History map[projectbase.Path]Churn
	Tests   bool // include test files
	Limit   int  // 0 is all
}

// HotspotMatch is a file that changes often, is complex and has many users.
type HotspotMatch struct {
	File        projectbase.Path `json:"file"`
	Score       int              `json:"score"`       // commits * complexity * (fan_in + 1)
	Commits     int              `json:"commits"`     // commits that changed the file
	LastCommit  int64            `json:"last_commit"` // Unix seconds
	Complexity  int              `json:"complexity"`  // sum of the cyclomatic complexities of its callables
	FanIn       int              `json:"fan_in"`      // other files that use it
	Worst       string           `json:"worst"`       // the most complex callable
	WorstLine   uint32           `json:"worst_line"`
	WorstBranch uint32           `json:"worst_cyclomatic"`
	Project     string           `json:"project,omitempty"`
}

// HotspotsAnswer lists hotspots, the worst first.
type HotspotsAnswer struct {
	Matches []HotspotMatch `json:"matches"`
	Total   int            `json:"total"`
}

// Hotspots returns the changed files with functions, ordered by the product of
// churn, complexity and fan-in.
func Hotspots(ctx context.Context, b *query.Index, q HotspotSearch) (*HotspotsAnswer, error) {
	files, err := query.NewGlob(q.Files)
	if err != nil {
		return nil, err
	}
	files.Nested = q.Nested
	var out *HotspotsAnswer
	err = b.View(ctx, "hotspots", func(s *read.Snapshot) error {
		out = &HotspotsAnswer{Matches: []HotspotMatch{}}
		w, err := readWhole(ctx, b, s)
		if err != nil {
			return err
		}
		users := sets(len(w.files))
		home := make([]int32, w.symbols())
		w.each(func(number, file int32, _ symbol.Node) { home[number] = file })
		if err := w.arcs(false, func(a arc) {
			if to := home[a.to]; to != a.file {
				users[to][a.file] = true
			}
		}); err != nil {
			return err
		}
		for i, f := range w.files {
			churn := q.History[f.Info.Path]
			if churn.Commits == 0 || !files.Fits(f.Info.Path) || !q.Tests && symbol.IsTestFile(f) || f.Info.Generated {
				continue
			}
			m := HotspotMatch{File: f.Info.Path, Commits: churn.Commits, LastCommit: churn.Last, FanIn: len(users[i])}
			m.measure(f)
			if m.Score = m.Commits * m.Complexity * (m.FanIn + 1); m.Score > 0 {
				out.Matches = append(out.Matches, m)
			}
		}
		out.Total = len(out.Matches)
		slices.SortStableFunc(out.Matches, CompareHotspots)
		if q.Limit > 0 && len(out.Matches) > q.Limit {
			out.Matches = out.Matches[:q.Limit]
		}
		return nil
	})
	return out, err
}

func (m *HotspotMatch) measure(f *symbol.File) {
	for o := range f.Symbols {
		s := &f.Symbols[o]
		if !s.Kind.IsCallable() || s.Flags.Has(projectbase.FlagAbstract) || symbol.IsPrototype(s) {
			continue
		}
		c := s.Metrics.Branches + 1
		m.Complexity += int(c)
		if c > m.WorstBranch {
			m.Worst, m.WorstLine, m.WorstBranch = symbol.Node{File: f, Ordinal: int32(o)}.Qualified(), s.NameLine, c
		}
	}
}

// CompareHotspots orders hotspots, the worst first.
func CompareHotspots(a, b HotspotMatch) int { return cmp.Compare(b.Score, a.Score) }
