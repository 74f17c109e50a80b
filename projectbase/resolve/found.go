package resolve

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// found is what a name was found to mean.
type found struct {
	refs   []outline.Ref
	tier   projectbase.Tier
	reason projectbase.Reason
	pkg    string           // of what lies outside of the project
	module *layout.Module   // it names a module, package or namespace
	local  *outline.Binding // it names a parameter or local variable
	value  *typ             // it is no symbol, but an object of the type
}

func (f found) none() bool {
	return len(f.refs) == 0 && f.pkg == "" && f.module == nil && f.local == nil
}

// want is what kind of symbol a reference can mean.
type want uint8

const (
	wantAny want = iota
	wantCall
	wantType
)

func wantOf(k projectbase.ReferenceKind) want {
	switch k {
	case projectbase.RefCall, projectbase.RefDecorate:
		return wantCall
	case projectbase.RefType, projectbase.RefExtends, projectbase.RefImplements, projectbase.RefInstantiate:
		return wantType
	}
	return wantAny
}

// fits reports whether a symbol can be meant.
func (w want) fits(s *outline.Symbol) bool {
	if s.HasTitle() {
		return false
	}
	switch w {
	case wantCall:
		return s.Kind != projectbase.KindNamespace && s.Kind != projectbase.KindSection
	case wantType:
		return s.Kind.IsType() || s.Kind == projectbase.KindUnknown || s.Kind == projectbase.KindMacro || s.Kind == projectbase.KindConstructor || s.Kind == projectbase.KindEnumMember
	}
	return s.Kind != projectbase.KindSection
}

// filter keeps what fits. Where a type has a field and a method of one name, a
// call means the method.
func (w want) filter(refs []outline.Ref) []outline.Ref {
	if w == wantCall && len(refs) > 1 {
		if called := outline.Filter(refs, func(x outline.Ref) bool { return x.Symbol().Kind.IsCallable() && w.fits(x.Symbol()) }); len(called) > 0 {
			return called
		}
	}
	for _, x := range refs {
		if !w.fits(x.Symbol()) {
			return slices.DeleteFunc(slices.Clone(refs), func(x outline.Ref) bool { return !w.fits(x.Symbol()) })
		}
	}
	return refs
}

// value is what an expression stands for, as far as names go. At most one of
// its parts is set.
type value struct {
	typ      *typ           // an object of the type
	static   outline.Ref    // the type itself
	callable []outline.Ref  // callables
	module   *layout.Module // a module, package or namespace
	pkg      string         // something of a package outside of the project
	inferred bool           // a step to it was a guess; else each follows from a declaration
	level    outline.Level  // whose methods it has, where that is known
	self     bool           // the object at hand
	super    bool           // the object at hand, as what its type is based on
}

func (v value) none() bool {
	return v.typ == nil && v.static.IsZero() && len(v.callable) == 0 && v.module == nil && v.pkg == ""
}

// list reports whether a value is of a type whose elements the language itself
// declares; of others that have one argument, that it is the elements' is a guess.
func (v value) list() bool {
	if v.typ == nil {
		return false
	}
	name := expr.ParseType(v.typ.text).Name
	return name == "[]" || name == "map" || name == "()"
}

// overloaded reports whether it depends on the arguments what a call returns.
func (v value) overloaded() bool {
	return slices.ContainsFunc(v.callable[1:], func(x outline.Ref) bool { return x.Symbol().Type != v.callable[0].Symbol().Type })
}

// guessed lowers what was found of a value, if a step to that was a guess.
func (v value) guessed(f found) found {
	if v.inferred && len(f.refs) > 0 {
		f.tier = projectbase.TierInferred
		if f.reason == projectbase.ReasonReceiver || f.reason == projectbase.ReasonSelf {
			f.reason = projectbase.ReasonInferred
		}
	}
	return f
}

// typ is a type: as written at a place, or a symbol.
type typ struct {
	text string
	at   outline.Position
	sym  outline.Ref
	pkg  string // outside of the project
}

// isMixin reports whether a type is none that another is derived from, but one that
// others take in.
func (t *typ) isMixin() bool {
	return !t.sym.IsZero() && slices.Contains([]string{"module", "trait"}, t.sym.Symbol().Word)
}

// visited are the types that a search for one member has been to.
type visited []outline.Ref

// enter notes a type, and reports whether it is to be looked into.
func (v *visited) enter(t outline.Ref) bool {
	if len(*v) > maxVisited || slices.Contains(*v, t) {
		return false
	}
	*v = append(*v, t)
	return true
}

// maxVisited is how many types a member is looked for in.
const maxVisited = 64

// tableNamed finds the variable of a file that a member is written with: the
// last of "a.b".
func tableNamed(o *outline.Outline, name string) outline.Ref {
	last := expr.LastName(name)
	for _, n := range o.Named(last) {
		if s := &o.Symbols[n]; !s.Kind.IsCallable() && expr.Join(s.Owner, last) == name {
			return outline.Ref{File: o, Ordinal: n}
		}
	}
	return outline.Ref{}
}

// onLevel leaves of what was found the methods of a level. The methods of a
// module may be mixed into types and objects alike: they stay where there are no
// others.
func onLevel(f found, l outline.Level) found {
	if l == outline.LevelAny || len(f.refs) == 0 || !f.refs[0].File.Scope.Levels {
		return f
	}
	right := outline.Filter(f.refs, func(x outline.Ref) bool {
		s := x.Symbol()
		return !outline.IsMethod(s) || s.Flags.Has(projectbase.FlagStatic) == (l == outline.LevelType)
	})
	if len(right) == 0 {
		right = outline.Filter(f.refs, func(x outline.Ref) bool {
			c := x.Symbol().Container
			return c == projectbase.NoSymbol || x.File.Symbols[c].Word != "class"
		})
	}
	if len(right) == 0 {
		return found{}
	}
	f.refs = right
	return f
}
