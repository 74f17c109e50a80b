package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// found is what a name was found to mean.
type found struct {
	refs   []Ref
	tier   projectbase.Tier
	reason projectbase.Reason
	pkg    string   // of what lies outside of the project
	module *module  // it names a module, package or namespace
	local  *Binding // it names a parameter or local variable
	value  *typ     // it is no symbol, but an object of the type
}

func (f found) none() bool {
	return len(f.refs) == 0 && f.pkg == "" && f.module == nil && f.local == nil
}

// lookup finds what a name without a qualifier means at a place.
func (sc *scopes) lookup(name string, at site, want want) found {
	apart := want == wantCall && at.file.scope.Methods
	if l := sc.locals.localNamed(name, at); l != nil && !apart && (want != wantType || l.Kind == projectbase.BindParameter) {
		return found{local: l}
	}
	if at.file != sc.file {
		return sc.outer(name, at, want)
	}
	return remember(sc.task, sc.inner, bareKey{name, at.symbol, want}, func() found { return sc.outer(name, at, want) })
}

// localNamed returns the binding of a local name that holds at a place.
func (ls *locals) localNamed(name string, at site) *Binding {
	for s := at.symbol; ; s = at.file.Symbols[s].Container {
		if s == projectbase.NoSymbol {
			return ls.bindingIn(at, s, name) // of a callable without a name
		}
		if !at.file.Symbols[s].Kind.IsCallable() && at.file == ls.file {
			// Fields are symbols; type parameters of the type are not.
			if l := ls.bindingIn(at, s, name); l != nil && l.Kind == projectbase.BindParameter {
				return l
			}
			continue
		}
		if l := ls.bindingIn(at, s, name); l != nil {
			return l
		}
	}
}

// bindingIn returns the last binding of a name in a callable before a place whose
// block has not ended there. What is a symbol itself is no local name.
func (ls *locals) bindingIn(at site, holder int32, name string) *Binding {
	var best *Binding
	take := func(b *Binding) {
		if b.startsBy(at) && !b.over(at) && (best == nil || b.Kind != projectbase.BindUnknown || !b.beside(best)) {
			best = b
		}
	}
	if at.file == ls.file {
		list := ls.bindings[localName{holder, name}]
		for i := range list {
			take(&list[i])
		}
	} else {
		for i := range at.file.Values {
			if b := &at.file.Values[i]; b.Symbol == holder && b.Name == name {
				take(b)
			}
		}
	}
	if best != nil && isSymbol(at.file, best) {
		return nil
	}
	return best
}

// isSymbol reports whether a binding tells of a symbol that is not a local one.
func isSymbol(o *Outline, b *Binding) bool {
	for _, i := range o.named(b.Name) {
		if s := &o.Symbols[i]; s.Line == b.Line && (s.Container != b.Symbol || s.Kind == projectbase.KindFunction) {
			return true
		}
	}
	return false
}

// ofFile reports whether a binding is of a variable that the file at hand
// declares for all of it.
func (ls *locals) ofFile(b *Binding) bool {
	return b.Symbol == projectbase.NoSymbol && slices.ContainsFunc(ls.file.named(b.Name), func(i int32) bool {
		s := &ls.file.Symbols[i]
		return s.Container == projectbase.NoSymbol && s.Line == b.Line
	})
}

// outer finds a name that is not local: in the scopes around the place, what
// the file imports, and what its unit shares.
func (sc *scopes) outer(name string, at site, want want) found {
	scope := at.file.scope
	if at.file != sc.file {
		sc.consult(name)
	}
	for s := at.symbol; s != projectbase.NoSymbol; s = at.file.Symbols[s].Container {
		if f := sc.around(name, Ref{at.file, s}, at, want); !f.none() {
			return f
		}
	}
	if slices.Contains(scope.SelfTypes, name) || slices.Contains(scope.Self, name) {
		if t := sc.extensions.enclosingType(at); !t.none() {
			return found{refs: []Ref{t}, tier: projectbase.TierExact, reason: projectbase.ReasonSelf}
		}
		return found{}
	}
	return remember(sc.task, sc.outside, beyondKey{at.file, name, spaceAround(at), want}, func() found { return sc.beyond(name, at, scope, want) })
}

