package resolve

import (
	"slices"

	"codegraph/projectbase"
)

// value is what an expression stands for, as far as names go. At most one of
// its parts is set.
type value struct {
	typ      *typ    // an object of the type
	static   Ref     // the type itself
	callable []Ref   // callables
	module   *module // a module, package or namespace
	pkg      string  // something of a package outside of the project
	inferred bool    // a step to it was a guess; else each follows from a declaration
	level    level   // whose methods it has, where that is known
	self     bool    // the object at hand
	super    bool    // the object at hand, as what its type is based on
}

func (v value) none() bool {
	return v.typ == nil && v.static.none() && len(v.callable) == 0 && v.module == nil && v.pkg == ""
}

// typ is a type: as written at a place, or a symbol.
type typ struct {
	text string
	at   site
	sym  Ref
	pkg  string // outside of the project
}

// maxDepth is how many steps lead from a name to its type at most: what goes on
// for longer is a circle.
const maxDepth = 24

// chainValue returns what an expression stands for.
func (r *resolver) chainValue(text string, at site) value {
	if !r.enter() {
		return value{}
	}
	defer r.leave()
	list, ok := chain(text)
	if !ok {
		return value{}
	}
	if at.file != r.file || !list[0].cast && r.localNamed(list[0].name, at) != nil {
		return r.evaluate(list, at)
	}
	return remember(r, r.memo.values, valueKey{text, at.symbol}, func() value { return r.evaluate(list, at) })
}

func (r *resolver) evaluate(list []segment, at site) value {
	v := r.head(list[0], at)
	v = r.suffix(v, list[0])
	for _, s := range list[1:] {
		if v.none() {
			return v
		}
		inferred := v.inferred
		v = r.step(v, s, at)
		v.inferred = v.inferred || inferred
	}
	return v
}

// step goes from a value to that of a member.
func (r *resolver) step(v value, s segment, at site) value {
	scope := r.p.scope(at.file.Language)
	want := wantAny
	if s.called {
		want = wantCall
	}
	f := r.member(v, s.name, want)
	if f.none() && scope.Levels && s.name == "class" && v.typ != nil {
		return value{static: r.resolveType(v.typ).sym}
	}
	if f.none() && scope.New != "" && s.name == scope.New && !v.static.none() {
		return value{typ: &typ{sym: v.static}, level: levelObject}
	}
	if len(f.refs) == 0 && f.value == nil && f.module == nil && s.called && v.typ != nil {
		if slices.Contains(scope.Passes, s.name) {
			return r.suffix(v, segment{index: s.index})
		}
		if slices.Contains(scope.Elements, s.name) {
			of := r.element(v, 1)
			of.inferred = true
			return r.suffix(of, segment{index: s.index})
		}
	}
	next := r.foundValue(f)
	if scope.Bare && len(next.callable) > 0 {
		s.called = true
	}
	return r.suffix(next, s)
}

// head is the value of the first name of a chain.
func (r *resolver) head(s segment, at site) value {
	scope := r.p.scope(at.file.Language)
	switch {
	case s.cast:
		return value{typ: &typ{text: s.name, at: at}}
	case s.text:
		if scope.Text == "" {
			return value{}
		}
		return value{typ: &typ{text: scope.Text, at: at}}
	case slices.Contains(scope.Super, s.name):
		if t := r.enclosingType(at); !t.none() {
			return value{typ: &typ{sym: t}, self: true, super: true, level: r.levelAt(at)}
		}
		return value{}
	case slices.Contains(scope.Self, s.name):
		if t := r.enclosingType(at); !t.none() {
			return value{typ: &typ{sym: t}, self: true, level: r.levelAt(at)}
		}
		if name := extendedAt(at); name != "" {
			return value{typ: &typ{text: name, at: at}, self: true}
		}
	case slices.Contains(scope.SelfTypes, s.name):
		if t := r.enclosingType(at); !t.none() {
			return value{static: t}
		}
	}
	want := wantAny
	if s.called {
		want = wantCall
	}
	f := r.lookup(s.name, at, want)
	if f.none() && s.name == scope.New && s.name != "" && r.levelAt(at) == levelType {
		if t := r.enclosingType(at); !t.none() {
			return value{typ: &typ{sym: t}, level: levelObject}
		}
	}
	if f.local != nil {
		v := r.bindingValue(f.local, at)
		if v.none() && scope.Tables { // local m = require("m")
			return r.foundValue(r.imported(s.name, at.file, want))
		}
		return v
	}
	return r.foundValue(f)
}

// suffix applies a call and indices.
func (r *resolver) suffix(v value, s segment) value {
	if s.called && !v.super {
		v = r.call(v)
	}
	for range s.index {
		v = r.element(v, 1)
	}
	return v
}

