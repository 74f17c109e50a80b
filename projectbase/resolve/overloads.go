package resolve

import (
	"slices"
	"strconv"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/outline"
	"codegraph/projectbase/resolve/overload"
)

// overloads chooses between callables of one name by the arguments of a call.
type overloads struct {
	*task
	types      *types
	bases      *inheritance
	extensions *extensions
	members    *members
	scopes     *scopes
	values     *values
	params     map[outline.Ref][]overload.Param
}

// overloaded chooses between callables of one name by the arguments of a call. If the
// arguments do not decide, all possible callables remain.
func (ov *overloads) overloaded(f found, given string, at outline.Position) found {
	if given == "" || len(f.refs) == 0 || !ov.scope.Overloads || !outline.AllCallable(f.refs) {
		return f
	}
	args := ov.arguments(given, at)
	var possible []outline.Ref
	refs := f.refs
	for n := 0; len(refs) > 0 && n < maxDepth; n++ {
		open := outline.Filter(generic(refs, given), func(x outline.Ref) bool { return accessible(x, at) })
		if fitting := ov.candidates(open, args); len(fitting) > 0 {
			f.refs = overload.Best(fitting)
			return f
		}
		if len(possible) == 0 {
			possible = outline.Filter(open, func(x outline.Ref) bool { _, ok := ov.parametersFor(x, args); return ok })
		}
		refs = ov.overridden(refs) // only an inherited overload fits
	}
	if len(possible) == 0 {
		return found{} // an external base type declares the callable
	}
	f.refs = possible
	if f.tier == projectbase.TierExact {
		f.tier, f.reason = projectbase.TierInferred, projectbase.ReasonInferred // some argument type was not recognised
	}
	return f
}

// accessible reports whether a callable may be named at a position. A private callable is
// accessible in its file and in the parts of its type.
func accessible(x outline.Ref, at outline.Position) bool {
	s := x.Symbol()
	if s.Visibility != projectbase.VisibilityPrivate || x.File == at.File || s.Container == projectbase.NoSymbol || x.File.Symbols[s.Container].Kind == projectbase.KindInterface {
		return true
	}
	owner := outline.QualifiedName(outline.Ref{File: x.File, Ordinal: s.Container})
	for c := at.Symbol; c != projectbase.NoSymbol; c = at.File.Symbols[c].Container {
		if at.File.Symbols[c].Kind.IsType() && outline.QualifiedName(outline.Ref{File: at.File, Ordinal: c}) == owner {
			return true
		}
	}
	return false
}

// constructors finds the constructors for this(...) and super(...) in a constructor. If
// none are written, it returns the type.
func (ov *overloads) constructors(super bool, at outline.Position) found {
	t := ov.extensions.enclosingType(at)
	if t.IsZero() {
		return found{}
	}
	f := found{tier: projectbase.TierExact, reason: projectbase.ReasonSelf}
	if super {
		f.reason = projectbase.ReasonInherited
		bases := ov.bases.basesOf(t)
		if len(bases) == 0 {
			return found{}
		}
		b := ov.types.typeNamed(bases[0].Chain, bases[0].Site())
		if t = b.sym; t.IsZero() {
			return found{pkg: b.pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonInherited}
		}
		if t.Symbol().Kind == projectbase.KindInterface {
			return found{}
		}
	}
	ov.consult(t.Symbol().Name)
	f.refs = outline.Filter(outline.Refs(t.File, t.File.Members(t.Ordinal)), func(x outline.Ref) bool { return x.Symbol().Kind == projectbase.KindConstructor })
	if len(f.refs) == 0 {
		f.refs = []outline.Ref{t}
	}
	return f
}

// generic keeps the callables that take the number of type arguments of a call. A call
// without type arguments leaves them to the compiler.
func generic(refs []outline.Ref, given string) []outline.Ref {
	types, _ := overload.SplitTypes(given)
	if len(types) == 0 {
		return refs
	}
	n, _ := strconv.Atoi(types[0])
	return outline.Filter(refs, func(x outline.Ref) bool {
		params, _ := overload.SplitTypes(x.Symbol().Params)
		return len(params) == n
	})
}

