package measure

import (
	"bytes"
	"context"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store/read"
)

// ChangedFile is a changed file.
type ChangedFile struct {
	Path projectbase.Path
	// Old is the old text. If it is nil, the whole file counts as changed.
	Old []byte
	// Asked is set if the whole file counts as changed although it equals Old:
	// the user asks for the effect of a future change.
	Asked bool
}

// DiffSearch asks for the symbols, users and tests of a change.
type DiffSearch struct {
	Files  []ChangedFile
	Limit  int // symbols; 0 is all
	Users  int // callers of each; 0 is all
	Nested []projectbase.Path
}

// ChangedSymbol is a symbol with changed text.
type ChangedSymbol struct {
	Symbol       string           `json:"symbol"`
	Kind         string           `json:"kind"`
	File         projectbase.Path `json:"file"`
	LineNumber   uint32           `json:"line_number"`
	EndLine      uint32           `json:"end_line"`
	Signature    string           `json:"signature"`
	Callers      []symbol.Place   `json:"callers"`       // direct users, by path and line; the line is that of the first reference
	TotalCallers int              `json:"total_callers"` // number of users, without the limit
	Test         bool             `json:"test"`
	Project      string           `json:"project,omitempty"`
}

// AffectedTest is a test that reaches a changed symbol over any number of
// steps.
type AffectedTest struct {
	File       projectbase.Path `json:"file"`
	Symbol     string           `json:"symbol"` // "" for code outside of all symbols
	LineNumber uint32           `json:"line_number"`
	Depth      int              `json:"depth"` // steps from a changed symbol; 0 for a changed test
	Project    string           `json:"project,omitempty"`
}

// DiffAnswer lists the symbols, files and tests of a change.
type DiffAnswer struct {
	Matches    []ChangedSymbol    `json:"matches"` // by path and line
	Total      int                `json:"total"`
	Files      []projectbase.Path `json:"files"`       // changed files that are indexed
	NotIndexed []projectbase.Path `json:"not_indexed"` // changed files that are not indexed, or no longer
	Tests      []AffectedTest     `json:"tests"`       // nearest first
	TotalTests int                `json:"total_tests"`
}

// DiffContext returns the changed symbols of files, their users, and the tests
// that reach them. A symbol is changed if its text does not occur in the old
// file. A changed member does not make its type a changed symbol.
func DiffContext(ctx context.Context, b *query.Index, q DiffSearch) (*DiffAnswer, error) {
	var out *DiffAnswer
	err := b.View(ctx, "diff context", func(s *read.Snapshot) error {
		out = &DiffAnswer{Matches: []ChangedSymbol{}, Files: []projectbase.Path{}, NotIndexed: []projectbase.Path{}, Tests: []AffectedTest{}}
		w, err := readWhole(ctx, b, s)
		if err != nil {
			return err
		}
		src := &query.Sources{Dir: b.Root()}
		defer src.Close()
		d := &differ{whole: w, q: q, out: out}
		d.find(src)
		return d.describe()
	})
	return out, err
}

type differ struct {
	*whole
	q       DiffSearch
	out     *DiffAnswer
	changed []int32
}

// find marks the changed symbols.
func (d *differ) find(src *query.Sources) {
	byPath := map[projectbase.Path]int32{}
	for i, f := range d.files {
		byPath[f.Info.Path] = int32(i)
	}
	slices.SortFunc(d.q.Files, func(a, b ChangedFile) int { return bytes.Compare([]byte(a.Path), []byte(b.Path)) })
	for _, c := range d.q.Files {
		if query.Inside(c.Path, d.q.Nested) {
			continue
		}
		i, ok := byPath[c.Path]
		if !ok {
			d.out.NotIndexed = append(d.out.NotIndexed, c.Path)
			continue
		}
		d.out.Files = append(d.out.Files, c.Path)
		var now []byte
		if c.Old != nil {
			now, _ = src.Read(c.Path) // if the file is unreadable, all of it counts as changed
		}
		if c.Asked && bytes.Equal(c.Old, now) {
			c.Old = nil
		}
		d.symbolsOf(i, c.Old, now)
	}
}

func (d *differ) symbolsOf(file int32, old, now []byte) {
	f := d.files[file]
	changed, within := make([]bool, len(f.Symbols)), make([]bool, len(f.Symbols))
	for o := range slices.Backward(f.Symbols) {
		s := &f.Symbols[o]
		if old != nil && int(s.Span.End) <= len(now) && s.Span.Start < s.Span.End {
			changed[o] = !bytes.Contains(old, now[s.Span.Start:s.Span.End])
		} else {
			changed[o] = true
		}
		if changed[o] && s.Container != projectbase.NoSymbol {
			within[s.Container] = true
		}
	}
	for o := range f.Symbols {
		s := &f.Symbols[o]
		if !changed[o] || s.Kind == projectbase.KindNamespace {
			continue
		}
		// A changed member is listed itself. Its type is changed only if its head is.
		if old != nil && within[o] && bytes.Contains(old, headOf(now, f, o)) {
			continue
		}
		d.changed = append(d.changed, d.first[file]+int32(o))
	}
}

