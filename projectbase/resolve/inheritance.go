package resolve

import (
	"slices"

	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/resolve/symbols"
)

// inheritance finds the base types of a type and the other parts of its declaration.
type inheritance struct {
	*task
	types      *types
	direct     map[outline.Ref][]typ
	linearized map[outline.Ref][]typ
}

// parts returns all declarations of a type, nil if it has one. Languages with includes
// have no parts: two files may each declare their own class of the same name.
func (inh *inheritance) parts(t outline.Ref) *symbols.Parts {
	scope := t.File.Scope
	if !scope.Open || scope.Imports == lang.ImportsIncludes {
		return nil
	}
	group := inh.p.tables.Of(t.File)
	table, key := group.Qualified, outline.QualifiedName(t)
	if key == t.Symbol().Name {
		table = group.Top
	}
	return group.PartsOf(key, table)
}

// membersElsewhere returns the members of a name in the other declarations of a type.
func (inh *inheritance) membersElsewhere(t outline.Ref, name string) []outline.Ref {
	if p := inh.parts(t); p != nil {
		return outline.Filter(p.Members[name], func(x outline.Ref) bool { return x.File != t.File || x.File.Symbols[x.Ordinal].Container != t.Ordinal })
	}
	var refs []outline.Ref
	for _, peer := range inh.prototypes(t) {
		refs = append(refs, outline.Refs(peer.File, peer.File.MembersNamed(peer.Ordinal, name))...)
	}
	return refs
}

// baseTypes returns the base types of a type, including external ones.
func (inh *inheritance) baseTypes(t outline.Ref) []typ {
	return cached(inh.task, inh.direct, t, func() (list []typ) {
		for _, b := range inh.basesOf(t) {
			list = append(list, inh.types.typeNamed(b.Chain, b.Site()))
		}
		return list
	})
}

// basesOf returns the base types as written, those of the declaration t first.
func (inh *inheritance) basesOf(t outline.Ref) []symbols.Base {
	inh.consult(t.Symbol().Name)
	var list []symbols.Base
	for _, chain := range outline.BasesIn(t) {
		list = append(list, symbols.Base{Of: t, Chain: chain})
	}
	if p := inh.parts(t); p != nil {
		for _, b := range p.Bases {
			if b.Of != t {
				list = append(list, b)
			}
		}
		return list
	}
	for _, peer := range inh.prototypes(t) {
		for _, chain := range outline.BasesIn(peer) {
			list = append(list, symbols.Base{Of: peer, Chain: chain})
		}
	}
	return list
}

// prototypes returns the other declarations of a type in languages with includes. One of
// each pair is a forward declaration; two definitions belong to their own files.
func (inh *inheritance) prototypes(t outline.Ref) []outline.Ref {
	scope := t.File.Scope
	if !scope.Open || scope.Imports != lang.ImportsIncludes {
		return nil
	}
	group := inh.p.tables.Of(t.File)
	table, key := group.Qualified, outline.QualifiedName(t)
	if key == t.Symbol().Name {
		table = group.Top
	}
	var refs []outline.Ref
	for _, x := range table[key] {
		if (outline.IsPrototype(t) || outline.IsPrototype(x)) && x != t && x.Symbol().Kind.IsType() && outline.QualifiedName(x) == key {
			refs = append(refs, x)
		}
	}
	return refs
}

// linear returns all base types of a type in the order of member lookup: the
// linearization of Scala (specification 5.1.2). A later mixin comes first, and a common
// base comes after all types that extend it. The ancestors of a Ruby class have the same
// order.
func (inh *inheritance) linear(t outline.Ref) []typ { return inh.linearize(t, nil) }

// linearize is linear with the types that are being linearized. A wrong guess may make
// one of them its own base; it is skipped.
func (inh *inheritance) linearize(t outline.Ref, from []outline.Ref) []typ {
	return cached(inh.task, inh.linearized, t, func() (list []typ) {
		if !inh.enter() {
			return nil
		}
		defer inh.leave()
		from := append(slices.Clip(from), t)
		for _, b := range linearizationOrder(inh.baseTypes(t)) {
			of := []typ{b}
			switch {
			case b.sym == t, b.sym.IsZero() && b.pkg == "":
				continue
			case b.sym.IsZero():
			case slices.Contains(from, b.sym):
				inh.cuts++
				continue
			default:
				of = append(of, inh.linearize(b.sym, from)...)
			}
			list = append(slices.DeleteFunc(of, func(x typ) bool {
				return slices.ContainsFunc(list, func(y typ) bool { return x.sym == y.sym && x.pkg == y.pkg })
			}), list...)
		}
		return list[:min(len(list), maxVisited)]
	})
}

// linearizationOrder returns base types in the order in which a type takes them in: the
// class that it extends last of those that are not mixins, then the mixins. Parts of a
// type may name them in any order.
func linearizationOrder(bases []typ) []typ {
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
