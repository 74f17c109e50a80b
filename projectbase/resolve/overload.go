package resolve

import (
	"slices"
	"strconv"
	"strings"

	"codegraph/projectbase"
)

// overloaded chooses between callables of one name by what a call gives. Where
// that does not tell, all that may be meant remain.
func (ov *overloads) overloaded(f found, given string, at site) found {
	if given == "" || len(f.refs) == 0 || !ov.scope.Overloads || !callables(f.refs) {
		return f
	}
	args := ov.arguments(given, at)
	var possible []Ref
	refs := f.refs
	for n := 0; len(refs) > 0 && n < maxDepth; n++ {
		open := keep(generic(refs, given), func(x Ref) bool { return accessible(x, at) })
		if fitting := ov.fitting(open, args); len(fitting) > 0 {
			f.refs = better(fitting)
			return f
		}
		if len(possible) == 0 {
			possible = keep(open, func(x Ref) bool { _, ok := ov.taking(x, args); return ok })
		}
		refs = ov.overridden(refs) // the type has the name, but what fits is one that it inherits
	}
	if len(possible) == 0 {
		return found{} // of a base outside of the project
	}
	f.refs = possible
	if f.tier == projectbase.TierExact {
		f.tier, f.reason = projectbase.TierInferred, projectbase.ReasonInferred // one of the types is not what it seems
	}
	return f
}

// accessible reports whether a callable may be named at a place: what is private
// in its own file, and in the parts of its type.
func accessible(x Ref, at site) bool {
	s := x.symbol()
	if s.Visibility != projectbase.VisibilityPrivate || x.File == at.file || s.Container == projectbase.NoSymbol || x.File.Symbols[s.Container].Kind == projectbase.KindInterface {
		return true
	}
	owner := qualifiedName(Ref{x.File, s.Container})
	for c := at.symbol; c != projectbase.NoSymbol; c = at.file.Symbols[c].Container {
		if at.file.Symbols[c].Kind.IsType() && qualifiedName(Ref{at.file, c}) == owner {
			return true
		}
	}
	return false
}

// constructors finds those of the type around a place, or of what it is based
// on, which a constructor may call by this(...) and super(...). The type stands
// for those that are not written.
func (ov *overloads) constructors(super bool, at site) found {
	t := ov.extensions.enclosingType(at)
	if t.none() {
		return found{}
	}
	f := found{tier: projectbase.TierExact, reason: projectbase.ReasonSelf}
	if super {
		f.reason = projectbase.ReasonInherited
		bases := ov.bases.basesOf(t)
		if len(bases) == 0 {
			return found{}
		}
		b := ov.types.typeNamed(bases[0].chain, bases[0].site())
		if t = b.sym; t.none() {
			return found{pkg: b.pkg, tier: projectbase.TierExternal, reason: projectbase.ReasonInherited}
		}
		if t.symbol().Kind == projectbase.KindInterface {
			return found{}
		}
	}
	ov.consult(t.symbol().Name)
	f.refs = keep(refsOf(t.File, t.File.members(t.Ordinal)), func(x Ref) bool { return x.symbol().Kind == projectbase.KindConstructor })
	if len(f.refs) == 0 {
		f.refs = []Ref{t}
	}
	return f
}

// generic leaves those that take as many type arguments as a call gives. One
// without any may leave them to be found by the compiler.
func generic(refs []Ref, given string) []Ref {
	types, _ := splitTypes(given)
	if len(types) == 0 {
		return refs
	}
	n, _ := strconv.Atoi(types[0])
	return keep(refs, func(x Ref) bool {
		params, _ := splitTypes(x.symbol().Params)
		return len(params) == n
	})
}

func callables(refs []Ref) bool {
	return !slices.ContainsFunc(refs, func(x Ref) bool { return !x.symbol().Kind.IsCallable() || x.symbol().Params == "" })
}

// overridden returns the callables of the same name in what the type that has
// these is based on.
func (ov *overloads) overridden(refs []Ref) []Ref {
	s := refs[0].symbol()
	if s.Container == projectbase.NoSymbol || extends(refs[0]) || !refs[0].File.Symbols[s.Container].Kind.IsType() {
		return nil
	}
	t := Ref{refs[0].File, s.Container}
	list := ov.members.inherited(t, s.Name, wantCall).refs
	if !callables(list) {
		return nil
	}
	return list
}