// headOf returns the text of a symbol up to its first member.
func headOf(text []byte, f *symbol.File, o int) []byte {
	end := f.Symbols[o].Span.End
	if o+1 < len(f.Symbols) && f.Symbols[o+1].Container == int32(o) {
		end = f.Symbols[o+1].Span.Start
	}
	start := min(f.Symbols[o].Span.Start, uint32(len(text)))
	return text[start:max(start, min(end, uint32(len(text))))]
}

// describe fills in the answer.
func (d *differ) describe() error {
	d.out.Total = len(d.changed)
	shown := d.changed
	if d.q.Limit > 0 && len(shown) > d.q.Limit {
		shown = shown[:d.q.Limit]
	}
	for _, number := range shown {
		n := d.node(number)
		s := n.Symbol()
		m := ChangedSymbol{Symbol: n.Qualified(), Kind: s.Kind.String(), File: n.File.Info.Path, LineNumber: s.NameLine,
			EndLine: max(s.Span.EndLine, s.NameLine), Signature: s.Signature, Callers: []symbol.Place{}, Test: n.IsTest()}
		if err := d.callers(n, &m); err != nil {
			return err
		}
		d.out.Matches = append(d.out.Matches, m)
	}
	return d.tests()
}

// callers adds the direct users of a symbol.
func (d *differ) callers(n symbol.Node, m *ChangedSymbol) error {
	seen := map[symbol.Node]bool{}
	return d.g.Users(symbol.Entity{n}, symbol.AnyKind, false, func(l symbol.Link) error {
		by := symbol.Node{File: l.File, Ordinal: l.Symbol}
		if l.File == n.File && n.File.Holds(n.Ordinal, l.Symbol) || seen[by] {
			return nil
		}
		seen[by] = true
		if m.TotalCallers++; d.q.Users > 0 && m.TotalCallers > d.q.Users {
			return nil
		}
		place := symbol.Place{Symbol: string(l.File.Info.Path), Kind: "file", File: l.File.Info.Path}
		if l.Symbol != projectbase.NoSymbol {
			place = by.Place()
			place.Signature = ""
		}
		place.LineNumber = l.Line
		m.Callers = append(m.Callers, place)
		return nil
	})
}

// tests follows the users of the changed symbols to tests.
func (d *differ) tests() error {
	n := d.symbols()
	// Code outside of all symbols is a number of its own for each file.
	var pairs []pair
	err := d.arcs(false, func(a arc) {
		from := a.from
		if from == nowhere {
			from = int32(n) + a.file
		}
		if from != a.to {
			pairs = append(pairs, pair{a.to, from})
		}
	})
	if err != nil {
		return err
	}
	// A change of a type affects its members and their users.
	users := newNeighbours(n+len(d.files), pairs)
	depth := make([]int32, n+len(d.files))
	for i := range depth {
		depth[i] = -1
	}
	queue := slices.Clone(d.changed)
	for _, c := range queue {
		depth[c] = 0
	}
	holder := d.holders()
	for len(queue) > 0 {
		at := queue[0]
		queue = queue[1:]
		next := users.of(at)
		for _, to := range next {
			if depth[to] < 0 {
				depth[to] = depth[at] + 1
				queue = append(queue, to)
			}
		}
		if int(at) < n && holder[at] != nowhere && depth[holder[at]] < 0 && d.node(at).Symbol().Kind == projectbase.KindConstructor {
			depth[holder[at]] = depth[at]
			queue = append(queue, holder[at])
		}
	}
	d.enter(depth)
	return nil
}

func (d *differ) enter(depth []int32) {
	n := d.symbols()
	d.each(func(number, _ int32, x symbol.Node) {
		if depth[number] >= 0 && x.IsTest() && x.Symbol().Kind.IsCallable() && (x.Symbol().Flags.Has(projectbase.FlagTest) || d.plainTest(x)) {
			d.out.Tests = append(d.out.Tests, AffectedTest{File: x.File.Info.Path, Symbol: x.Qualified(), LineNumber: x.Symbol().NameLine, Depth: int(depth[number])})
		}
	})
	for i, f := range d.files {
		if depth[n+i] >= 0 && symbol.IsTestFile(f) {
			d.out.Tests = append(d.out.Tests, AffectedTest{File: f.Info.Path, LineNumber: 1, Depth: int(depth[n+i])})
		}
	}
	slices.SortStableFunc(d.out.Tests, func(a, b AffectedTest) int { return a.Depth - b.Depth })
	d.out.TotalTests = len(d.out.Tests)
	if d.q.Limit > 0 && len(d.out.Tests) > d.q.Limit {
		d.out.Tests = d.out.Tests[:d.q.Limit]
	}
}

// plainTest reports whether a symbol of a test file counts as a test itself,
// because no symbol of the file is marked as one.
func (d *differ) plainTest(x symbol.Node) bool {
	return !slices.ContainsFunc(x.File.Symbols, func(s projectbase.Symbol) bool { return s.Flags.Has(projectbase.FlagTest) })
}
