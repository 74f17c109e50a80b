package query

import (
	"slices"

	"codegraph/projectbase"
)

// countUnbound looks for references that may mean what was asked for, after
// the first step of a walk; reached is how many are known to.
func (k *walker) countUnbound(asked entity, reached int) error {
	if len(asked) == 0 {
		return nil
	}
	k.out.Unbound.Reached = reached
	if k.w.Down {
		return k.unboundIn(asked)
	}
	return k.g.unbound(&k.out.Unbound, asked, k.w.kinds())
}

// asked are the nodes of the first step that were asked for, without the members
// that a change of them is one of.
func (s *step) asked() entity {
	if s.whole != nil || len(s.of) == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(s.of), func(n node) bool { return n.symbol().Name != s.of[0].symbol().Name })
}

// unboundIn counts the references in what was asked for that lead to no symbol
// and to no package; what decorates it lies around it.
func (k *walker) unboundIn(asked entity) error {
	u, kinds := &k.out.Unbound, k.w.kinds()&^kindsOf(projectbase.RefDecorate)
	byFile := map[*graphFile]map[int]bool{}
	for _, n := range asked {
		f, err := k.g.linked(n.file.file.ID)
		if err != nil {
			return err
		}
		for i := range f.refs {
			t := f.edges.At(i).Tier
			if (t == projectbase.TierNone || t == projectbase.TierAmbiguous) && kinds.has(f.refs[i].Kind) && f.holds(n.ordinal, f.refs[i].Symbol) {
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
	u.Names, err = k.g.called(asked[0], kinds, byFile)
	return err
}
