package resolve

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/resolve/overload"
)

// extensions finds the members that are declared outside of their type.
type extensions struct {
	*task
	visible *visibility
	types   *types
	bases   *inheritance
}

// ownerOf returns the type of a member that is declared outside of it.
func (ext *extensions) ownerOf(m outline.Ref) outline.Ref {
	s := m.Symbol()
	name := s.Owner
	if s.Word == outline.WordExtension && s.Kind == projectbase.KindNamespace {
		name = s.Name
	}
	if m.File.Scope.Tables {
		return tableNamed(m.File, name)
	}
	t := ext.types.typeNamed(name, outline.Position{File: m.File, Symbol: s.Container, Line: s.Line, Column: 0})
	return t.sym
}

// enclosingType returns the type whose member contains the position.
func (ext *extensions) enclosingType(at outline.Position) outline.Ref {
	for s := at.Symbol; s != projectbase.NoSymbol; s = at.File.Symbols[s].Container {
		x := &at.File.Symbols[s]
		switch {
		case x.Kind.IsType():
			return outline.Ref{File: at.File, Ordinal: s}
		case x.Owner != "" && !outline.IsExtension(outline.Ref{File: at.File, Ordinal: s}) || x.Word == outline.WordExtension:
			if t := ext.ownerOf(outline.Ref{File: at.File, Ordinal: s}); !t.IsZero() {
				return t
			}
		}
	}
	return outline.Ref{}
}

// belongs reports whether a member declared outside of its type can be a member of t.
func (ext *extensions) belongs(x, t outline.Ref) bool {
	switch t.File.Scope.Unit {
	case lang.UnitDirectory:
		return x.File.Path.Dir() == t.File.Path.Dir() && (!layout.IsGoTest(x.File) || layout.IsGoTest(ext.file))
	case lang.UnitFile:
		return x.File == t.File || t.File.Scope.Open
	}
	return t.File.Scope.Imports != lang.ImportsIncludes || ext.definedFor(x, t)
}

// definedFor reports whether the owner written before a member is t: by the namespaces
// around it, or by the meaning of the name.
func (ext *extensions) definedFor(x, t outline.Ref) bool {
	owner, full := expr.Dotted(expr.WithoutArguments(x.Symbol().Owner)), outline.QualifiedName(t)
	for space := outline.NamespaceName(outline.Position{File: x.File, Symbol: x.Symbol().Container}); ; {
		if expr.WithoutArguments(full) == expr.Join(space, owner) {
			return true
		}
		if space == "" {
			break
		}
		space = space[:max(strings.LastIndexByte(space, '.'), 0)]
	}
	o := ext.ownerOf(x)
	return !o.IsZero() && outline.QualifiedName(o) == full
}

// methodFor finds a method that the project declares for an external type, by the name of
// the type and its package, if known.
func (ext *extensions) methodFor(t *typ, pkg, name string, want want) found {
	owner := expr.LastName(expr.ParseType(t.text).Name)
	if !expr.IsName(owner) || overload.LooksParameter(owner) {
		return found{}
	}
	ext.consult(name)
	if refs := ext.methodsFor(owner, pkg, name, want, t.at); len(refs) > 0 {
		return found{refs: refs, tier: projectbase.TierScoped, reason: projectbase.ReasonReceiver}
	}
	for _, wider := range ext.likelyBases(owner, t.at) {
		if refs := ext.methodsFor(wider, "", name, want, t.at); len(refs) > 0 {
			return found{refs: refs, tier: projectbase.TierInferred, reason: projectbase.ReasonInferred}
		}
	}
	return found{}
}

// likelyBases returns names of likely base types of an external type.
func (ext *extensions) likelyBases(owner string, at outline.Position) []string {
	switch {
	case !at.File.Scope.Globals:
		return overload.PlatformBases[owner]
	case owner == "string":
		return []string{"String"} // another name of this type
	case !isInterfaceName(owner) && overload.PlatformBases[owner] == nil:
		// By convention, DbConnection implements IDbConnection. Platform types such as
		// List mostly have the methods themselves that extend their interfaces.
		return []string{"I" + owner}
	}
	return nil
}

// methodsFor returns the visible methods of a name for an external type.
func (ext *extensions) methodsFor(owner, pkg, name string, want want, at outline.Position) []outline.Ref {
	return outline.Filter(want.filter(outline.First(ext.p.tables.Of(at.File).Owned[owner+"."+name], ext.file, nil)), func(x outline.Ref) bool {
		of, ok := ext.externalOwner(x)
		return ok && x.Symbol().Kind != projectbase.KindConstructor && // a constructor call mostly refers to the type's own constructors
			(of == "" || pkg == "" || of == pkg) && !ext.visible.hidden(x, ext.file) && ext.visible.methodInScope(x)
	})
}

// isInterfaceName reports whether a name follows the convention for interfaces of C#:
// IDisposable.
func isInterfaceName(name string) bool {
	return len(name) > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z'
}

// externalOwner returns the package of the type that a member is declared for, if known.
// ok is false if the project declares the type.
func (ext *extensions) externalOwner(x outline.Ref) (pkg string, ok bool) {
	s := x.Symbol()
	name, holder := s.Owner, s.Container
	if name == "" && holder != projectbase.NoSymbol {
		name, holder = x.File.Symbols[holder].Name, x.File.Symbols[holder].Container
	}
	t := ext.types.typeNamed(expr.WithoutArguments(name), outline.Position{File: x.File, Symbol: holder, Line: s.Line, Column: 0})
	return t.pkg, t.sym.IsZero()
}
