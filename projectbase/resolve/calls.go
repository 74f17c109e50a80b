package resolve

import (
	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// call returns the result of calling a value.
func (vs *values) call(v value) value {
	switch {
	case !v.static.IsZero():
		return value{typ: &typ{sym: v.static}}
	case len(v.callable) > 0:
		result := vs.result(v.callable[0])
		result.inferred = result.inferred || v.inferred || v.overloaded()
		return result
	case v.typ != nil:
		return vs.result(vs.callOperator(v.typ, callOperators...))
	case v.pkg != "":
		return v
	}
	return value{}
}

// callOperators are the methods that make an object callable.
var callOperators = []string{"__call__", "__invoke", "operator()", "invoke"}

// calledLocal finds the target of a call of a local name: the callable that it holds, or
// the call operator of its type.
func (vs *values) calledLocal(b *outline.Binding, at outline.Position) found {
	v := vs.bindingValue(b, at)
	switch {
	case len(v.callable) > 0:
		return found{refs: v.callable, tier: projectbase.TierInferred, reason: projectbase.ReasonInferred}
	case v.typ != nil:
		if x := vs.callOperator(v.typ, callOperators...); !x.IsZero() {
			return v.guessed(found{refs: []outline.Ref{x}, tier: projectbase.TierExact, reason: projectbase.ReasonReceiver})
		}
	}
	return found{}
}

// callOperator returns the first of the named members of a type.
func (vs *values) callOperator(t *typ, names ...string) outline.Ref {
	if s := vs.types.resolveType(t); !s.sym.IsZero() {
		for _, n := range names {
			if f := vs.members.memberOf(s.sym, n, wantCall); len(f.refs) > 0 {
				return f.refs[0]
			}
		}
	}
	return outline.Ref{}
}

// result returns the value that a callable returns.
func (vs *values) result(x outline.Ref) value {
	if x.IsZero() || !vs.enter() {
		return value{}
	}
	defer vs.leave()
	s := x.Symbol()
	vs.consult(s.Name)
	at := outline.Position{File: x.File, Symbol: x.Ordinal, Line: s.Line, Column: 0}
	if s.Kind == projectbase.KindConstructor && s.Container != projectbase.NoSymbol {
		return value{typ: &typ{sym: outline.Ref{File: x.File, Ordinal: s.Container}}}
	}
	if s.Type != "" {
		return value{typ: &typ{text: s.Type, at: at}}
	}
	for i := range x.File.Values {
		if b := &x.File.Values[i]; b.Name == "" && b.Symbol == x.Ordinal {
			if v := vs.bindingValue(b, outline.Position{File: x.File, Symbol: x.Ordinal, Line: b.Line, Column: b.Column}); !v.none() {
				v.inferred = true
				return v
			}
		}
	}
	return value{}
}