// candidate is a callable that can be given the arguments of a call.
type candidate struct {
	ref  Ref
	fits []fit    // of each argument
	asks []*param // of each argument
	many bool     // several arguments go into one parameter
}

// fitting returns the callables that the arguments may be meant for.
func (ov *overloads) fitting(refs []Ref, args []argument) []candidate {
	var list []candidate
	for _, x := range inOrder(refs) {
		if c, ok := ov.candidate(x, args); ok {
			list = append(list, c)
		}
	}
	return list
}

func (ov *overloads) candidate(x Ref, args []argument) (candidate, bool) {
	of, ok := ov.taking(x, args)
	if !ok {
		return candidate{}, false
	}
	params := ov.paramsOf(x)
	c := candidate{ref: x, fits: make([]fit, len(args)), asks: of}
	for i, p := range of {
		c.fits[i] = ov.fit(p, x, args[i].typ)
		if p.many {
			if whole := ov.fitAll(p, x, args[i].typ); whole > fitUnknown && len(of) == len(params) && i == len(of)-1 {
				c.fits[i] = whole
				continue
			}
			c.many = true
		}
		if c.fits[i] == fitNone {
			return candidate{}, false
		}
	}
	c.many = c.many || len(of) < len(params)
	return c, true
}

// taking returns the parameters of a callable that arguments go into, and whether
// it can take that many.
func (ov *overloads) taking(x Ref, args []argument) (of []*param, ok bool) {
	kotlin := x.File.Language == "kotlin"
	params := ov.paramsOf(x)
	of, ok = takes(params, args, kotlin)
	if extends(x) && len(params) > 0 {
		// It is called as a method of its first parameter, or by its own name.
		if rest, also := takes(params[1:], args, kotlin); also {
			return rest, true
		}
	}
	return of, ok
}

// better leaves those candidates that no other one is better than. Copies are
// compared once.
func better(list []candidate) []Ref {
	if len(list) == 1 {
		return []Ref{list[0].ref}
	}
	of := make([]string, len(list)) // what each is compared as
	kinds := map[string]*candidate{}
	for i := range list {
		of[i] = list[i].kind()
		if kinds[of[i]] == nil {
			kinds[of[i]] = &list[i]
		}
	}
	beaten := map[string]bool{}
	for k, d := range kinds {
		for other, c := range kinds {
			beaten[k] = beaten[k] || other != k && c.beats(d)
		}
	}
	var refs []Ref
	for i := range list {
		if !beaten[of[i]] {
			refs = append(refs, list[i].ref)
		}
	}
	return refs
}

// kind returns all that beats looks at.
func (c *candidate) kind() string {
	text := []byte(strconv.FormatBool(c.many))
	if strings.HasPrefix(c.ref.symbol().Params, "<") {
		text = append(text, '<')
	}
	for i, p := range c.asks {
		text = append(append(text, 0, byte(c.fits[i])), p.typ...)
	}
	return string(text)
}

// beats reports whether c is what the language chooses before d, whatever the
// arguments are of which nothing is known.
func (c *candidate) beats(d *candidate) bool {
	ahead := false
	for i := range c.fits {
		x, y := c.fits[i], d.fits[i]
		switch {
		case x == fitUnknown && y == fitUnknown:
			if c.asks[i].typ != d.asks[i].typ {
				return false
			}
		case y == fitUnknown && x == fitExact:
			ahead = true
		case x == fitUnknown || y == fitUnknown || x < y:
			return false
		case x > y:
			ahead = true
		}
	}
	return ahead || c.many != d.many && d.many || c.many == d.many && !strings.HasPrefix(c.ref.symbol().Params, "<") &&
		c.same(d) && strings.HasPrefix(d.ref.symbol().Params, "<")
}

// same reports whether c and d ask for the same types.
func (c *candidate) same(d *candidate) bool {
	return slices.EqualFunc(c.asks, d.asks, func(x, y *param) bool { return x.typ == y.typ })
}