// foundValue is the value of what a name was found to mean.
func (r *resolver) foundValue(f found) value {
	switch {
	case f.value != nil:
		return value{typ: f.value}
	case f.module != nil:
		return r.moduleValue(f.module)
	case len(f.refs) == 0:
		return value{pkg: f.pkg}
	case f.tier == projectbase.TierInferred && disagree(f.refs):
		return value{}
	}
	s := f.refs[0].symbol()
	switch {
	case s.Kind == projectbase.KindProperty:
		v := r.symbolValue(f.refs[0])
		v.inferred = v.inferred || f.tier == projectbase.TierInferred
		return v
	case s.Kind.IsCallable():
		return value{callable: f.refs, inferred: f.tier == projectbase.TierInferred}
	case s.Kind.IsType():
		return value{static: f.refs[0]}
	case s.Kind == projectbase.KindNamespace:
		return value{module: &module{sym: f.refs[0]}}
	case s.Kind == projectbase.KindEnumMember && s.Container != projectbase.NoSymbol:
		return value{typ: &typ{sym: Ref{f.refs[0].File, s.Container}}}
	}
	v := r.symbolValue(f.refs[0])
	if v.none() && r.p.scope(f.refs[0].File.Language).Tables {
		return value{static: f.refs[0]}
	}
	v.inferred = v.inferred || f.tier == projectbase.TierInferred
	return v
}

// symbolValue is the value of a field or variable.
func (r *resolver) symbolValue(x Ref) value {
	r.consult(x.symbol().Name)
	s := x.symbol()
	at := site{x.File, x.Ordinal, s.Line, 0}
	if s.Type != "" {
		return value{typ: &typ{text: s.Type, at: at}}
	}
	for i := range x.File.Values {
		b := &x.File.Values[i]
		if b.Name != s.Name || b.Line != s.Line {
			continue
		}
		if v := r.bindingValue(b, site{x.File, b.Symbol, b.Line, b.Column}); !v.none() {
			v.inferred = v.inferred || r.reassigned(x.File, b)
			return v
		}
	}
	return value{}
}

// bindingValue is the value that a binding gives a name.
func (r *resolver) bindingValue(b *Binding, at site) value {
	if b.Source == "" || !r.enter() {
		return value{}
	}
	defer r.leave()
	in := site{at.file, b.Symbol, b.Line, b.Column}
	if b.Kind != projectbase.BindType && b.Kind != projectbase.BindParameter && in.line > 0 {
		// A name on the right of its own binding is an earlier one.
		if list, ok := chain(b.Source); ok && list[0].name == b.Name {
			in = in.before()
		}
	}
	switch b.Kind {
	case projectbase.BindType, projectbase.BindParameter:
		return value{typ: &typ{text: b.Source, at: in}}
	case projectbase.BindValue:
		whole := r.chainValue(b.Source, in)
		v := r.part(whole, b.Index)
		v.inferred = whole.inferred || !r.alone(at.file, b)
		return v
	case projectbase.BindElement:
		whole := r.chainValue(b.Source, in)
		v := r.element(whole, b.Index)
		v.inferred = whole.inferred || !whole.list() || !r.alone(at.file, b)
		return v
	}
	return value{}
}

// part is one of several results.
func (r *resolver) part(v value, index uint32) value {
	if v.typ == nil || v.typ.text == "" {
		if index > 0 {
			return value{}
		}
		return v
	}
	if t := parseType(v.typ.text); t.name == "()" {
		if int(index) >= len(t.args) {
			return value{}
		}
		return value{typ: &typ{text: resultType(t.args[index]), at: v.typ.at}, inferred: v.inferred}
	}
	if index > 0 {
		return value{}
	}
	return v
}

// resultType leaves out the name of a named result.
func resultType(text string) string {
	if first, rest, ok := cutSpace(text); ok && isName(first) && !slices.Contains([]string{"chan", "const", "mut", "dyn", "impl", "struct", "func", "map", "interface"}, first) {
		return rest
	}
	return text
}

// element is what a loop over a value, or an index into it, gives.
func (r *resolver) element(v value, index uint32) value {
	if v.typ == nil || v.typ.text == "" {
		return value{pkg: v.pkg}
	}
	t := parseType(v.typ.text)
	if r.resolved(t, v.typ.at) {
		// A type of the project: what it holds is told by none of its names.
		if alias := r.resolveType(v.typ); !alias.sym.none() && alias.sym.symbol().Type != "" && alias.sym.symbol().Kind == projectbase.KindType {
			s := alias.sym.symbol()
			return r.element(value{typ: &typ{text: s.Type, at: site{alias.sym.File, s.Container, s.Line, 0}}, inferred: v.inferred}, index)
		}
		return value{}
	}
	switch {
	case len(t.args) == 0:
		return value{}
	case t.name == "[]" && index == 0 && r.p.scope(v.typ.at.file.Language).Unit == unitOfGo:
		return value{} // Go's range gives the index first
	case t.name == "()":
		return r.part(v, index)
	case len(t.args) == 1:
		return value{typ: &typ{text: t.args[0], at: v.typ.at}, inferred: v.inferred}
	case len(t.args) == 2 && index == 0:
		return value{typ: &typ{text: t.args[0], at: v.typ.at}, inferred: v.inferred}
	case len(t.args) == 2:
		return value{typ: &typ{text: t.args[1], at: v.typ.at}, inferred: v.inferred}
	}
	return value{}
}

// resolved reports whether a type is one of the project's.
func (r *resolver) resolved(t typeText, at site) bool {
	if t.name == "" || !isNameStart(t.name) {
		return false
	}
	return !r.typeNamed(t.name, at).sym.none()
}