// beyond finds a name that no symbol around the place has. Where it is found
// depends on the place by its namespace alone.
func (sc *scopes) beyond(name string, at site, scope *lang.Scope, want want) found {
	if refs := withoutStandIns(want.filter(fileLevel(at.file, name)), scope); len(refs) > 0 {
		if scope.Imports == lang.ImportsIncludes && !slices.ContainsFunc(refs, isDefinition) {
			if f := sc.inUnit(name, at, scope, want); slices.ContainsFunc(f.refs, isDefinition) {
				return f
			}
		}
		return sc.nearest(refs, at, scope, projectbase.ReasonFile)
	}
	if f := sc.imports.imported(name, at.file, want); !f.none() {
		return f
	}
	if f := sc.imports.importedByAll(name, at.file, want); !f.none() {
		return f
	}
	if f := sc.inUnit(name, at, scope, want); !f.none() {
		return f
	}
	if f := sc.imports.starred(name, at.file, want); !f.none() || want != wantAny {
		if f.none() && want == wantCall && scope.Imports == lang.ImportsCrates {
			return sc.imports.macroOf(sc.p.layout.crateRoot(at.file), name, projectbase.ReasonProject)
		}
		return f
	}
	switch {
	case scope.Imports == lang.ImportsCrates:
		return sc.imports.pathHead(name, at.file)
	case scope.Unit == lang.UnitNamespace:
		return sc.namespaceHead(name, at)
	}
	return found{}
}

// namespaceHead finds the namespace that a name with dots begins with: one in a
// namespace around the place, the innermost first.
func (sc *scopes) namespaceHead(name string, at site) found {
	sc.consult(name)
	for space := namespaceOf(at); ; {
		full := join(space, name)
		if sc.group.namespaces[full] > 0 {
			return found{module: &module{space: full, like: at.file}, tier: projectbase.TierExact, reason: projectbase.ReasonQualifier}
		}
		if space == "" {
			return found{}
		}
		space = space[:max(strings.LastIndexByte(space, '.'), 0)]
	}
}

// around looks a name up in one symbol that holds the place.
func (sc *scopes) around(name string, holder Ref, at site, want want) found {
	s, scope := holder.symbol(), at.file.scope
	switch {
	case s.Kind.IsCallable() && s.Kind != projectbase.KindProperty:
		if refs := want.filter(keep(refsOf(holder.File, holder.File.memberNamed(holder.Ordinal, name)), free)); len(refs) > 0 {
			if scope.Imports == lang.ImportsFiles {
				return sc.nearest(refs, at, scope, projectbase.ReasonScope)
			}
			return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonScope}
		}
		if s.Owner != "" && scope.Implicit && !extends(holder) {
			if t := sc.extensions.ownerOf(holder); !t.none() {
				return sc.implicit(name, t, at, want)
			}
			return sc.extensions.addedTo(&typ{text: s.Owner, at: at}, "", name, want)
		}
	case s.Kind == projectbase.KindEnumMember && scope.Implicit:
		return sc.implicit(name, holder, at, want) // one with a body of its own
	case s.Kind.IsType() || s.Word == wordExtension:
		if s.Name == name && want == wantType && s.Word != "object" {
			return found{refs: []Ref{holder}, tier: projectbase.TierExact, reason: projectbase.ReasonScope}
		}
		if scope.Implicit {
			return sc.implicit(name, holder, at, want)
		}
	}
	return found{}
}

// free reports whether a symbol is known by its name alone where it is declared:
// not what belongs to an object that is written there.
func free(x Ref) bool {
	switch s := x.symbol(); s.Kind {
	case projectbase.KindMethod, projectbase.KindProperty, projectbase.KindField, projectbase.KindConstructor:
		return s.Container != projectbase.NoSymbol && x.File.Symbols[s.Container].Kind.IsType()
	}
	return true
}

