// Package measure answers questions about a whole project: unused code, cycles,
// coupling, complexity, hotspots, and the context of a change.
package measure

import (
	"context"
	"fmt"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// whole is the graph of all files in numbers. The number of a symbol is the
// number of the file's first symbol plus its ordinal. It serves questions about
// the whole project; reading it takes a few microseconds per reference.
type whole struct {
	ctx   context.Context
	g     *symbol.Reader
	files []*symbol.File // by path
	first []int32        // by file, and the number of all symbols
	at    map[store.FileID]int32
}

// nowhere is the number for code outside of all symbols.
const nowhere = -1

// arc is an edge between numbers.
type arc struct {
	file      int32 // of the reference
	from      int32 // symbol that holds it, or nowhere
	to        int32
	kind      projectbase.ReferenceKind
	tier      projectbase.Tier
	line      uint32
	reference int32
}

func readWhole(ctx context.Context, b *query.Index, s *read.Snapshot) (*whole, error) {
	list, err := s.Files()
	if err != nil {
		return nil, err
	}
	w := &whole{ctx: ctx, g: symbol.NewReader(b, s), at: make(map[store.FileID]int32, len(list))}
	n := int32(0)
	for i := range list {
		if i%64 == 0 {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
		}
		f, err := w.g.Linked(list[i].ID)
		if err != nil {
			return nil, err
		}
		w.at[list[i].ID] = int32(i)
		w.files = append(w.files, f)
		w.first = append(w.first, n)
		n += int32(len(f.Symbols))
	}
	w.first = append(w.first, n)
	return w, nil
}

// symbols returns the number of symbols.
func (w *whole) symbols() int { return int(w.first[len(w.files)]) }

// each calls fn with every symbol, in the order of files and positions.
func (w *whole) each(fn func(number, file int32, n symbol.Node)) {
	for i, f := range w.files {
		for o := range f.Symbols {
			fn(w.first[i]+int32(o), int32(i), symbol.Node{File: f, Ordinal: int32(o)})
		}
	}
}

// number returns the number of an edge's target.
func (w *whole) number(t projectbase.Target) (int32, error) {
	if i, ok := w.at[store.FileID(t.File)]; ok {
		if o := w.files[i].Ordinal(t.Slot); o != projectbase.NoSymbol {
			return w.first[i] + o, nil
		}
	}
	return 0, fmt.Errorf("an edge leads to symbol %d of file %d, which does not exist: %w", t.Slot, t.File, projectbase.ErrCorrupt)
}

// arcs calls fn with each edge, in the order of files and references. With
// ambiguous it includes the candidates of ambiguous references.
func (w *whole) arcs(ambiguous bool, fn func(arc)) error {
	var targets [][]int32
	for i, f := range w.files {
		if i%64 == 0 {
			if err := w.ctx.Err(); err != nil {
				return err
			}
		}
		targets = targets[:0]
		for o := range f.Edges.Outcomes {
			list, err := w.targets(&f.Edges.Outcomes[o], ambiguous)
			if err != nil {
				return err
			}
			targets = append(targets, list)
		}
		for r, o := range f.Edges.List {
			if o == 0 || r >= len(f.Refs) {
				continue
			}
			ref := &f.Refs[r]
			a := arc{file: int32(i), from: nowhere, kind: ref.Kind, tier: f.Edges.Outcomes[o-1].Tier, line: ref.Line, reference: int32(r)}
			if ref.Symbol != projectbase.NoSymbol && int(ref.Symbol) < len(f.Symbols) {
				a.from = w.first[i] + ref.Symbol
			}
			for _, a.to = range targets[o-1] {
				fn(a)
			}
		}
	}
	return nil
}

func (w *whole) targets(e *projectbase.Edge, ambiguous bool) ([]int32, error) {
	if !symbol.Useful(e.Tier) && !(ambiguous && e.Tier == projectbase.TierAmbiguous) {
		return nil, nil
	}
	list := make([]int32, 0, len(e.Targets))
	for _, t := range e.Targets {
		n, err := w.number(t)
		if err != nil {
			return nil, err
		}
		list = append(list, n)
	}
	return list, nil
}

// node returns the symbol of a number as a node.
func (w *whole) node(number int32) symbol.Node {
	i, ok := slices.BinarySearch(w.first, number)
	if !ok {
		i--
	}
	for w.first[i+1] <= number { // files without symbols share a number with the next one
		i++
	}
	return symbol.Node{File: w.files[i], Ordinal: number - w.first[i]}
}

// holders returns the container of each symbol, or nowhere. A member that is
// declared outside of its type belongs to that type.
func (w *whole) holders() []int32 {
	type spot struct{ unit, name string }
	types := map[spot]int32{}
	w.each(func(number, _ int32, n symbol.Node) {
		if s := n.Symbol(); s.Kind.IsType() {
			at := spot{n.File.Unit(), s.Name}
			if _, ok := types[at]; !ok {
				types[at] = number
			}
		}
	})
	list := make([]int32, w.symbols())
	w.each(func(number, file int32, n symbol.Node) {
		s := n.Symbol()
		list[number] = nowhere
		if s.Container != projectbase.NoSymbol {
			list[number] = w.first[file] + s.Container
		}
		if s.Owner != "" {
			if t, ok := types[spot{n.File.Unit(), symbol.LastPart(s.Owner)}]; ok && t != number {
				list[number] = t
			}
		}
	})
	return list
}

// neighbours is a directed graph in numbers: n leads to
// list[from[n]:from[n+1]].
type neighbours struct {
	from []int32
	list []int32
}

// of returns the successors of n.
func (g *neighbours) of(n int32) []int32 { return g.list[g.from[n]:g.from[n+1]] }

// pair is an edge in numbers.
type pair struct{ from, to int32 }

// newNeighbours returns the graph with n numbers and the given edges.
func newNeighbours(n int, pairs []pair) *neighbours {
	g := &neighbours{from: make([]int32, n+1), list: make([]int32, len(pairs))}
	for _, p := range pairs {
		g.from[p.from+1]++
	}
	for i := range n {
		g.from[i+1] += g.from[i]
	}
	next := append([]int32(nil), g.from[:n]...)
	for _, p := range pairs {
		g.list[next[p.from]] = p.to
		next[p.from]++
	}
	return g
}

// reach marks all numbers that are reachable from marked ones.
func (g *neighbours) reach(marked []bool) {
	var stack []int32
	for n, m := range marked {
		if m {
			stack = append(stack, int32(n))
		}
	}
	for len(stack) > 0 {
		n := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for _, to := range g.of(n) {
			if !marked[to] {
				marked[to] = true
				stack = append(stack, to)
			}
		}
	}
}

// symbol returns the symbol of a number.
func (w *whole) symbol(number int32) *projectbase.Symbol { return w.node(number).Symbol() }
