package resolve

import "codegraph/projectbase"

// call is the value of a call.
func (vs *values) call(v value) value {
	switch {
	case !v.static.none():
		return value{typ: &typ{sym: v.static}}
	case len(v.callable) > 0:
		result := vs.result(v.callable[0])
		result.inferred = result.inferred || v.inferred || v.overloaded()
		return result
	case v.typ != nil:
		return vs.result(vs.named(v.typ, callOperators...))
	case v.pkg != "":
		return v
	}
	return value{}
}

// callOperators are the methods that an object has if it can be called itself.
var callOperators = []string{"__call__", "__invoke", "operator()", "invoke"}

// calledLocal finds what a call of a local name leads to: the callable that was
// given the name, or the method that makes an object one.
func (vs *values) calledLocal(b *Binding, at site) found {
	v := vs.bindingValue(b, at)
	switch {
	case len(v.callable) > 0:
		return found{refs: v.callable, tier: projectbase.TierInferred, reason: projectbase.ReasonInferred}
	case v.typ != nil:
		if x := vs.named(v.typ, callOperators...); !x.none() {
			return v.guessed(found{refs: []Ref{x}, tier: projectbase.TierExact, reason: projectbase.ReasonReceiver})
		}
	}
	return found{}
}

// closure finds the function that is declared by the variable of PHP that holds it:
// its symbol has the name without the sign.
func (sc *scopes) closure(variable string, at site) found {
	f := sc.outer(variable, at, wantCall)
	f.refs = keep(f.refs, func(x Ref) bool { return x.symbol().Word == "closure" && x.File == at.file })
	return found{refs: f.refs, tier: f.tier, reason: f.reason}
}

// named returns the first member of the names that a type has.
func (vs *values) named(t *typ, names ...string) Ref {
	if s := vs.types.resolveType(t); !s.sym.none() {
		for _, n := range names {
			if f := vs.members.memberOf(s.sym, n, wantCall); len(f.refs) > 0 {
				return f.refs[0]
			}
		}
	}
	return Ref{}
}

// result is the value that a callable returns.
func (vs *values) result(x Ref) value {
	if x.none() || !vs.enter() {
		return value{}
	}
	defer vs.leave()
	s := x.symbol()
	vs.consult(s.Name)
	at := site{x.File, x.Ordinal, s.Line, 0}
	if s.Kind == projectbase.KindConstructor && s.Container != projectbase.NoSymbol {
		return value{typ: &typ{sym: Ref{x.File, s.Container}}}
	}
	if s.Type != "" {
		return value{typ: &typ{text: s.Type, at: at}}
	}
	for i := range x.File.Values {
		if b := &x.File.Values[i]; b.Name == "" && b.Symbol == x.Ordinal {
			if v := vs.bindingValue(b, site{x.File, x.Ordinal, b.Line, b.Column}); !v.none() {
				v.inferred = true
				return v
			}
		}
	}
	return value{}
}