// overridden returns the callables of the same name in the base types.
func (ov *overloads) overridden(refs []outline.Ref) []outline.Ref {
	s := refs[0].Symbol()
	if s.Container == projectbase.NoSymbol || outline.IsExtension(refs[0]) || !refs[0].File.Symbols[s.Container].Kind.IsType() {
		return nil
	}
	t := outline.Ref{File: refs[0].File, Ordinal: s.Container}
	list := ov.members.inherited(t, s.Name, wantCall).refs
	if !outline.AllCallable(list) {
		return nil
	}
	return list
}

// candidates returns the callables that accept the arguments.
func (ov *overloads) candidates(refs []outline.Ref, args []overload.Argument) []overload.Candidate {
	var list []overload.Candidate
	for _, x := range outline.Sorted(refs) {
		if c, ok := ov.candidate(x, args); ok {
			list = append(list, c)
		}
	}
	return list
}

// candidate returns a callable with the fit of each argument.
func (ov *overloads) candidate(x outline.Ref, args []overload.Argument) (overload.Candidate, bool) {
	of, ok := ov.parametersFor(x, args)
	if !ok {
		return overload.Candidate{}, false
	}
	params := ov.paramsOf(x)
	c := overload.Candidate{Ref: x, Fits: make([]overload.Fit, len(args)), Asks: of}
	for i, p := range of {
		c.Fits[i] = ov.fit(p, x, args[i].Typ)
		if p.Many {
			if whole := ov.fitAll(p, x, args[i].Typ); whole > overload.Unknown && len(of) == len(params) && i == len(of)-1 {
				c.Fits[i] = whole
				continue
			}
			c.Many = true
		}
		if c.Fits[i] == overload.None {
			return overload.Candidate{}, false
		}
	}
	c.Many = c.Many || len(of) < len(params)
	return c, true
}

// parametersFor returns the parameters that the arguments go into, and whether the
// callable accepts their number.
func (ov *overloads) parametersFor(x outline.Ref, args []overload.Argument) (of []*overload.Param, ok bool) {
	trailing := x.File.Scope.Trailing
	params := ov.paramsOf(x)
	of, ok = overload.Match(params, args, trailing)
	if outline.IsExtension(x) && len(params) > 0 {
		// An extension method is called on its first parameter, or by its own name.
		if rest, also := overload.Match(params[1:], args, trailing); also {
			return rest, true
		}
	}
	return of, ok
}

// paramsOf returns the parameters of a callable.
func (ov *overloads) paramsOf(x outline.Ref) []overload.Param {
	return cached(ov.task, ov.params, x, func() []overload.Param { return overload.ParseParams(x, x.File.Scope.NameFirst) })
}

// arguments parses the arguments of a call.
func (ov *overloads) arguments(text string, at outline.Position) []overload.Argument {
	if _, text = overload.SplitTypes(text); len(text) <= 2 {
		return nil
	}
	parts := expr.SplitList(text[1 : len(text)-1])
	list := make([]overload.Argument, len(parts))
	for i, part := range parts {
		if name, rest, ok := strings.Cut(part, ":"); ok && expr.IsName(name) && !strings.HasPrefix(rest, ":") {
			list[i].Name, part = name, rest
		}
		list[i].Typ = ov.argumentType(part, at)
	}
	return list
}

