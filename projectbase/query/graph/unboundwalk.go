package graph

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query/symbol"
)

// countUnbound counts the unresolved references that may belong to the answer,
// after the first step. reached is the number of resolved references.
func (k *walker) countUnbound(asked symbol.Entity, reached int) error {
	if len(asked) == 0 {
		return nil
	}
	k.out.Unbound.Reached = reached
	if k.w.Down {
		return k.unboundIn(asked)
	}
	return k.g.Unresolved.Unbound(&k.out.Unbound, asked, k.w.kinds())
}

// asked returns the symbols named in the question, without the members that
// the walk added.
func (s *step) asked() symbol.Entity {
	if s.whole != nil || len(s.of) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.of), func(n symbol.Node) bool { return n.Symbol().Name != s.of[0].Symbol().Name })
}

// unboundIn counts the unresolved references inside the symbol of the question.
// Decorators stand outside of it and do not count.
func (k *walker) unboundIn(asked symbol.Entity) error {
	u, kinds := &k.out.Unbound, k.w.kinds()&^symbol.KindsOf(projectbase.RefDecorate)
	byFile := map[*symbol.File]map[int]bool{}
	for _, n := range asked {
		f, err := k.g.Linked(n.File.Info.ID)
		if err != nil {
			return err
		}
		for i := range f.Refs {
			t := f.Edges.At(i).Tier
			if (t == projectbase.TierNone || t == projectbase.TierAmbiguous) && kinds.Has(f.Refs[i].Kind) && f.Holds(n.Ordinal, f.Refs[i].Symbol) {
				if byFile[f] == nil {
					byFile[f] = map[int]bool{}
				}
				byFile[f][i] = true
			}
		}
	}
	for _, at := range byFile {
		u.References += len(at)
	}
	u.Files = len(byFile)
	if !u.Notable() {
		return nil
	}
	var err error
	u.Names, err = k.g.Unresolved.Called(asked[0], kinds, byFile)
	return err
}
