package resolve

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/outline"
)

// extensionInScope reports whether the file at hand sees an extension method:
// one in a namespace that its code lies in, or around it, and one that a using
// of the file, or one for the whole project, makes known. Only languages with
// such usings have the rule.
func (vis *visibility) extensionInScope(x outline.Ref) bool {
	if !x.File.Scope.Globals || x.File == vis.file {
		return true
	}
	class := outline.QualifiedName(outline.Ref{File: x.File, Ordinal: x.Symbol().Container})
	space := outline.NamespaceName(outline.Position{File: x.File, Symbol: x.Symbol().Container})
	around := vis.file.Namespaces()
	if slices.Contains(around, space) || vis.file.Uses(around, space, class) {
		return true
	}
	return slices.ContainsFunc(vis.globals(vis.file), func(g *outline.Outline) bool { return g.Uses([]string{""}, space, class) })
}

// addedInScope reports whether the file at hand sees a method for a type of
// somebody else. Where functions lie in namespaces it is one of those around the
// file's code, or an import names it.
func (vis *visibility) addedInScope(x outline.Ref) bool {
	scope := x.File.Scope
	if x.File == vis.file || scope.Globals || scope.Unit != lang.UnitNamespace {
		return vis.extensionInScope(x)
	}
	if outline.IsExtension(x) {
		return false // for those that have the object that it lies in
	}
	space := outline.NamespaceName(outline.Position{File: x.File, Symbol: x.Symbol().Container})
	return slices.Contains(vis.file.Namespaces(), space) || slices.ContainsFunc(vis.file.Imports, func(m projectbase.Import) bool {
		return expr.Dotted(m.Module) == space && (m.Name == "*" || m.Name == x.Symbol().Name)
	})
}