// argumentType returns the type of an argument.
func (ov *overloads) argumentType(text string, at outline.Position) overload.Type {
	if p, ok := overload.Literals[text]; ok {
		return p
	}
	v := ov.values.chainValue(text, at)
	switch {
	case len(v.callable) > 0:
		return overload.Type{Kind: overload.KindFunction}
	case v.typ == nil:
		name := text[strings.LastIndexByte(text, '.')+1:]
		if made, ok := strings.CutSuffix(name, "()"); ok && made != "" && made[0] >= 'A' && made[0] <= 'Z' && at.File.Scope.Capitalized {
			return ov.plain(made, at) // a capitalised call is a constructor
		}
		return overload.WellKnown[name]
	case !v.typ.sym.IsZero():
		return overload.Type{Kind: overload.KindNamed, Name: v.typ.sym.Symbol().Name, Sym: v.typ.sym}
	}
	p := ov.plain(v.typ.text, v.typ.at)
	if p.Kind == overload.KindParameter {
		return overload.Type{} // its type argument is unknown
	}
	return p
}

// plain reads a type at a position.
func (ov *overloads) plain(text string, at outline.Position) overload.Type {
	var p overload.Type
	t := expr.ParseType(text)
	for t.Name == "[]" && len(t.Args) == 1 {
		p.Array++
		t = expr.ParseType(t.Args[0])
	}
	if t.Name == "func" {
		p.Kind = overload.KindFunction
		return p
	}
	if t.Name == "" || !expr.IsNameStart(t.Name) {
		return overload.Type{}
	}
	p.Kind, p.Name = overload.KindNamed, expr.LastName(t.Name)
	if k, word := overload.WordType(p.Name, at.File.Scope); k != overload.KindUnknown {
		p.Kind, p.Name = k, word
		return p
	}
	f := ov.scopes.lookup(p.Name, at, wantType)
	if f.local != nil || len(f.refs) == 0 && f.pkg == "" && overload.LooksParameter(p.Name) {
		p.Kind = overload.KindParameter
		return p
	}
	p.Sym = ov.types.typeNamed(t.Name, at).sym
	return p
}

// parameterType returns the type of a parameter.
func (ov *overloads) parameterType(p *overload.Param, of outline.Ref) overload.Type {
	if p.Is != nil {
		return *p.Is
	}
	cuts := ov.cuts
	is := ov.plain(p.Typ, outline.Position{File: of.File, Symbol: of.Ordinal, Line: of.Symbol().Line, Column: 0})
	if ov.cuts == cuts {
		p.Is = &is
	}
	return is
}

// fit says how well an argument fits a parameter.
func (ov *overloads) fit(p *overload.Param, of outline.Ref, a overload.Type) overload.Fit {
	if a.Kind == overload.KindUnknown {
		return overload.Unknown
	}
	return overload.FitType(ov.parameterType(p, of), a, ov)
}

// fitAll says how well an argument fits a variadic parameter as its whole list.
func (ov *overloads) fitAll(p *overload.Param, of outline.Ref, a overload.Type) overload.Fit {
	if a.Kind == overload.KindUnknown {
		return overload.Unknown
	}
	list := ov.parameterType(p, of)
	list.Array++
	return overload.FitType(list, a, ov)
}

// StepsTo implements overload.Hierarchy.
func (ov *overloads) StepsTo(t outline.Ref, p overload.Type, depth int) (steps int, open bool) {
	if t == p.Sym || !p.Sym.IsZero() && t.Symbol().Name == p.Name && outline.QualifiedName(t) == outline.QualifiedName(p.Sym) && ov.oneUnit(t, p.Sym) {
		return 0, false
	}
	if depth > maxDepth {
		return -1, true
	}
	best := -1
	for _, base := range ov.bases.basesOf(t) {
		b := ov.types.typeNamed(base.Chain, base.Site())
		if b.sym.IsZero() {
			name := expr.LastName(base.Chain)
			if p.Sym.IsZero() && (name == p.Name || slices.Contains(overload.PlatformBases[name], p.Name)) {
				return 1, false
			}
			open = true
			continue
		}
		n, more := ov.StepsTo(b.sym, p, depth+1)
		open = open || more
		if n >= 0 && (best < 0 || n+1 < best) {
			best = n + 1
		}
	}
	return best, open
}
