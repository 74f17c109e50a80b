package resolve

import (
	"slices"

	"codegraph/projectbase"
)

// isMixin reports whether a type is none that another is derived from, but one that
// others take in.
func (t *typ) isMixin() bool {
	return !t.sym.none() && slices.Contains([]string{"module", "trait"}, t.sym.symbol().Word)
}

// linear returns all that a type is based on, in the order in which a member of it is
// looked for there: the linearization that Scala defines (its specification, 5.1.2),
// in which what is mixed in later comes first, and what several are based on comes
// after all of them. The ancestors of Ruby's classes are in this order as well.
func (inh *inheritance) linear(t Ref) []typ { return inh.linearBeside(t, nil) }

// linearBeside is linear on the way from other types, which are none of its own
// bases even if a wrong guess of a name says so.
func (inh *inheritance) linearBeside(t Ref, from []Ref) []typ {
	return remember(inh.task, inh.linearized, t, func() (list []typ) {
		if !inh.enter() {
			return nil
		}
		defer inh.leave()
		from := append(slices.Clip(from), t)
		for _, b := range derivedFirst(inh.baseTypes(t)) {
			of := []typ{b}
			switch {
			case b.sym == t, b.sym.none() && b.pkg == "":
				continue
			case b.sym.none():
			case slices.Contains(from, b.sym):
				inh.cuts++
				continue
			default:
				of = append(of, inh.linearBeside(b.sym, from)...)
			}
			list = append(slices.DeleteFunc(of, func(x typ) bool {
				return slices.ContainsFunc(list, func(y typ) bool { return x.sym == y.sym && x.pkg == y.pkg })
			}), list...)
		}
		return list[:min(len(list), maxVisited)]
	})
}

// derivedFirst returns bases in the order in which they are taken in: the class that
// a type is derived from, which is named before interfaces, last of what is no
// mixin. The parts of a type may name them in any order.
func derivedFirst(bases []typ) []typ {
	var mixins, others []typ
	for _, t := range bases {
		if t.isMixin() {
			mixins = append(mixins, t)
		} else {
			others = append(others, t)
		}
	}
	slices.Reverse(others)
	return append(others, mixins...)
}

// inLinear finds a member in what a type is based on, in that order.
func (ms *members) inLinear(t Ref, name string, want want) (f found, pkg string) {
	for _, b := range ms.bases.linear(t) {
		if b.sym.none() {
			if pkg == "" {
				pkg = b.pkg
			}
			continue
		}
		if b.sym.symbol().Kind == projectbase.KindType { // another name for one
			if f := ms.memberBeside(b.sym, name, want, &visited{t}); len(f.refs) > 0 {
				f.reason = projectbase.ReasonInherited
				return f, ""
			}
			continue
		}
		ms.consult(name)
		if refs := want.filter(ms.ownMembers(b.sym, name)); len(refs) > 0 {
			return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonInherited}, ""
		}
	}
	return found{}, pkg
}

// ofParent is inherited where the word for what a type is based on leaves out its
// mixins.
func (ms *members) ofParent(t Ref, name string, want want) found {
	derived := slices.DeleteFunc(slices.Clone(ms.bases.baseTypes(t)), func(b typ) bool { return b.isMixin() })
	f, pkg := ms.inBases(derived, name, want, &visited{t})
	if pkg != "" {
		return found{pkg: pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonInherited}
	}
	return f
}
