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

// memberKey is a member of a type.
type memberKey struct {
	of   outline.Ref
	name string
	want want
}

// memberOf finds a member that a type has, itself or by what it is based on.
func (ms *members) memberOf(t outline.Ref, name string, want want) found {
	return remember(ms.task, ms.memo, memberKey{t, name, want}, func() found { return ms.memberBeside(t, name, want, &visited{}) })
}

// inherited finds a member in what a type is based on, as the word for that means it.
func (ms *members) inherited(t outline.Ref, name string, want want) found {
	if t.File.Scope.Parent {
		return ms.ofParent(t, name, want)
	}
	return ms.inheritedBeside(t, name, want, &visited{t})
}

// memberBeside is memberOf where other types have been looked into.
func (ms *members) memberBeside(t outline.Ref, name string, want want, seen *visited) found {
	if !seen.enter(t) {
		return found{}
	}
	ms.consult(name)
	own := ms.ownMembers(t, name)
	refs := want.filter(own)
	if t.File.Scope.Imports == lang.ImportsFiles && len(own) > 1 {
		// What a constructor makes of a field that the class declares is not its declaration.
		if declared := outline.Filter(own, outline.IsTypedField); len(declared) > 0 {
			refs = declared
		}
	}
	if len(refs) == 0 {
		return ms.inheritedBeside(t, name, want, seen)
	}
	if want == wantCall && t.File.Scope.Methods && !slices.ContainsFunc(refs, func(x outline.Ref) bool { return x.Symbol().Kind.IsCallable() }) {
		// A field is none that is called, but for those of a record.
		if f := ms.inheritedBeside(t, name, want, seen); len(f.refs) > 0 {
			return f
		}
	}
	return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonReceiver}
}

// ownMembers returns the members of a name that a type declares, wherever.
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
		// What a type has itself goes before what extends it.
		if extension := outline.IsExtension(x); ms.extensions.belongs(x, t) && !(extension && (inside || ms.extensions.ownerOf(x) != t || !ms.visible.extensionInScope(x))) {
			refs = append(refs, x)
		}
	}
	return refs
}

// inheritedBeside is inherited where other types have been looked into.
func (ms *members) inheritedBeside(t outline.Ref, name string, want want, seen *visited) found {
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
			return ms.memberBeside(under.sym, name, want, seen)
		}
		pkg = under.pkg
	}
	if pkg != "" {
		return found{pkg: pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonInherited}
	}
	return found{}
}

// inBases finds a member in the first of several types that has it, or the package
// outside of the project that may have it.
func (ms *members) inBases(bases []typ, name string, want want, seen *visited) (f found, pkg string) {
	for i := range bases {
		b := &bases[i]
		if b.sym.IsZero() {
			if pkg == "" {
				pkg = b.pkg
			}
			continue
		}
		f := ms.memberBeside(b.sym, name, want, seen)
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

// inLinear finds a member in what a type is based on, in that order.
func (ms *members) inLinear(t outline.Ref, name string, want want) (f found, pkg string) {
	for _, b := range ms.bases.linear(t) {
		if b.sym.IsZero() {
			if pkg == "" {
				pkg = b.pkg
			}
			continue
		}
		if b.sym.Symbol().Kind == projectbase.KindType { // another name for one
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
func (ms *members) ofParent(t outline.Ref, name string, want want) found {
	derived := slices.DeleteFunc(slices.Clone(ms.bases.baseTypes(t)), func(b typ) bool { return b.isMixin() })
	f, pkg := ms.inBases(derived, name, want, &visited{t})
	if pkg != "" {
		return found{pkg: pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonInherited}
	}
	return f
}

// inUnion finds a member in the types of which a value has one. Which it is depends
// on what the code has found out before, so that each is a guess.
func (ms *members) inUnion(parts []*typ, name string, want want, seen *visited) found {
	if !ms.enter() {
		return found{}
	}
	defer ms.leave()
	if len(parts) == 1 {
		if t := ms.types.resolveType(parts[0]); !t.sym.IsZero() {
			return ms.memberBeside(t.sym, name, want, seen)
		}
		return found{}
	}
	var refs []outline.Ref
	for _, part := range parts {
		if t := ms.types.resolveType(part); !t.sym.IsZero() {
			refs = append(refs, ms.memberBeside(t.sym, name, want, seen).refs...)
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
