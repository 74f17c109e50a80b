package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// ownerName returns the type that a symbol belongs to where that is not its
// container. An extension method of C# belongs to the type of its first
// parameter, which only its signature tells: "static int Twice(this int n)".
func ownerName(s *projectbase.Symbol) string {
	if s.Owner != "" || s.Kind != projectbase.KindMethod || !s.Flags.Has(projectbase.FlagStatic) {
		return s.Owner
	}
	_, rest, ok := strings.Cut(s.Signature, "(this ")
	if !ok {
		return ""
	}
	first := splitAny(rest, ",)")[0]
	for _, word := range []string{"ref ", "in ", "scoped ", "readonly "} {
		first = strings.TrimPrefix(first, word)
	}
	i := strings.LastIndexByte(first, ' ')
	if i < 0 {
		return ""
	}
	return strings.TrimRight(strings.TrimSpace(first[:i]), "?")
}

// extends reports whether a symbol is a method that lies in one type and is
// called as one of another.
func extends(x Ref) bool {
	s := x.symbol()
	return s.Owner != "" && !s.Kind.IsType() && s.Container != projectbase.NoSymbol && x.File.Symbols[s.Container].Kind.IsType()
}

// extensionInScope reports whether the file at hand sees an extension method:
// one in a namespace that its code lies in, or around it, and one that a using
// of the file, or one for the whole project, makes known. Only languages with
// such usings have the rule.
func (vis *visibility) extensionInScope(x Ref) bool {
	if !x.File.scope.Globals || x.File == vis.file {
		return true
	}
	class := qualifiedName(Ref{x.File, x.symbol().Container})
	space := namespaceOf(site{file: x.File, symbol: x.symbol().Container})
	around := vis.file.spaces()
	if slices.Contains(around, space) || vis.file.uses(around, space, class) {
		return true
	}
	return slices.ContainsFunc(vis.globals(vis.file), func(g *Outline) bool { return g.uses([]string{""}, space, class) })
}

// uses reports whether an import of a file makes the static classes of a
// namespace known, or one of them alone. What it names may begin in one of the
// namespaces around it.
func (o *Outline) uses(around []string, space, class string) bool {
	return slices.ContainsFunc(o.Imports, func(m projectbase.Import) bool {
		if m.Name != "" && m.Name != "*" || m.Alias != "" && m.Alias != "." {
			return false
		}
		named := space
		if m.Kind == projectbase.ImportStatic {
			named = class
		}
		return slices.ContainsFunc(around, func(outer string) bool {
			return named != "" && join(outer, dotted(m.Module)) == named
		})
	})
}

// spaces returns the namespaces that the code of a file lies in, those around
// them, and "" for what is around all.
func (o *Outline) spaces() []string {
	list := []string{""}
	for i := range o.Symbols {
		s := &o.Symbols[i]
		if s.Kind != projectbase.KindNamespace || s.Word == wordExtension {
			continue
		}
		for full := qualifiedName(Ref{o, int32(i)}); full != ""; full = full[:max(strings.LastIndexByte(full, '.'), 0)] {
			list = append(list, full)
		}
	}
	return list
}

// addedTo finds a method that the project has for a type of somebody else: one
// that is written for the name of the type, of the same package if that is known.
func (ext *extensions) addedTo(t *typ, pkg, name string, want want) found {
	owner := lastName(parseType(t.text).name)
	if !isName(owner) || looksParameter(owner) {
		return found{}
	}
	ext.consult(name)
	if refs := ext.added(owner, pkg, name, want, t.at); len(refs) > 0 {
		return found{refs: refs, tier: projectbase.TierScoped, reason: projectbase.ReasonReceiver}
	}
	for _, wider := range ext.widerThan(owner, t.at) {
		if refs := ext.added(wider, "", name, want, t.at); len(refs) > 0 {
			return found{refs: refs, tier: projectbase.TierInferred, reason: projectbase.ReasonInferred}
		}
	}
	return found{}
}

// widerThan returns names of types that a type of somebody else is likely one of.
func (ext *extensions) widerThan(owner string, at site) []string {
	switch {
	case !at.file.scope.Globals:
		return bases[owner]
	case owner == "string":
		return []string{"String"} // another name of the same
	case !isInterfaceName(owner) && bases[owner] == nil:
		// By custom DbConnection is what implements IDbConnection. Types of the
		// platform, such as List, mostly have themselves what is added to theirs.
		return []string{"I" + owner}
	}
	return nil
}

// added returns the methods of a name for a type that the project does not have.
func (ext *extensions) added(owner, pkg, name string, want want, at site) []Ref {
	return keep(want.filter(some(ext.p.group(at.file).owned[owner+"."+name], ext.file, nil)), func(x Ref) bool {
		of, ok := ext.ownerOutside(x)
		return ok && x.symbol().Kind != projectbase.KindConstructor && // they mostly call those of the type itself
			(of == "" || pkg == "" || of == pkg) && !ext.visible.hidden(x, ext.file) && ext.visible.addedInScope(x)
	})
}

// isInterfaceName reports whether a name is written as those of interfaces of C#
// are: IDisposable.
func isInterfaceName(name string) bool {
	return len(name) > 1 && name[0] == 'I' && name[1] >= 'A' && name[1] <= 'Z'
}

// ownerOutside returns the package of the type that a member is written for, if
// known, and whether the project does not have the type.
func (ext *extensions) ownerOutside(x Ref) (pkg string, ok bool) {
	s := x.symbol()
	name, holder := s.Owner, s.Container
	if name == "" && holder != projectbase.NoSymbol {
		name, holder = x.File.Symbols[holder].Name, x.File.Symbols[holder].Container
	}
	t := ext.types.typeNamed(withoutArguments(name), site{x.File, holder, s.Line, 0})
	return t.pkg, t.sym.none()
}

// addedInScope reports whether the file at hand sees a method for a type of
// somebody else. Where functions lie in namespaces it is one of those around the
// file's code, or an import names it.
func (vis *visibility) addedInScope(x Ref) bool {
	scope := x.File.scope
	if x.File == vis.file || scope.Globals || scope.Unit != lang.UnitNamespace {
		return vis.extensionInScope(x)
	}
	if extends(x) {
		return false // for those that have the object that it lies in
	}
	space := namespaceOf(site{file: x.File, symbol: x.symbol().Container})
	return slices.Contains(vis.file.spaces(), space) || slices.ContainsFunc(vis.file.Imports, func(m projectbase.Import) bool {
		return dotted(m.Module) == space && (m.Name == "*" || m.Name == x.symbol().Name)
	})
}

// extendedAt returns the name of the type that the code around a place is written
// for from outside of the type; "" if it lies in none.
func extendedAt(at site) string {
	for s := at.symbol; s != projectbase.NoSymbol; s = at.file.Symbols[s].Container {
		switch x := &at.file.Symbols[s]; {
		case x.Kind.IsType():
			return ""
		case x.Owner != "" && !extends(Ref{at.file, s}):
			return x.Owner
		case x.Word == wordExtension:
			return x.Name
		}
	}
	return ""
}
