package symbol

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// Link is a resolved reference between two symbols. Symbol is
// projectbase.NoSymbol for code outside of all symbols.
type Link struct {
	File   *File
	Symbol int32
	Kind   projectbase.ReferenceKind
	Tier   projectbase.Tier
	Line   uint32 // of the reference
	Column uint32
	To     projectbase.Target // of an edge to a requested symbol
	How    string             // replaces the kind for a relation that is no reference: "override"
}

// Via names the kind of the reference.
func (l *Link) Via() string {
	if l.How != "" {
		return l.How
	}
	return l.Kind.String()
}

// KindSet is a set of reference kinds.
type KindSet uint16

// KindsOf returns the set of the given kinds.
func KindsOf(list ...projectbase.ReferenceKind) KindSet {
	var k KindSet
	for _, x := range list {
		k |= 1 << x
	}
	return k
}

// Has reports whether the set contains a kind.
func (k KindSet) Has(x projectbase.ReferenceKind) bool { return k&(1<<x) != 0 }

// CallKinds are the kinds of references that run their target.
var CallKinds = KindsOf(projectbase.RefCall, projectbase.RefInstantiate, projectbase.RefDecorate)

// AnyKind is the set of all reference kinds.
const AnyKind = ^KindSet(0)

// Useful reports whether a tier is certain enough to count as a use. Ambiguous
// references are not.
func Useful(t projectbase.Tier) bool {
	return t == projectbase.TierExact || t == projectbase.TierScoped || t == projectbase.TierInferred
}

// Users calls fn with each resolved reference to an entity, in the order of
// path and position.
func (g *Reader) Users(e Entity, kinds KindSet, ambiguous bool, fn func(Link) error) error {
	targets := map[projectbase.Target]bool{}
	files := map[store.FileID]bool{}
	for _, n := range g.Alike(e) {
		t := n.Target()
		targets[t] = true
		list, err := g.Snapshot.Users(t)
		if err != nil {
			return err
		}
		for _, f := range list {
			files[f] = true
		}
	}
	order := make([]*File, 0, len(files))
	for id := range files {
		f, err := g.Linked(id)
		if err != nil {
			return err
		}
		order = append(order, f)
	}
	slices.SortFunc(order, func(a, b *File) int { return CompareNodes(Node{a, 0}, Node{b, 0}) })
	for _, f := range order {
		if err := f.eachTo(targets, kinds, ambiguous, fn); err != nil {
			return err
		}
	}
	return nil
}

// eachTo calls fn with each resolved reference of a file to one of the targets.
func (f *File) eachTo(targets map[projectbase.Target]bool, kinds KindSet, ambiguous bool, fn func(Link) error) error {
	hits := make([]bool, len(f.Edges.Outcomes)+1)
	first := make([]projectbase.Target, len(hits))
	for i := range f.Edges.Outcomes {
		o := &f.Edges.Outcomes[i]
		if !Useful(o.Tier) && !(ambiguous && o.Tier == projectbase.TierAmbiguous) {
			continue
		}
		for _, t := range o.Targets {
			if targets[t] && !hits[i+1] {
				hits[i+1], first[i+1] = true, t
			}
		}
	}
	for i, n := range f.Edges.List {
		if !hits[n] || i >= len(f.Refs) {
			continue
		}
		r := &f.Refs[i]
		if !kinds.Has(r.Kind) {
			continue
		}
		if err := fn(Link{File: f, Symbol: r.Symbol, Kind: r.Kind, Tier: f.Edges.Outcomes[n-1].Tier, Line: r.Line, Column: r.Column, To: first[n]}); err != nil {
			return err
		}
	}
	return nil
}

// Alike returns the symbols of an entity and those that share its references:
// the constructors of a type, and the type of a constructor.
func (g *Reader) Alike(e Entity) []Node {
	list := slices.Clone(e)
	for _, n := range e {
		switch s := n.Symbol(); {
		case s.Kind == projectbase.KindConstructor && s.Container != projectbase.NoSymbol:
			list = append(list, Node{n.File, s.Container})
		case s.Kind.IsType():
			for i := range n.File.Symbols {
				if m := &n.File.Symbols[i]; m.Kind == projectbase.KindConstructor && m.Container == n.Ordinal {
					list = append(list, Node{n.File, int32(i)})
				}
			}
		}
	}
	return list
}

// Used calls fn with each resolved reference inside a symbol and its target, in
// source order. It calls out with the package of each external reference. If
// whole is false, the methods of a type are left out: only its fields and
// constructors count.
func (g *Reader) Used(n Node, kinds KindSet, whole bool, fn func(Link, Node) error, out func(owner string)) error {
	f, err := g.Linked(n.File.Info.ID)
	if err != nil {
		return err
	}
	part := whole || !n.Symbol().Kind.IsType()
	for i, o := range f.Edges.List {
		if o == 0 || i >= len(f.Refs) {
			continue
		}
		r, e := &f.Refs[i], &f.Edges.Outcomes[o-1]
		leadsOut := e.Tier == projectbase.TierExternal
		if !leadsOut && (!Useful(e.Tier) || len(e.Targets) == 0) || !kinds.Has(r.Kind) || !f.Holds(n.Ordinal, r.Symbol) {
			continue
		}
		if !part && f.MethodIn(n.Ordinal, r.Symbol) {
			continue
		}
		if leadsOut {
			out(e.Package)
			continue
		}
		to, err := g.Node(e.Targets[0])
		if err != nil {
			return err
		}
		if err := fn(Link{File: f, Symbol: r.Symbol, Kind: r.Kind, Tier: e.Tier, Line: r.Line, Column: r.Column}, to); err != nil {
			return err
		}
	}
	return nil
}

// Holds reports whether outer is inner or contains it.
func (f *File) Holds(outer, inner int32) bool {
	for inner > outer {
		inner = f.Symbols[inner].Container
	}
	return inner == outer && inner != projectbase.NoSymbol
}

// MethodIn reports whether inner lies in a method of the type outer,
// constructors excepted.
func (f *File) MethodIn(outer, inner int32) bool {
	for ; inner > outer; inner = f.Symbols[inner].Container {
		if s := &f.Symbols[inner]; s.Container == outer {
			return s.Kind.IsCallable() && s.Kind != projectbase.KindConstructor
		}
	}
	return false
}
