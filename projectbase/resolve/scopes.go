package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// scopes finds the meaning of an unqualified name at a position.
type scopes struct {
	*task
	locals     *locals
	visible    *visibility
	members    *members
	extensions *extensions
	imports    *imports
	inner      map[scopeKey]found
	topLevel   map[topLevelKey]found
}

// scopeKey identifies a cached name in a symbol of the file.
type scopeKey struct {
	name   string
	symbol int32
	want   want
}

// lookup finds an unqualified name at a position.
func (sc *scopes) lookup(name string, at outline.Position, want want) found {
	apart := want == wantCall && at.File.Scope.Methods
	if l := sc.locals.localNamed(name, at); l != nil && !apart && (want != wantType || l.Kind == projectbase.BindParameter) {
		return found{local: l}
	}
	if at.File != sc.file {
		return sc.outer(name, at, want)
	}
	return cached(sc.task, sc.inner, scopeKey{name, at.Symbol, want}, func() found { return sc.outer(name, at, want) })
}

// topLevelKey identifies a cached name outside of the symbols around a position.
type topLevelKey struct {
	file  *outline.Outline
	name  string
	space int32 // innermost namespace around the position
	want  want
}

// outer finds a name that is not local: in the scopes around the position, in the imports
// of the file, and in its unit.
func (sc *scopes) outer(name string, at outline.Position, want want) found {
	scope := at.File.Scope
	if at.File != sc.file {
		sc.consult(name)
	}
	for s := at.Symbol; s != projectbase.NoSymbol; s = at.File.Symbols[s].Container {
		if f := sc.around(name, outline.Ref{File: at.File, Ordinal: s}, at, want); !f.none() {
			return f
		}
	}
	if slices.Contains(scope.SelfTypes, name) || slices.Contains(scope.Self, name) {
		if t := sc.extensions.enclosingType(at); !t.IsZero() {
			return found{refs: []outline.Ref{t}, tier: projectbase.TierExact, reason: projectbase.ReasonSelf}
		}
		return found{}
	}
	return cached(sc.task, sc.topLevel, topLevelKey{at.File, name, outline.NamespaceAt(at), want}, func() found { return sc.atTopLevel(name, at, scope, want) })
}

// atTopLevel finds a name that no symbol around the position declares. The result depends
// only on the namespace of the position.
func (sc *scopes) atTopLevel(name string, at outline.Position, scope *lang.Scope, want want) found {
	if refs := withoutLibraryMacros(want.filter(outline.TopLevel(at.File, name)), scope); len(refs) > 0 {
		if scope.Imports == lang.ImportsIncludes && !slices.ContainsFunc(refs, outline.IsDefinition) {
			if f := sc.inUnit(name, at, scope, want); slices.ContainsFunc(f.refs, outline.IsDefinition) {
				return f
			}
		}
		return sc.nearest(refs, at, scope, projectbase.ReasonFile)
	}
	if f := sc.imports.imported(name, at.File, want); !f.none() {
		return f
	}
	if f := sc.imports.importedGlobally(name, at.File, want); !f.none() {
		return f
	}
	if f := sc.inUnit(name, at, scope, want); !f.none() {
		return f
	}
	if f := sc.imports.wildcard(name, at.File, want); !f.none() || want != wantAny {
		if f.none() && want == wantCall && scope.Imports == lang.ImportsCrates {
			return sc.imports.macroOf(sc.p.layout.CrateRoot(at.File), name, projectbase.ReasonProject)
		}
		return f
	}
	switch {
	case scope.Imports == lang.ImportsCrates:
		return sc.imports.pathHead(name, at.File)
	case scope.Unit == lang.UnitNamespace:
		return sc.namespaceHead(name, at)
	}
	return found{}
}

// namespaceHead finds the namespace at the start of a qualified name, in the namespaces
// around the position, innermost first.
func (sc *scopes) namespaceHead(name string, at outline.Position) found {
	sc.consult(name)
	for space := outline.NamespaceName(at); ; {
		full := expr.Join(space, name)
		if sc.table.Namespaces[full] > 0 {
			return found{module: &layout.Module{Space: full, Like: at.File}, tier: projectbase.TierExact, reason: projectbase.ReasonQualifier}
		}
		if space == "" {
			return found{}
		}
		space = space[:max(strings.LastIndexByte(space, '.'), 0)]
	}
}

// around finds a name in one symbol that contains the position.
func (sc *scopes) around(name string, holder outline.Ref, at outline.Position, want want) found {
	s, scope := holder.Symbol(), at.File.Scope
	switch {
	case s.Kind.IsCallable() && s.Kind != projectbase.KindProperty:
		if refs := want.filter(outline.Filter(outline.Refs(holder.File, holder.File.MembersNamed(holder.Ordinal, name)), outline.KnownByName)); len(refs) > 0 {
			if scope.Imports == lang.ImportsFiles {
				return sc.nearest(refs, at, scope, projectbase.ReasonScope)
			}
			return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonScope}
		}
		if s.Owner != "" && scope.Implicit && !outline.IsExtension(holder) {
			if t := sc.extensions.ownerOf(holder); !t.IsZero() {
				return sc.implicit(name, t, at, want)
			}
			return sc.extensions.methodFor(&typ{text: s.Owner, at: at}, "", name, want)
		}
	case s.Kind == projectbase.KindEnumMember && scope.Implicit:
		return sc.implicit(name, holder, at, want) // an enumerator with a body
	case s.Kind.IsType() || s.Word == outline.WordExtension:
		if s.Name == name && want == wantType && s.Word != "object" {
			return found{refs: []outline.Ref{holder}, tier: projectbase.TierExact, reason: projectbase.ReasonScope}
		}
		if scope.Implicit {
			return sc.implicit(name, holder, at, want)
		}
	}
	return found{}
}

// implicit finds a member of the type around a position.
func (sc *scopes) implicit(name string, t outline.Ref, at outline.Position, want want) found {
	f := onLevel(sc.members.memberOf(t, name, want), outline.LevelAt(at))
	if len(f.refs) > 0 && f.reason != projectbase.ReasonInherited {
		f.tier, f.reason = projectbase.TierExact, projectbase.ReasonSelf
	}
	f.refs = outline.Filter(f.refs, func(x outline.Ref) bool { return !outline.HasTypeName(x) })
	f.pkg = "" // an external base type may or may not declare it
	return f
}

// nearest chooses between declarations of one name in one scope: the last one before the
// position. Blocks and anonymous functions contain some of them.
func (sc *scopes) nearest(refs []outline.Ref, at outline.Position, scope *lang.Scope, reason projectbase.Reason) found {
	f := found{refs: refs, tier: projectbase.TierExact, reason: reason}
	if len(refs) < 2 || scope.Unit != lang.UnitFile || scope.Open {
		return f
	}
	best := refs[0]
	for _, x := range refs {
		if x.Symbol().Line <= at.Line && x.Symbol().Line >= best.Symbol().Line {
			best = x
		}
	}
	sc.cuts++ // the result depends on the line, so do not cache it
	return found{refs: []outline.Ref{best}, tier: projectbase.TierInferred, reason: f.reason}
}

// closure finds the PHP closure that is assigned to a variable. The name of its symbol
// lacks the "$".
func (sc *scopes) closure(variable string, at outline.Position) found {
	f := sc.outer(variable, at, wantCall)
	f.refs = outline.Filter(f.refs, func(x outline.Ref) bool { return x.Symbol().Word == "closure" && x.File == at.File })
	return found{refs: f.refs, tier: f.tier, reason: f.reason}
}
