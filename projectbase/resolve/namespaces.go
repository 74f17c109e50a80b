package resolve

import (
	"strings"

	"codegraph/projectbase"
)

// namespaceTarget finds what an import of a language with namespaces names.
func (r *resolver) namespaceTarget(o *Outline, m *projectbase.Import) found {
	full := dotted(m.Module)
	if m.Name != "" && m.Name != "*" {
		if full != "" {
			full += "."
		}
		full += m.Name
	}
	f := r.qualified(full)
	if !f.none() {
		return f
	}
	if full == "" || m.Name != "*" && m.Name != "" && r.group.namespaces[dotted(m.Module)] > 0 {
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
func (r *resolver) qualified(full string) found {
	r.consult(lastName(full))
	if refs := some(r.group.qualified[full], r.file, nil); len(refs) > 0 {
		return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	if r.group.namespaces[full] > 0 {
		return found{module: &module{space: full}, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	if i := strings.LastIndexByte(full, '.'); i > 0 {
		if t := r.qualifiedType(full[:i]); !t.none() {
			f := r.memberOf(t, full[i+1:], wantAny)
			if len(f.refs) > 0 {
				f.tier, f.reason = projectbase.TierExact, projectbase.ReasonImport
			}
			return f
		}
		return found{}
	}
	if refs := r.p.group(r.file.Language).top[full]; len(refs) == 1 && refs[0].symbol().Container == projectbase.NoSymbol {
		return found{refs: refs, tier: projectbase.TierExact, reason: projectbase.ReasonImport}
	}
	return found{}
}

// qualifiedType finds the type that a name with dots means: one in a namespace,
// or in such a type.
func (r *resolver) qualifiedType(full string) Ref {
	return remember(r, r.memo.qualified, full, func() Ref { return r.findQualifiedType(full) })
}

func (r *resolver) findQualifiedType(full string) Ref {
	r.consult(lastName(full))
	for _, x := range r.group.qualified[full] {
		if x.symbol().Kind.IsType() {
			return x
		}
	}
	i := strings.LastIndexByte(full, '.')
	if i <= 0 {
		return Ref{}
	}
	t := r.qualifiedType(full[:i])
	if t.none() {
		return Ref{}
	}
	for _, x := range r.ownMembers(t, full[i+1:]) {
		if x.symbol().Kind.IsType() {
			return x
		}
	}
	return Ref{}
}