// implicit finds a member of the type around a place.
func (sc *scopes) implicit(name string, t Ref, at site, want want) found {
	f := onLevel(sc.members.memberOf(t, name, want), levelAt(at))
	if len(f.refs) > 0 && f.reason != projectbase.ReasonInherited {
		f.tier, f.reason = projectbase.TierExact, projectbase.ReasonSelf
	}
	f.refs = keep(f.refs, func(x Ref) bool { return !namesType(x) })
	f.pkg = "" // a base outside of the project may have it, or not
	return f
}

// namesType reports whether a symbol is a constructor that has the name of its
// type: written alone, the name means the type.
func namesType(x Ref) bool {
	s := x.symbol()
	if s.Kind != projectbase.KindConstructor {
		return false
	}
	return s.Name == lastName(s.Owner) || s.Container != projectbase.NoSymbol && x.File.Symbols[s.Container].Name == s.Name
}

// fileLevel returns what a file declares outside of types and callables.
func fileLevel(o *Outline, name string) []Ref {
	var refs []Ref
	for _, i := range o.named(name) {
		s := &o.Symbols[i]
		if s.Owner != "" && !s.Kind.IsType() || s.Word == wordExtension {
			continue
		}
		if c := o.holder(i); c == projectbase.NoSymbol || o.Symbols[c].Kind == projectbase.KindNamespace && o.Symbols[c].Word != wordExtension {
			refs = append(refs, Ref{o, i})
		}
	}
	refs = keep(refs, free)
	if o.scope.Imports == lang.ImportsFiles {
		// An object that is written as a value of another one has its key for a name.
		refs = keep(refs, func(x Ref) bool { return x.symbol().Word != "object" })
	}
	return refs
}

// nearest chooses between declarations of one name in one scope, where blocks and
// callables without a name hold some of them: the last one before the place.
func (sc *scopes) nearest(refs []Ref, at site, scope *lang.Scope, reason projectbase.Reason) found {
	f := found{refs: refs, tier: projectbase.TierExact, reason: reason}
	if len(refs) < 2 || scope.Unit != lang.UnitFile || scope.Open {
		return f
	}
	best := refs[0]
	for _, x := range refs {
		if x.symbol().Line <= at.line && x.symbol().Line >= best.symbol().Line {
			best = x
		}
	}
	sc.cuts++ // it depends on the line
	return found{refs: []Ref{best}, tier: projectbase.TierInferred, reason: f.reason}
}

func refsOf(o *Outline, ordinals []int32) []Ref {
	if len(ordinals) == 0 {
		return nil
	}
	refs := make([]Ref, len(ordinals))
	for i, n := range ordinals {
		refs[i] = Ref{o, n}
	}
	return refs
}

// enclosingType returns the type whose member the place lies in.
func (ext *extensions) enclosingType(at site) Ref {
	for s := at.symbol; s != projectbase.NoSymbol; s = at.file.Symbols[s].Container {
		x := &at.file.Symbols[s]
		switch {
		case x.Kind.IsType():
			return Ref{at.file, s}
		case x.Owner != "" && !extends(Ref{at.file, s}) || x.Word == wordExtension:
			if t := ext.ownerOf(Ref{at.file, s}); !t.none() {
				return t
			}
		}
	}
	return Ref{}
}

// ownerOf returns the type that a member outside of it belongs to.
func (ext *extensions) ownerOf(m Ref) Ref {
	s := m.symbol()
	name := s.Owner
	if s.Word == wordExtension && s.Kind == projectbase.KindNamespace {
		name = s.Name
	}
	if m.File.scope.Tables {
		return tableNamed(m.File, name)
	}
	t := ext.types.typeNamed(name, site{m.File, s.Container, s.Line, 0})
	return t.sym
}
