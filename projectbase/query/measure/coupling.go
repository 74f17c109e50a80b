package measure

import (
	"cmp"
	"context"
	"math"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store/read"
)

// CouplingSearch selects files or directories.
type CouplingSearch struct {
	Level  string             // LevelDirectory, which is "" too, or LevelFile
	Files  string             // glob or directory; "" is all
	Nested []projectbase.Path // directories to skip
	Limit  int                // 0 is all
}

// CouplingMatch has the coupling of a file or directory, by the metrics of R. C.
// Martin ("OO Design Quality Metrics", 1994). Martin counts classes. Here the
// outermost symbols count: types with their members, and functions, variables
// and constants of a file. Code outside of all symbols counts as one symbol of
// its file.
type CouplingMatch struct {
	Path         projectbase.Path `json:"path"`
	Afferent     int              `json:"afferent"`     // Ca: symbols outside that depend on symbols within
	Efferent     int              `json:"efferent"`     // Ce: symbols within that depend on symbols outside
	Instability  float64          `json:"instability"`  // Ce / (Ca + Ce); 0 if both are 0
	Abstractness float64          `json:"abstractness"` // interfaces and abstract types / types; 0 without types
	Distance     float64          `json:"distance"`     // |abstractness + instability - 1|, from the main sequence
	Dependents   []string         `json:"dependents"`   // number of files or directories that use it
	Dependencies []string         `json:"dependencies"` // number of files or directories that it uses
	Project      string           `json:"project,omitempty"`
}

// CouplingAnswer lists files or directories, the most coupled first.
type CouplingAnswer struct {
	Level   string          `json:"level"`
	Matches []CouplingMatch `json:"matches"`
	Total   int             `json:"total"`
	Edges   []CouplingEdge  `json:"edges"` // between the matches, by path
}

// CouplingEdge is a dependency of one file or directory on another.
type CouplingEdge struct {
	From       projectbase.Path `json:"from"`
	To         projectbase.Path `json:"to"`
	References int              `json:"references"`
	Project    string           `json:"project,omitempty"`
}

// Coupling returns the dependencies between files or directories.
func Coupling(ctx context.Context, b *query.Index, q CouplingSearch) (*CouplingAnswer, error) {
	files, err := query.NewGlob(q.Files)
	if err != nil {
		return nil, err
	}
	files.Nested = q.Nested
	if q.Level == "" {
		q.Level = LevelDirectory
	}
	if q.Level == LevelSymbol {
		return nil, query.UsageError("coupling is measured at the levels %s and %s", LevelDirectory, LevelFile)
	}
	var out *CouplingAnswer
	err = b.View(ctx, "coupling", func(s *read.Snapshot) error {
		w, err := readWhole(ctx, b, s)
		if err != nil {
			return err
		}
		c, err := w.couplings(q.Level)
		if err != nil {
			return err
		}
		out = c.answer(q, files)
		return nil
	})
	return out, err
}

// couplings counts the dependencies between the units of a graph.
type couplings struct {
	*units
	afferent, efferent   []map[int32]bool // outermost symbols by unit
	dependents, requires []map[int32]bool // units by unit
	types, abstract      []int
}

func (w *whole) couplings(level string) (*couplings, error) {
	u := &units{whole: w, of: make([]int32, w.symbols()), files: make([]int32, len(w.files)), at: map[pair]arc{}, count: map[pair]int{}}
	switch level {
	case LevelFile, LevelDirectory:
	default:
		return nil, query.UsageError("unknown level %q; use one of %s and %s", level, LevelDirectory, LevelFile)
	}
	u.byPath(level, false)
	n := len(u.names)
	c := &couplings{units: u, afferent: sets(n), efferent: sets(n), dependents: sets(n), requires: sets(n), types: make([]int, n), abstract: make([]int, n)}
	outermost := w.outermost()
	err := w.arcs(false, func(a arc) {
		from, to := u.files[a.file], u.of[a.to]
		if from == to {
			return
		}
		by := -2 - a.file // code outside of all symbols
		if a.from != nowhere {
			by = outermost[a.from]
		}
		c.efferent[from][by], c.afferent[to][by] = true, true
		c.requires[from][to], c.dependents[to][from] = true, true
		u.count[pair{from, to}]++
	})
	w.each(func(number, _ int32, n symbol.Node) {
		if s := n.Symbol(); s.Kind.IsType() {
			c.types[u.of[number]]++
			if s.Kind == projectbase.KindInterface || s.Flags.Has(projectbase.FlagAbstract) {
				c.abstract[u.of[number]]++
			}
		}
	})
	return c, err
}

func sets(n int) []map[int32]bool {
	list := make([]map[int32]bool, n)
	for i := range list {
		list[i] = map[int32]bool{}
	}
	return list
}

// outermost returns the outermost symbol around each symbol. Namespaces do not
// count.
func (w *whole) outermost() []int32 {
	holder := w.holders()
	list := make([]int32, len(holder))
	for n := range holder {
		at := int32(n)
		for step := 0; holder[at] != nowhere && step < 64; step++ {
			if w.symbol(holder[at]).Kind == projectbase.KindNamespace {
				break
			}
			at = holder[at]
		}
		list[n] = at
	}
	return list
}

func (c *couplings) answer(q CouplingSearch, files query.Glob) *CouplingAnswer {
	out := &CouplingAnswer{Level: q.Level, Matches: []CouplingMatch{}, Edges: []CouplingEdge{}}
	for i, name := range c.names {
		if p := c.paths[i]; !files.Fits(p) || len(c.requires[i])+len(c.dependents[i]) == 0 {
			continue
		}
		m := CouplingMatch{Path: projectbase.Path(name), Afferent: len(c.afferent[i]), Efferent: len(c.efferent[i]),
			Dependents: c.list(c.dependents[i]), Dependencies: c.list(c.requires[i])}
		if both := m.Afferent + m.Efferent; both > 0 {
			m.Instability = rounded(float64(m.Efferent) / float64(both))
		}
		if c.types[i] > 0 {
			m.Abstractness = rounded(float64(c.abstract[i]) / float64(c.types[i]))
		}
		m.Distance = rounded(math.Abs(m.Abstractness + m.Instability - 1))
		out.Matches = append(out.Matches, m)
	}
	out.Total = len(out.Matches)
	slices.SortStableFunc(out.Matches, CompareCoupling)
	if q.Limit > 0 && len(out.Matches) > q.Limit {
		out.Matches = out.Matches[:q.Limit]
	}
	shown := map[string]bool{}
	for _, m := range out.Matches {
		shown[string(m.Path)] = true
	}
	for p, n := range c.count {
		if shown[c.names[p.from]] && shown[c.names[p.to]] {
			out.Edges = append(out.Edges, CouplingEdge{From: c.paths[p.from], To: c.paths[p.to], References: n})
		}
	}
	slices.SortFunc(out.Edges, func(a, b CouplingEdge) int { return cmp.Or(cmp.Compare(a.From, b.From), cmp.Compare(a.To, b.To)) })
	return out
}

func (c *couplings) list(set map[int32]bool) []string {
	list := []string{}
	for n := range set {
		list = append(list, c.names[n])
	}
	slices.Sort(list)
	return list
}

// rounded rounds to three digits.
func rounded(x float64) float64 { return math.Round(x*1000) / 1000 }

// CompareCoupling orders matches by their coupling, the highest first.
func CompareCoupling(a, b CouplingMatch) int {
	return cmp.Compare(b.Afferent+b.Efferent, a.Afferent+a.Efferent)
}
