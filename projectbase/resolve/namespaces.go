package resolve

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// namespaces finds the meaning of a qualified name in languages with namespaces.
type namespaces struct {
	*task
	members *members
	memo    map[string]outline.Ref // types, by qualified name
}

// namespaceTarget returns the target of an import in a language with namespaces.
func (ns *namespaces) namespaceTarget(o *outline.Outline, m *projectbase.Import) found {
	full := expr.Dotted(m.Module)
	if m.Name != "" && m.Name != "*" {
		if full != "" {
			full += "."
		}
		full += m.Name
	}
	f := ns.qualified(full)
	if !f.none() {
		return f
	}
	if full == "" || m.Name != "*" && m.Name != "" && ns.table.Namespaces[expr.Dotted(m.Module)] > 0 {
		return found{} // a namespace of the project without this name
	}
	return found{pkg: externalName(expr.Dotted(m.Module), m.Name), tier: projectbase.TierExternal, reason: projectbase.ReasonImport}
}

// externalName returns the external package of an import.
func externalName(module, name string) string {
	if module == "" {
		return name
	}
	return module
}

// qualified finds a qualified name: a symbol, a member of a type, or a namespace.
func (ns *namespaces) qualified(full string) found {
	ns.consult(expr.LastName(full))
	if refs := outline.First(ns.table.Qualified[full], ns.file, nil); len(refs) > 0 {
		return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	if ns.table.Namespaces[full] > 0 {
		return found{module: &layout.Module{Space: full}, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	if i := strings.LastIndexByte(full, '.'); i > 0 {
		if t := ns.qualifiedType(full[:i]); !t.IsZero() {
			f := ns.members.memberOf(t, full[i+1:], wantAny)
			if len(f.refs) > 0 {
				f.tier, f.reason = projectbase.TierExact, projectbase.ReasonImport
			}
			return f
		}
		return found{}
	}
	if refs := ns.p.tables.Of(ns.file).Top[full]; len(refs) == 1 && refs[0].Symbol().Container == projectbase.NoSymbol {
		return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	return found{}
}

// qualifiedType finds the type with a qualified name, also a nested type.
func (ns *namespaces) qualifiedType(full string) outline.Ref {
	return cached(ns.task, ns.memo, full, func() outline.Ref { return ns.findQualifiedType(full) })
}

// findQualifiedType is qualifiedType without the cache.
func (ns *namespaces) findQualifiedType(full string) outline.Ref {
	ns.consult(expr.LastName(full))
	for _, x := range ns.table.Qualified[full] {
		if x.Symbol().Kind.IsType() {
			return x
		}
	}
	i := strings.LastIndexByte(full, '.')
	if i <= 0 {
		return outline.Ref{}
	}
	t := ns.qualifiedType(full[:i])
	if t.IsZero() {
		return outline.Ref{}
	}
	for _, x := range ns.members.ownMembers(t, full[i+1:]) {
		if x.Symbol().Kind.IsType() {
			return x
		}
	}
	return outline.Ref{}
}
