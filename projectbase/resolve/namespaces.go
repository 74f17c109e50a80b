package resolve

import (
	"strings"

	"codegraph/projectbase"
)

// namespaceTarget finds what an import of a language with namespaces names.
func (ns *namespaces) namespaceTarget(o *Outline, m *projectbase.Import) found {
	full := dotted(m.Module)
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
	if full == "" || m.Name != "*" && m.Name != "" && ns.group.namespaces[dotted(m.Module)] > 0 {
		return found{} // a namespace of the project, which does not have the name
	}
	return found{pkg: externalName(dotted(m.Module), m.Name), tier: projectbase.TierExternal, reason: projectbase.ReasonImport}
}

func externalName(module, name string) string {
	if module == "" {
		return name
	}
	return module
}

// qualified finds what a name with dots means: a symbol, a member of a type, or
// a namespace.
func (ns *namespaces) qualified(full string) found {
	ns.consult(lastName(full))
	if refs := some(ns.group.qualified[full], ns.file, nil); len(refs) > 0 {
		return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	if ns.group.namespaces[full] > 0 {
		return found{module: &module{space: full}, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	if i := strings.LastIndexByte(full, '.'); i > 0 {
		if t := ns.qualifiedType(full[:i]); !t.none() {
			f := ns.members.memberOf(t, full[i+1:], wantAny)
			if len(f.refs) > 0 {
				f.tier, f.reason = projectbase.TierExact, projectbase.ReasonImport
			}
			return f
		}
		return found{}
	}
	if refs := ns.p.group(ns.file).top[full]; len(refs) == 1 && refs[0].symbol().Container == projectbase.NoSymbol {
		return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	return found{}
}

// qualifiedType finds the type that a name with dots means: one in a namespace,
// or in such a type.
func (ns *namespaces) qualifiedType(full string) Ref {
	return remember(ns.task, ns.memo, full, func() Ref { return ns.findQualifiedType(full) })
}

func (ns *namespaces) findQualifiedType(full string) Ref {
	ns.consult(lastName(full))
	for _, x := range ns.group.qualified[full] {
		if x.symbol().Kind.IsType() {
			return x
		}
	}
	i := strings.LastIndexByte(full, '.')
	if i <= 0 {
		return Ref{}
	}
	t := ns.qualifiedType(full[:i])
	if t.none() {
		return Ref{}
	}
	for _, x := range ns.members.ownMembers(t, full[i+1:]) {
		if x.symbol().Kind.IsType() {
			return x
		}
	}
	return Ref{}
}
