package resolve

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/outline"
)

// members finds the members of a type, its own and the inherited ones.
type members struct {
	*task
	visible    *visibility
	types      *types
	bases      *inheritance
	extensions *extensions
	memo       map[memberKey]found
}

// memberKey identifies a cached member.
type memberKey struct {
	of   outline.Ref
	name string
	want want
}

// memberOf finds a member of a type, declared or inherited.
func (ms *members) memberOf(t outline.Ref, name string, want want) found {
	return cached(ms.task, ms.memo, memberKey{t, name, want}, func() found { return ms.searchMember(t, name, want, &visited{}) })
}

// inherited finds a member in the base types, for the word "super" of the language.
func (ms *members) inherited(t outline.Ref, name string, want want) found {
	if t.File.Scope.Parent {
		return ms.ofParent(t, name, want)
	}
	return ms.searchInherited(t, name, want, &visited{t})
}

// searchMember is memberOf with the types already visited.
func (ms *members) searchMember(t outline.Ref, name string, want want, seen *visited) found {
	if !seen.enter(t) {
		return found{}
	}
	ms.consult(name)
	own := ms.ownMembers(t, name)
	refs := want.filter(own)
	if t.File.Scope.Imports == lang.ImportsFiles && len(own) > 1 {
		// A field with a declared type takes precedence over assignments in a constructor.
		if declared := outline.Filter(own, outline.IsTypedField); len(declared) > 0 {
			refs = declared
		}
	}
	if len(refs) == 0 {
		return ms.searchInherited(t, name, want, seen)
	}
	if want == wantCall && t.File.Scope.Methods && !slices.ContainsFunc(refs, func(x outline.Ref) bool { return x.Symbol().Kind.IsCallable() }) {
		// A call does not refer to a field, except to an accessor of a record.
		if f := ms.searchInherited(t, name, want, seen); len(f.refs) > 0 {
			return f
		}
	}
	return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonReceiver}
}

// ownMembers returns the members of a name in all declarations of a type.
func (ms *members) ownMembers(t outline.Ref, name string) []outline.Ref {
	s := t.Symbol()
	refs := outline.Refs(t.File, t.File.MembersNamed(t.Ordinal, name))
	for _, i := range t.File.Named(name) {
		if t.File.Symbols[i].Container != t.Ordinal && t.File.EnclosingScope(i) == t.Ordinal {
			refs = append(refs, outline.Ref{File: t.File, Ordinal: i})
		}
	}
	refs = append(refs, ms.bases.membersElsewhere(t, name)...)
	inside := len(refs) > 0
	for _, x := range outline.First(ms.p.tables.Of(t.File).Owned[s.Name+"."+name], ms.file, nil) {
		// Own members take precedence over extension methods.
		if extension := outline.IsExtension(x); ms.extensions.belongs(x, t) && !(extension && (inside || ms.extensions.ownerOf(x) != t || !ms.visible.extensionInScope(x))) {
			refs = append(refs, x)
		}
	}
	return refs
}

// searchInherited is inherited with the types already visited.
func (ms *members) searchInherited(t outline.Ref, name string, want want, seen *visited) found {
	var f found
	var pkg string
	if t.File.Scope.Mixins {
		f, pkg = ms.inLinear(t, name, want)
	} else {
		f, pkg = ms.inBases(ms.bases.baseTypes(t), name, want, seen)
	}
	if len(f.refs) > 0 {
		return f
	}
	s := t.Symbol()
	if s.Kind == projectbase.KindType && s.Type != "" && len(*seen) < maxDepth {
		named := &typ{text: s.Type, at: outline.Position{File: t.File, Symbol: s.Container, Line: s.Line, Column: 0}}
		if parts := ms.types.alternatives(named); len(parts) > 0 {
			return ms.inUnion(parts, name, want, seen)
		}
		under := ms.types.resolveType(named)
		if !under.sym.IsZero() && under.sym != t {
			return ms.searchMember(under.sym, name, want, seen)
		}
		pkg = under.pkg
	}
	if pkg != "" {
		return found{pkg: pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonInherited}
	}
	return found{}
}

// inBases finds a member in the first type that has it, or the external package that may
// declare it.
func (ms *members) inBases(bases []typ, name string, want want, seen *visited) (f found, pkg string) {
	for i := range bases {
		b := &bases[i]
		if b.sym.IsZero() {
			if pkg == "" {
				pkg = b.pkg
			}
			continue
		}
		f := ms.searchMember(b.sym, name, want, seen)
		if len(f.refs) > 0 {
			f.reason = projectbase.ReasonInherited
			return f, ""
		}
		if pkg == "" {
			pkg = f.pkg
		}
	}
	return found{}, pkg
}

// inLinear finds a member in the linearized base types.
func (ms *members) inLinear(t outline.Ref, name string, want want) (f found, pkg string) {
	for _, b := range ms.bases.linear(t) {
		if b.sym.IsZero() {
			if pkg == "" {
				pkg = b.pkg
			}
			continue
		}
		if b.sym.Symbol().Kind == projectbase.KindType { // a type alias
			if f := ms.searchMember(b.sym, name, want, &visited{t}); len(f.refs) > 0 {
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

// ofParent finds a member for a "super" that skips mixins.
func (ms *members) ofParent(t outline.Ref, name string, want want) found {
	derived := slices.DeleteFunc(slices.Clone(ms.bases.baseTypes(t)), func(b typ) bool { return b.isMixin() })
	f, pkg := ms.inBases(derived, name, want, &visited{t})
	if pkg != "" {
		return found{pkg: pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonInherited}
	}
	return f
}

// inUnion finds a member in the types of a union. The type at a position is unknown, so
// that each result is a guess.
func (ms *members) inUnion(parts []*typ, name string, want want, seen *visited) found {
	if !ms.enter() {
		return found{}
	}
	defer ms.leave()
	if len(parts) == 1 {
		if t := ms.types.resolveType(parts[0]); !t.sym.IsZero() {
			return ms.searchMember(t.sym, name, want, seen)
		}
		return found{}
	}
	var refs []outline.Ref
	for _, part := range parts {
		if t := ms.types.resolveType(part); !t.sym.IsZero() {
			refs = append(refs, ms.searchMember(t.sym, name, want, seen).refs...)
		} else if inner := ms.types.alternatives(part); len(inner) > 0 {
			refs = append(refs, ms.inUnion(inner, name, want, seen).refs...)
		}
	}
	if len(refs) == 0 {
		return found{}
	}
	slices.SortFunc(refs, outline.CompareRefs)
	return found{refs: slices.Compact(refs), tier: projectbase.TierInferred, reason: projectbase.ReasonInferred}
}
