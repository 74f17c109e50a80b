package measure

import (
	"cmp"
	"context"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store/read"
)

// Levels of cycles and coupling.
const (
	LevelFile      = "file"
	LevelDirectory = "directory"
	LevelSymbol    = "symbol"
)

// CycleSearch selects cycles.
type CycleSearch struct {
	Level  string             // of cycles: LevelFile, which is "" too, LevelDirectory or LevelSymbol
	Files  string             // glob or directory in which a member must lie; "" is all
	Nested []projectbase.Path // directories to skip
	Limit  int                // cycles; 0 is all
}

// Cycle is a strongly connected component: every member reaches every other
// one.
type Cycle struct {
	Size    int         `json:"size"`    // members
	Members []string    `json:"members"` // the first MaxMembers, by path
	Way     []CycleStep `json:"way"`     // a shortest path from a member back to itself
	Project string      `json:"project,omitempty"`
}

// CycleStep is a reference on the path around a cycle.
type CycleStep struct {
	From       string           `json:"from"`
	To         string           `json:"to"`
	File       projectbase.Path `json:"file"` // of the reference
	LineNumber uint32           `json:"line_number"`
}

// MaxMembers bounds the listed members of a cycle.
const MaxMembers = 200

// CyclesAnswer lists cycles, the largest first.
type CyclesAnswer struct {
	Level   string  `json:"level"`
	Matches []Cycle `json:"matches"`
	Total   int     `json:"total"`
	Members int     `json:"members"` // members of all cycles
}

// Cycles returns the strongly connected components with two or more members: of
// files and directories by references, of functions by calls. The files of one
// package in Go count as one file.
func Cycles(ctx context.Context, b *query.Index, q CycleSearch) (*CyclesAnswer, error) {
	files, err := query.NewGlob(q.Files)
	if err != nil {
		return nil, err
	}
	files.Nested = q.Nested
	if q.Level == "" {
		q.Level = LevelFile
	}
	var out *CyclesAnswer
	err = b.View(ctx, "cycles", func(s *read.Snapshot) error {
		w, err := readWhole(ctx, b, s)
		if err != nil {
			return err
		}
		u, err := w.unitsOf(q.Level)
		if err != nil {
			return err
		}
		out = u.cycles(q, files)
		return nil
	})
	return out, err
}

// units is the graph of larger parts: files, directories or functions.
type units struct {
	*whole
	of    []int32 // unit by symbol, or nowhere
	files []int32 // unit by file, or nowhere for symbols
	names []string
	paths []projectbase.Path // a file or directory by unit
	uses  *neighbours
	at    map[pair]arc // the first reference of each edge
	count map[pair]int // references of each edge
}

// unitsOf returns the graph at a level.
func (w *whole) unitsOf(level string) (*units, error) {
	u := &units{whole: w, of: make([]int32, w.symbols()), files: make([]int32, len(w.files)), at: map[pair]arc{}, count: map[pair]int{}}
	switch level {
	case LevelFile, LevelDirectory:
		u.byPath(level, true)
	case LevelSymbol:
		u.bySymbol()
	default:
		return nil, query.UsageError("unknown level %q; use one of %s, %s and %s", level, LevelFile, LevelDirectory, LevelSymbol)
	}
	var pairs []pair
	err := w.arcs(false, func(a arc) {
		from, to := u.files[a.file], u.of[a.to]
		if level == LevelSymbol {
			from = nowhere
			if a.from != nowhere && symbol.CallKinds.Has(a.kind) {
				from = u.of[a.from]
			}
		}
		if from == nowhere || to == nowhere || from == to {
			return
		}
		p := pair{from, to}
		if u.count[p]++; u.count[p] == 1 {
			u.at[p] = a
			pairs = append(pairs, p)
		}
	})
	if err != nil {
		return nil, err
	}
	u.uses = newNeighbours(len(u.names), pairs)
	return u, nil
}

// byPath makes a unit of each file or directory. With packages, a directory is
// one unit where the language takes its files as one package.
func (u *units) byPath(level string, packages bool) {
	known := map[projectbase.Path]int32{}
	for i, f := range u.whole.files {
		p := f.Info.Path
		if level == LevelDirectory || packages && f.Language.Graph.Declarations == lang.UnitDirectory {
			p = p.Dir()
		}
		n, ok := known[p]
		if !ok {
			n = int32(len(u.names))
			known[p] = n
			u.names, u.paths = append(u.names, string(p)), append(u.paths, p)
		}
		u.files[i] = n
		for at := u.first[i]; at < u.first[i+1]; at++ {
			u.of[at] = n
		}
	}
}

func (u *units) bySymbol() {
	for i := range u.files {
		u.files[i] = nowhere
	}
	u.each(func(number, _ int32, n symbol.Node) {
		u.of[number] = nowhere
		if n.Symbol().Kind.IsCallable() {
			u.of[number] = int32(len(u.names))
			u.names, u.paths = append(u.names, n.Qualified()), append(u.paths, n.File.Info.Path)
		}
	})
}

func (u *units) cycles(q CycleSearch, files query.Glob) *CyclesAnswer {
	out := &CyclesAnswer{Level: q.Level, Matches: []Cycle{}}
	for _, members := range u.uses.components() {
		if !slices.ContainsFunc(members, func(m int32) bool { return files.Fits(u.paths[m]) }) {
			continue
		}
		out.Total++
		out.Members += len(members)
		c := Cycle{Size: len(members)}
		for _, m := range members[:min(len(members), MaxMembers)] {
			c.Members = append(c.Members, u.names[m])
		}
		way := u.uses.shortestCycle(members[0], members)
		for i, from := range way {
			to := way[(i+1)%len(way)]
			a := u.at[pair{from, to}]
			c.Way = append(c.Way, CycleStep{u.names[from], u.names[to], u.whole.files[a.file].Info.Path, a.line})
		}
		out.Matches = append(out.Matches, c)
	}
	slices.SortStableFunc(out.Matches, CompareCycles)
	if q.Limit > 0 && len(out.Matches) > q.Limit {
		out.Matches = out.Matches[:q.Limit]
	}
	return out
}

// CompareCycles orders cycles by size, the largest first.
func CompareCycles(a, b Cycle) int { return cmp.Compare(b.Size, a.Size) }
