package resolve

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/outline"
)

// extensionInScope reports whether the current file sees an extension method: through a
// namespace of its code, a using of the file, or a global using. Only languages with such
// usings have this rule.
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

// methodInScope reports whether the current file sees a method for an external type.
// Where functions belong to namespaces, a namespace of the file or an import must provide
// it.
func (vis *visibility) methodInScope(x outline.Ref) bool {
	scope := x.File.Scope
	if x.File == vis.file || scope.Globals || scope.Unit != lang.UnitNamespace {
		return vis.extensionInScope(x)
	}
	if outline.IsExtension(x) {
		return false // only the object that declares it can call it
	}
	space := outline.NamespaceName(outline.Position{File: x.File, Symbol: x.Symbol().Container})
	return slices.Contains(vis.file.Namespaces(), space) || slices.ContainsFunc(vis.file.Imports, func(m projectbase.Import) bool {
		return expr.Dotted(m.Module) == space && (m.Name == "*" || m.Name == x.Symbol().Name)
	})
}
