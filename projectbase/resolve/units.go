package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// inUnit finds a name that is visible without an import.
func (sc *scopes) inUnit(name string, at outline.Position, scope *lang.Scope, want want) found {
	sc.consult(name)
	var refs []outline.Ref
	reason := projectbase.ReasonUnit
	switch scope.Unit {
	case lang.UnitDirectory:
		refs = want.filter(sc.p.layout.InDirectory(at.File, string(at.File.Path.Dir()), name, at.File))
		if own := outline.Filter(refs, func(x outline.Ref) bool { return layout.IsGoTest(x.File) }); len(own) > 0 && len(own) < len(refs) {
			// Tests may be a separate package.
			return found{refs: own, tier: projectbase.TierInferred, reason: reason}
		}
	case lang.UnitNamespace:
		refs = sc.visible.included(withoutLibraryMacros(sc.inNamespaces(name, at, want), scope), at.File)
	case lang.UnitProject:
		refs, reason = sc.inProject(name, at, scope, want), projectbase.ReasonProject
		if scope.Imports == lang.ImportsLoads {
			// Types are visible everywhere; a function requires that its file is loaded.
			refs = outline.Filter(refs, func(x outline.Ref) bool { return x.File == at.File || !x.Symbol().Kind.IsCallable() })
		}
		if slices.Contains(scope.Predeclared, name) && scope.Imports != lang.ImportsIncludes {
			refs = nil
		}
	}
	if len(refs) == 0 {
		return found{}
	}
	return found{refs: refs, tier: projectbase.TierScoped, reason: reason}
}

// inProject finds a name that is visible in the whole project.
func (sc *scopes) inProject(name string, at outline.Position, scope *lang.Scope, want want) []outline.Ref {
	seen := func(x outline.Ref) bool { return !sc.visible.hidden(x, at.File) }
	if scope.Imports != lang.ImportsIncludes {
		return want.filter(outline.First(sc.table.Top[name], at.File, seen))
	}
	refs := outline.Filter(want.filter(sc.table.Top[name]), seen)
	return sc.visible.included(withoutLibraryMacros(refs, scope), at.File)
}

// inNamespaces finds a name in the namespaces around a position, innermost first.
func (sc *scopes) inNamespaces(name string, at outline.Position, want want) []outline.Ref {
	for space := outline.NamespaceName(at); ; {
		key := name
		if space != "" {
			key = space + "." + name
		}
		table := sc.table.Qualified
		if space == "" {
			table = sc.table.Top
		}
		refs := table[key]
		if at.File.Scope.Imports != lang.ImportsIncludes {
			refs = outline.First(refs, at.File, nil)
		}
		refs = want.filter(refs)
		if space == "" {
			refs = outline.Filter(refs, func(x outline.Ref) bool {
				return x.File.EnclosingScope(x.Ordinal) == projectbase.NoSymbol && !sc.visible.hidden(x, at.File)
			})
		}
		if len(refs) > 0 || space == "" {
			return refs
		}
		i := strings.LastIndexByte(space, '.')
		space = space[:max(i, 0)]
	}
}
