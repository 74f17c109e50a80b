package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// spaceAround returns the innermost namespace that holds a place.
func spaceAround(at site) int32 {
	for s := at.symbol; s != projectbase.NoSymbol; s = at.file.Symbols[s].Container {
		if x := &at.file.Symbols[s]; x.Kind == projectbase.KindNamespace && x.Word != wordExtension {
			return s
		}
	}
	return projectbase.NoSymbol
}

// inUnit finds a name that is known without an import.
func (sc *scopes) inUnit(name string, at site, scope *lang.Scope, want want) found {
	sc.consult(name)
	var refs []Ref
	reason := projectbase.ReasonUnit
	switch scope.Unit {
	case lang.UnitDirectory:
		refs = want.filter(sc.p.inDirectory(at.file, string(at.file.Path.Dir()), name, at.file))
		if own := keep(refs, func(x Ref) bool { return isTestFile(x.File) }); len(own) > 0 && len(own) < len(refs) {
			// The tests are a package of their own.
			return found{refs: own, tier: projectbase.TierInferred, reason: reason}
		}
	case lang.UnitNamespace:
		refs = sc.visible.included(withoutStandIns(sc.inNamespaces(name, at, want), scope), at.file)
	case lang.UnitProject:
		refs, reason = sc.inProject(name, at, scope, want), projectbase.ReasonProject
		if scope.Imports == lang.ImportsLoads {
			// Types are for all; a function needs its file to be loaded.
			refs = keep(refs, func(x Ref) bool { return x.File == at.file || !x.symbol().Kind.IsCallable() })
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

// inProject finds a name that the whole project shares.
func (sc *scopes) inProject(name string, at site, scope *lang.Scope, want want) []Ref {
	seen := func(x Ref) bool { return !sc.visible.hidden(x, at.file) }
	if scope.Imports != lang.ImportsIncludes {
		return want.filter(some(sc.group.top[name], at.file, seen))
	}
	refs := keep(want.filter(sc.group.top[name]), seen)
	return sc.visible.included(withoutStandIns(refs, scope), at.file)
}

// hidden reports whether a symbol cannot be seen in another file: what is for
// its own file only is for those, too, that have its text by including it.
func (vis *visibility) hidden(x Ref, from *Outline) bool {
	s := x.symbol()
	if x.File == from || s.Visibility != projectbase.VisibilityPrivate && !(s.Flags.Has(projectbase.FlagStatic) && s.Container == projectbase.NoSymbol) {
		return false
	}
	return from.scope.Imports != lang.ImportsIncludes || !vis.reach(from)[x.File]
}

// inDirectory returns what the files of a directory share under a name. Tests
// see the others, and not the other way round.
func (p *Project) inDirectory(like *Outline, dir, name string, from *Outline) []Ref {
	d := p.layout.dirs[dir]
	if d == nil {
		return nil
	}
	list := d.sharedNames()[name]
	if len(list) == 0 {
		return nil
	}
	tests := from != nil && isTestFile(from)
	return some(list, from, func(x Ref) bool {
		return x.File.Language == like.Language && (tests || !isTestFile(x.File))
	})
}

func isTestFile(o *Outline) bool { return strings.HasSuffix(string(o.Path), "_test.go") }

// inNamespaces finds a name in the namespaces around a place, the innermost first.
func (sc *scopes) inNamespaces(name string, at site, want want) []Ref {
	for space := namespaceOf(at); ; {
		key := name
		if space != "" {
			key = space + "." + name
		}
		table := sc.group.qualified
		if space == "" {
			table = sc.group.top
		}
		refs := table[key]
		if at.file.scope.Imports != lang.ImportsIncludes {
			refs = some(refs, at.file, nil)
		}
		refs = want.filter(refs)
		if space == "" {
			refs = keep(refs, func(x Ref) bool {
				return x.File.holder(x.Ordinal) == projectbase.NoSymbol && !sc.visible.hidden(x, at.file)
			})
		}
		if len(refs) > 0 || space == "" {
			return refs
		}
		i := strings.LastIndexByte(space, '.')
		space = space[:max(i, 0)]
	}
}

// namespaceOf returns the namespaces around a place with dots between them.
func namespaceOf(at site) string {
	var parts []string
	for s := spaceAround(at); s != projectbase.NoSymbol; s = at.file.Symbols[s].Container {
		if x := &at.file.Symbols[s]; x.Kind == projectbase.KindNamespace && x.Word != wordExtension {
			parts = append(parts, dotted(x.Name))
		}
	}
	if len(parts) == 0 {
		return fileNamespace(at.file)
	}
	slices.Reverse(parts)
	return strings.Join(parts, ".")
}

// fileNamespace returns the namespace that holds all of a file: its first
// symbol, if nothing lies beside it.
func fileNamespace(o *Outline) string {
	if len(o.Symbols) == 0 || o.Symbols[0].Kind != projectbase.KindNamespace || len(o.members(projectbase.NoSymbol)) > 1 {
		return ""
	}
	return dotted(o.Symbols[0].Name)
}
