package graph

import (
	"context"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// Walker is one project's part of a walk over several projects: its visited
// symbols and its frontier. It is for one goroutine at a time.
type Walker struct {
	Walk      Walk
	Published []Published // by the project
	Alone     bool        // no other project of the walk is linked with it

	seen      map[projectbase.Target]bool
	files     map[store.FileID]bool
	frontier  []frontier
	Uncertain int
	Recursion int
	Unbound   symbol.Unbound
}

// frontier is a step that is kept while the index may change.
type frontier struct {
	of    []projectbase.Target
	tier  projectbase.Tier
	first bool
	whole projectbase.Path
}

// StepResult is the result of one step in one project.
type StepResult struct {
	Matches  []Match
	Exported []Exported     // walk up: the matches as other projects name them
	Wanted   []Wanted       // walk down: references of the matches to other projects
	External map[string]int // walk down in a project that is alone: see Answer
}

// NewWalker returns a walker for the part of a walk in one project, which
// publishes some packages.
func NewWalker(w Walk, published []Published) *Walker {
	return &Walker{Walk: w, Published: published, seen: map[projectbase.Target]bool{}, files: map[store.FileID]bool{}}
}

// Waiting reports whether the walk can continue in the project.
func (k *Walker) Waiting() bool { return len(k.frontier) > 0 }

// Start finds the symbols where a walk begins. The answer has the target, or
// candidates, or neither if the project has no such symbol. The result has the
// names by which the walk continues in other projects.
func (k *Walker) Start(ctx context.Context, b *query.Index) (*Answer, *StepResult, error) {
	var out *Answer
	var result *StepResult
	err := b.View(ctx, "graph", func(s *read.Snapshot) error {
		out, result = &Answer{Matches: []Match{}}, &StepResult{}
		g := symbol.NewSharedReader(b, s)
		defer symbol.Release(b, g)
		w := k.walker(ctx, g, out)
		if len(k.Walk.Whole) == 0 {
			list, err := w.g.Entities(k.Walk.Symbol, k.Walk.File)
			if err != nil || len(list) == 0 {
				return err
			}
		}
		steps, err := w.start()
		if err != nil || steps == nil {
			return err
		}
		result.Matches = out.Matches
		return k.leave(w, steps, result)
	})
	return out, result, err
}

// walker returns a walker of one view that shares the visited symbols.
func (k *Walker) walker(ctx context.Context, g *symbol.Reader, out *Answer) *walker {
	return &walker{ctx: ctx, g: g, w: k.Walk, out: out, seen: k.seen, files: k.files, published: k.Published}
}

// leave keeps the frontier, and adds to the result the names by which the walk
// continues in other projects.
func (k *Walker) leave(w *walker, steps []step, result *StepResult) error {
	k.frontier = k.frontier[:0]
	for i := range steps {
		s := &steps[i]
		f := frontier{tier: s.tier, first: s.first}
		if s.whole != nil {
			f.whole = s.whole.Info.Path
		}
		for _, n := range s.of {
			f.of = append(f.of, n.Target())
			if err := k.report(w, n, s, result); err != nil {
				return err
			}
		}
		k.frontier = append(k.frontier, f)
	}
	return nil
}

// report adds a symbol of the frontier to the result.
func (k *Walker) report(w *walker, n symbol.Node, s *step, result *StepResult) error {
	if k.Alone {
		return nil
	}
	if !k.Walk.Down {
		x, ok, err := export(w.g, n, k.Published)
		if err != nil || !ok {
			return err
		}
		x.Tier = s.tier
		result.Exported = append(result.Exported, x)
		return nil
	}
	f, err := w.g.Linked(n.File.Info.ID)
	if err != nil {
		return err
	}
	var o *foreignReader
	kinds := k.Walk.kinds()
	part := s.first || !n.Symbol().Kind.IsType()
	for i := range f.Refs {
		r := &f.Refs[i]
		if t := f.Edges.At(i).Tier; t != projectbase.TierExternal && t != projectbase.TierNone || !kinds.Has(r.Kind) || !f.Holds(n.Ordinal, r.Symbol) ||
			!part && f.MethodIn(n.Ordinal, r.Symbol) {
			continue
		}
		if o == nil {
			if o, err = readForeign(w.g, f); err != nil {
				return err
			}
		}
		want, ok, err := o.wanted(i)
		if err != nil {
			return err
		}
		if !ok && s.first && r.Kind != projectbase.RefDecorate && f.Edges.At(i).Tier == projectbase.TierNone {
			k.Unbound.Miss(o.text(r.Name), 1)
		}
		if ok {
			want.tier = s.tier
			want.Match = Match{From: n.Qualified(), Via: r.Kind.String(), LineNumber: r.Line, File: f.Info.Path}
			result.Wanted = append(result.Wanted, want)
		}
	}
	return nil
}

// Step continues a walk by one step: from the frontier of this project, from
// symbols that other projects export to it, and from references of other
// projects to its symbols.
func (k *Walker) Step(ctx context.Context, b *query.Index, depth int, exported []Exported, wanted []Wanted) (*StepResult, error) {
	var result *StepResult
	err := b.View(ctx, "graph", func(s *read.Snapshot) error {
		result = &StepResult{}
		out := &Answer{}
		g := symbol.NewSharedReader(b, s)
		defer symbol.Release(b, g)
		w := k.walker(ctx, g, out)
		w.past = k.Walk.Depth > 0 && depth > k.Walk.Depth
		steps, err := k.steps(w)
		if err != nil {
			return err
		}
		found, err := w.layer(steps, depth)
		if err != nil {
			return err
		}
		if depth == 1 && len(steps) == 1 && steps[0].first {
			if err := k.countUnbound(w, &steps[0], references(found)); err != nil {
				return err
			}
		}
		more, err := w.entered(depth, exported, wanted)
		if err != nil {
			return err
		}
		if depth == 1 {
			out.Unbound.Reached += references(more)
		}
		result.Matches = append(found, more...)
		if k.Alone {
			result.External = out.External
		}
		k.Uncertain, k.Recursion = k.Uncertain+out.Uncertain, k.Recursion+out.Recursion
		k.Unbound.Add(out.Unbound)
		return k.leave(w, onward(result.Matches), result)
	})
	return result, err
}

// countUnbound counts unresolved references as walker.countUnbound does.
// References inside the symbol that may lead to other projects of the walk are
// not counted here.
func (k *Walker) countUnbound(w *walker, s *step, reached int) error {
	if k.Walk.Down && !k.Alone {
		w.out.Unbound.Reached = reached
		return nil
	}
	return w.countUnbound(s.asked(), reached)
}

// steps looks up the frontier in the current view. Symbols that are gone are
// dropped.
func (k *Walker) steps(w *walker) ([]step, error) {
	var steps []step
	for i := range k.frontier {
		f := &k.frontier[i]
		s := step{tier: f.tier, first: f.first}
		for _, t := range f.of {
			file, err := w.g.File(store.FileID(t.File))
			if err != nil {
				continue
			}
			if at := file.Ordinal(t.Slot); at != projectbase.NoSymbol {
				s.of = append(s.of, symbol.Node{File: file, Ordinal: at})
			}
		}
		if f.whole != "" {
			id, ok, err := w.g.FileAt(f.whole)
			if err != nil {
				return nil, err
			}
			if ok {
				if s.whole, err = w.g.File(id); err != nil {
					return nil, err
				}
			}
		}
		if len(s.of) > 0 || s.whole != nil {
			steps = append(steps, s)
		}
	}
	return steps, nil
}

// entered returns the new matches that come from other projects.
func (w *walker) entered(depth int, exported []Exported, wanted []Wanted) ([]Match, error) {
	var found []Match
	at := map[symbol.Node]int{}
	take := func(n symbol.Node, m Match) {
		if i, ok := at[n]; ok && !w.w.Each {
			found[i].References++
			return
		}
		if !w.w.Each && !w.fresh(n) {
			return
		}
		at[n] = len(found)
		found = append(found, m)
	}
	for i := range exported {
		if err := w.uses(&exported[i], depth, take); err != nil {
			return nil, err
		}
	}
	for i := range wanted {
		if err := w.owned(&wanted[i], depth, take); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(found, func(a, b Match) int { return symbol.CompareNodes(a.at, b.at) })
	return found, nil
}

// uses calls take with each reference to a symbol of another project.
func (w *walker) uses(x *Exported, depth int, take func(symbol.Node, Match)) error {
	files, err := mentioning(w.g, x)
	if err != nil {
		return err
	}
	for _, id := range files {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		f, err := w.g.Linked(id)
		if err != nil {
			return err
		}
		if f.Language.Family() != x.Family {
			continue
		}
		if err := w.usesIn(f, x, depth, take); err != nil {
			return err
		}
	}
	return nil
}

// usesIn calls take with each such reference in one file.
func (w *walker) usesIn(f *symbol.File, x *Exported, depth int, take func(symbol.Node, Match)) error {
	o, err := readForeign(w.g, f)
	if err != nil {
		return err
	}
	kinds := w.w.kinds()
	unbound := 0
	for i := range o.refs.List {
		r := &o.refs.List[i]
		name := o.name(i)
		if !kinds.Has(r.Kind) || name != x.Name && !(x.Default && name == "default") {
			continue
		}
		want, ok, err := o.wanted(i)
		if err != nil {
			return err
		}
		tier := projectbase.TierNone
		if ok {
			tier = want.means(x)
		}
		if depth == 1 && tier == projectbase.TierNone && f.Edges.At(i).Tier == projectbase.TierNone && w.mayMeanAsked(r, x) {
			unbound++
		}
		if tier == projectbase.TierAmbiguous {
			w.out.Uncertain++
		}
		if !symbol.Useful(tier) {
			continue
		}
		s := step{tier: x.Tier}
		n := symbol.Node{File: f, Ordinal: r.Symbol}
		m := w.match(&s, symbol.Link{File: f, Symbol: r.Symbol, Kind: r.Kind, Tier: tier, Line: r.Line}, n, depth, x.From)
		m.FromProject = x.Project
		take(n, m)
	}
	if unbound > 0 {
		w.out.Unbound.Add(symbol.Unbound{Name: x.Name, References: unbound, Files: 1})
	}
	return nil
}

// mayMeanAsked reports whether an unresolved reference may refer to the symbol
// of the question, which another project declares.
func (w *walker) mayMeanAsked(r *projectbase.Reference, x *Exported) bool {
	if r.Kind == projectbase.RefImport || r.Qualifier == projectbase.NoTerm && x.Type != "" && x.Name != x.Type && x.Qualified {
		return false
	}
	return x.Name == symbol.LastPart(w.w.Symbol)
}

// mentioning returns the files that contain the name of a symbol of another
// project, in the order of their ids.
func mentioning(g *symbol.Reader, x *Exported) ([]store.FileID, error) {
	names := []string{x.Name}
	if x.Default {
		for _, s := range x.Spaces {
			names = append(names, symbol.LastPart(strings.ReplaceAll(s, "-", ".")))
		}
	}
	seen := map[store.FileID]bool{}
	for _, name := range names {
		items, err := g.Snapshot.ItemsExact(name, true)
		if err != nil {
			return nil, err
		}
		err = g.Snapshot.Postings(items, func(_ int, id store.FileID, _ projectbase.LineKeys) error {
			seen[id] = true
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	list := make([]store.FileID, 0, len(seen))
	for id := range seen {
		list = append(list, id)
	}
	slices.Sort(list)
	return list, nil
}

// owned calls take with the symbol that a reference of another project refers
// to.
func (w *walker) owned(want *Wanted, depth int, take func(symbol.Node, Match)) error {
	found, err := w.g.Snapshot.SymbolsNamed(want.Name, false)
	if err != nil {
		return err
	}
	var best []symbol.Node
	tier := projectbase.TierNone
	for _, f := range found {
		file, err := w.g.File(f.File)
		if err != nil {
			return err
		}
		if file.Language.Family() != want.Family {
			continue
		}
		n := symbol.Node{File: file, Ordinal: f.Ordinal}
		x, ok, err := export(w.g, n, w.published)
		if err != nil {
			return err
		}
		t := want.means(&x)
		if !ok || !symbol.Useful(t) {
			continue
		}
		if tier == projectbase.TierNone || t < tier {
			best, tier = nil, t
		}
		if t == tier {
			best = append(best, n)
		}
	}
	if len(best) == 0 || len(best) > 1 && best[0].Key() != best[1].Key() {
		return nil
	}
	want.found = true
	s := step{tier: want.tier}
	m := w.match(&s, symbol.Link{Kind: projectbase.RefCall, Tier: tier, Line: best[0].Symbol().NameLine, How: want.Match.Via}, best[0], depth, want.Match.From)
	m.FromProject = want.Project
	take(best[0], m)
	return nil
}
