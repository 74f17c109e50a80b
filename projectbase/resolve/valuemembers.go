package resolve

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/outline"
)

// member finds a member of a value.
func (vs *values) member(v value, name string, want want) found {
	switch {
	case v.module != nil:
		return vs.imports.inModule(v.module, name, want)
	case !v.static.IsZero():
		f := onLevel(vs.members.memberOf(v.static, name, want), outline.LevelType)
		if len(f.refs) > 0 && f.reason == projectbase.ReasonReceiver {
			f.reason = projectbase.ReasonQualifier
		}
		return f
	case v.typ != nil:
		return vs.ofObject(v, name, want)
	case v.pkg != "":
		return found{pkg: v.pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonImport}
	}
	return found{}
}

// ofObject finds a member of an object.
func (vs *values) ofObject(v value, name string, want want) found {
	if strings.HasPrefix(v.typ.text, "{") {
		return found{value: inlineMember(v.typ, name)}
	}
	t := vs.types.resolveType(v.typ)
	if t.sym.IsZero() {
		if f := vs.extensions.methodFor(v.typ, t.pkg, name, want); len(f.refs) > 0 {
			return v.guessed(f)
		}
		if f, ok := vs.throughTransparent(v, name, want); ok {
			return f
		}
		if parts := vs.types.alternatives(v.typ); len(parts) > 0 {
			return vs.members.inUnion(parts, name, want, &visited{})
		}
		return found{pkg: t.pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonReceiver}
	}
	var f found
	if v.super {
		f = vs.members.inherited(t.sym, name, want)
	} else {
		f = vs.members.memberOf(t.sym, name, want)
	}
	f = onLevel(f, v.level)
	if v.self && len(f.refs) > 0 && f.reason == projectbase.ReasonReceiver {
		f.reason = projectbase.ReasonSelf
	}
	return v.guessed(f)
}

// inlineMember returns the type of a member of an inline object type, such as "{ status:
// Status; context: Context }", or nil.
func inlineMember(t *typ, name string) *typ {
	for _, part := range expr.SplitAny(strings.Trim(t.text, "{} \n"), ";,\n") {
		key, text, ok := strings.Cut(part, ":")
		if key = strings.TrimSuffix(strings.TrimPrefix(strings.TrimSpace(key), "readonly "), "?"); ok && key == name {
			return &typ{text: strings.TrimSpace(text), at: t.at}
		}
	}
	return nil
}

// throughTransparent finds a member in the argument of a transparent type, such as
// Promise.
func (vs *values) throughTransparent(v value, name string, want want) (found, bool) {
	t := expr.ParseType(v.typ.text)
	scope := v.typ.at.File.Scope
	if len(t.Args) == 0 || !slices.Contains(scope.Transparent, expr.LastName(t.Name)) {
		return found{}, false
	}
	if slices.Contains(scope.Holders, expr.LastName(t.Name)) && slices.Contains(scope.Wrapped, name) {
		return found{}, true
	}
	v.typ = &typ{text: t.Args[0], at: v.typ.at}
	return vs.ofObject(v, name, want), true
}
