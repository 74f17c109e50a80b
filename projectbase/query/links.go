package query

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// link is an edge between two symbols, seen from one of them. symbol is
// projectbase.NoSymbol for code outside of all symbols.
type link struct {
	file   *graphFile
	symbol int32
	kind   projectbase.ReferenceKind
	tier   projectbase.Tier
	line   uint32 // of the reference
	column uint32
	to     projectbase.Target // of an edge to a symbol that is asked for
	how    string             // in place of the kind, where it is no reference: "override"
}

// via says what kind of edge it is.
func (l *link) via() string {
	if l.how != "" {
		return l.how
	}
	return l.kind.String()
}

// kindSet is a set of kinds of references.
type kindSet uint16

func kindsOf(list ...projectbase.ReferenceKind) kindSet {
	var k kindSet
	for _, x := range list {
		k |= 1 << x
	}
	return k
}

func (k kindSet) has(x projectbase.ReferenceKind) bool { return k&(1<<x) != 0 }

// callKinds are the references that run what they name.
var callKinds = kindsOf(projectbase.RefCall, projectbase.RefInstantiate, projectbase.RefDecorate)

// anyKind are all that make what holds them depend on what they name.
const anyKind = ^kindSet(0)

// useful are the tiers that say that a symbol is used, not that it may be.
func useful(t projectbase.Tier) bool {
	return t == projectbase.TierExact || t == projectbase.TierScoped || t == projectbase.TierInferred
}

// users calls fn with each edge to an entity, in the order of path and place.
func (g *graph) users(e entity, kinds kindSet, ambiguous bool, fn func(link) error) error {
	targets := map[projectbase.Target]bool{}
	files := map[store.FileID]bool{}
	for _, n := range g.alike(e) {
		t := n.target()
		targets[t] = true
		list, err := g.s.Users(t)
		if err != nil {
			return err
		}
		for _, f := range list {
			files[f] = true
		}
	}
	order := make([]*graphFile, 0, len(files))
	for id := range files {
		f, err := g.linked(id)
		if err != nil {
			return err
		}
		order = append(order, f)
	}
	slices.SortFunc(order, func(a, b *graphFile) int { return byNode(node{a, 0}, node{b, 0}) })
	for _, f := range order {
		if err := f.eachTo(targets, kinds, ambiguous, fn); err != nil {
			return err
		}
	}
	return nil
}

// eachTo calls fn with each edge of a file to one of targets.
func (f *graphFile) eachTo(targets map[projectbase.Target]bool, kinds kindSet, ambiguous bool, fn func(link) error) error {
	hits := make([]bool, len(f.edges.Outcomes)+1)
	first := make([]projectbase.Target, len(hits))
	for i := range f.edges.Outcomes {
		o := &f.edges.Outcomes[i]
		if !useful(o.Tier) && !(ambiguous && o.Tier == projectbase.TierAmbiguous) {
			continue
		}
		for _, t := range o.Targets {
			if targets[t] && !hits[i+1] {
				hits[i+1], first[i+1] = true, t
			}
		}
	}
	for i, n := range f.edges.List {
		if !hits[n] || i >= len(f.refs) {
			continue
		}
		r := &f.refs[i]
		if !kinds.has(r.Kind) {
			continue
		}
		if err := fn(link{file: f, symbol: r.Symbol, kind: r.Kind, tier: f.edges.Outcomes[n-1].Tier, line: r.Line, column: r.Column, to: first[n]}); err != nil {
			return err
		}
	}
	return nil
}

// alike are the symbols an edge to which is one to the entity: a constructor is
// run where its type is made, and the other way round.
func (g *graph) alike(e entity) []node {
	list := slices.Clone(e)
	for _, n := range e {
		switch s := n.symbol(); {
		case s.Kind == projectbase.KindConstructor && s.Container != projectbase.NoSymbol:
			list = append(list, node{n.file, s.Container})
		case s.Kind.IsType():
			for i := range n.file.symbols {
				if m := &n.file.symbols[i]; m.Kind == projectbase.KindConstructor && m.Container == n.ordinal {
					list = append(list, node{n.file, int32(i)})
				}
			}
		}
	}
	return list
}

// used calls fn with each edge that a symbol or what it holds has, and the
// symbol that it leads to, in the order of their places, and out with the package
// of each that leads out of the project. Unless whole is true, what a type holds
// is what making one runs: not its methods.
func (g *graph) used(n node, kinds kindSet, whole bool, fn func(link, node) error, out func(owner string)) error {
	f, err := g.linked(n.file.file.ID)
	if err != nil {
		return err
	}
	part := whole || !n.symbol().Kind.IsType()
	for i, o := range f.edges.List {
		if o == 0 || i >= len(f.refs) {
			continue
		}
		r, e := &f.refs[i], &f.edges.Outcomes[o-1]
		leadsOut := e.Tier == projectbase.TierExternal
		if !leadsOut && (!useful(e.Tier) || len(e.Targets) == 0) || !kinds.has(r.Kind) || !f.holds(n.ordinal, r.Symbol) {
			continue
		}
		if !part && f.methodIn(n.ordinal, r.Symbol) {
			continue
		}
		if leadsOut {
			out(e.Package)
			continue
		}
		to, err := g.node(e.Targets[0])
		if err != nil {
			return err
		}
		if err := fn(link{file: f, symbol: r.Symbol, kind: r.Kind, tier: e.Tier, line: r.Line, column: r.Column}, to); err != nil {
			return err
		}
	}
	return nil
}

// holds reports whether a symbol is another one or lies in it.
func (f *graphFile) holds(outer, inner int32) bool {
	for inner > outer {
		inner = f.symbols[inner].Container
	}
	return inner == outer && inner != projectbase.NoSymbol
}

// methodIn reports whether a symbol lies in a callable of a type that is not its
// constructor.
func (f *graphFile) methodIn(outer, inner int32) bool {
	for ; inner > outer; inner = f.symbols[inner].Container {
		if s := &f.symbols[inner]; s.Container == outer {
			return s.Kind.IsCallable() && s.Kind != projectbase.KindConstructor
		}
	}
	return false
}
