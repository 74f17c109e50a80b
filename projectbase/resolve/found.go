package resolve

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// found is the result of looking up a name.
type found struct {
	refs   []outline.Ref
	tier   projectbase.Tier
	reason projectbase.Reason
	pkg    string           // the package, if the name is declared outside of the project
	module *layout.Module   // the name means a module, package or namespace
	local  *outline.Binding // the name means a parameter or local variable
	value  *typ             // the name has no symbol, but a value of this type
}

// none reports whether nothing was found.
func (f found) none() bool {
	return len(f.refs) == 0 && f.pkg == "" && f.module == nil && f.local == nil
}

// want says which kinds of symbols a reference can refer to.
type want uint8

const (
	wantAny want = iota
	wantCall
	wantType
)

// wantOf returns the wanted kinds for a kind of reference.
func wantOf(k projectbase.ReferenceKind) want {
	switch k {
	case projectbase.RefCall, projectbase.RefDecorate:
		return wantCall
	case projectbase.RefType, projectbase.RefExtends, projectbase.RefImplements, projectbase.RefInstantiate:
		return wantType
	}
	return wantAny
}

// fits reports whether a reference can refer to a symbol.
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

// filter keeps the symbols that fit. If a type has a field and a method of the same name,
// a call refers to the method.
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

// value is the value of an expression. At most one of typ, static, callable, module and
// pkg is set.
type value struct {
	typ      *typ           // an object of this type
	static   outline.Ref    // the type itself
	callable []outline.Ref  // callables
	module   *layout.Module // a module, package or namespace
	pkg      string         // package outside of the project that declares it
	inferred bool           // some step was a guess; otherwise declarations prove each step
	level    outline.Level  // the level of its methods, if known
	self     bool           // the current object: this
	super    bool           // the current object as an instance of its base type: super
}

// none reports whether the value is unknown.
func (v value) none() bool {
	return v.typ == nil && v.static.IsZero() && len(v.callable) == 0 && v.module == nil && v.pkg == ""
}

// list reports whether the language itself declares the element type of the value. For
// other types with one argument, the argument is only likely the element type.
func (v value) list() bool {
	if v.typ == nil {
		return false
	}
	name := expr.ParseType(v.typ.text).Name
	return name == "[]" || name == "map" || name == "()"
}

// overloaded reports whether the result type depends on the chosen overload.
func (v value) overloaded() bool {
	return slices.ContainsFunc(v.callable[1:], func(x outline.Ref) bool { return x.Symbol().Type != v.callable[0].Symbol().Type })
}

// guessed lowers the tier of a result if the value contains a guess.
func (v value) guessed(f found) found {
	if v.inferred && len(f.refs) > 0 {
		f.tier = projectbase.TierInferred
		if f.reason == projectbase.ReasonReceiver || f.reason == projectbase.ReasonSelf {
			f.reason = projectbase.ReasonInferred
		}
	}
	return f
}

// typ is a type: a text at a position, or a symbol.
type typ struct {
	text string
	at   outline.Position
	sym  outline.Ref
	pkg  string // outside of the project
}

// isMixin reports whether a type is a module or trait, which other types mix in.
func (t *typ) isMixin() bool {
	return !t.sym.IsZero() && slices.Contains([]string{"module", "trait"}, t.sym.Symbol().Word)
}

// visited are the types that the search for one member has visited.
type visited []outline.Ref

// enter adds a type and reports whether the search should visit it.
func (v *visited) enter(t outline.Ref) bool {
	if len(*v) > maxVisited || slices.Contains(*v, t) {
		return false
	}
	*v = append(*v, t)
	return true
}

// maxVisited limits the types that one search visits.
const maxVisited = 64

// tableNamed returns the variable of a Lua file whose members are written as
// "name.member".
func tableNamed(o *outline.Outline, name string) outline.Ref {
	last := expr.LastName(name)
	for _, n := range o.Named(last) {
		if s := &o.Symbols[n]; !s.Kind.IsCallable() && expr.Join(s.Owner, last) == name {
			return outline.Ref{File: o, Ordinal: n}
		}
	}
	return outline.Ref{}
}

// onLevel keeps the methods of a level. If there are none, it keeps the methods of
// modules, because a module may be mixed into classes and objects.
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
