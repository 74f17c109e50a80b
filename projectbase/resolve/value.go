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
func (vs *values) chainValue(text string, at site) value {
	if !vs.enter() {
		return value{}
	}
	defer vs.leave()
	list, ok := chain(text)
	if !ok {
		return value{}
	}
	if at.file != vs.file || !list[0].cast && vs.locals.localNamed(list[0].name, at) != nil {
		return vs.evaluate(list, at)
	}
	return remember(vs.task, vs.memo, valueKey{text, at.symbol}, func() value { return vs.evaluate(list, at) })
}

func (vs *values) evaluate(list []segment, at site) value {
	v := vs.head(list[0], at)
	v = vs.suffix(v, list[0])
	for _, s := range list[1:] {
		if v.none() {
			return v
		}
		inferred := v.inferred
		v = vs.step(v, s, at)
		v.inferred = v.inferred || inferred
	}
	return v
}

// step goes from a value to that of a member.
func (vs *values) step(v value, s segment, at site) value {
	scope := at.file.scope
	want := wantAny
	if s.called {
		want = wantCall
	}
	f := vs.member(v, s.name, want)
	if f.none() && scope.Levels && s.name == "class" && v.typ != nil {
		return value{static: vs.types.resolveType(v.typ).sym}
	}
	if f.none() && scope.New != "" && s.name == scope.New && !v.static.none() {
		return value{typ: &typ{sym: v.static}, level: levelObject}
	}
	if len(f.refs) == 0 && f.value == nil && f.module == nil && s.called && v.typ != nil {
		if slices.Contains(scope.Passes, s.name) {
			return vs.suffix(v, segment{index: s.index})
		}
		if slices.Contains(scope.Elements, s.name) {
			of := vs.element(v, 1)
			of.inferred = true
			return vs.suffix(of, segment{index: s.index})
		}
	}
	next := vs.foundValue(f)
	if scope.Bare && len(next.callable) > 0 {
		s.called = true
	}
	return vs.suffix(next, s)
}

// head is the value of the first name of a chain.
func (vs *values) head(s segment, at site) value {
	scope := at.file.scope
	switch {
	case s.cast:
		return value{typ: &typ{text: s.name, at: at}}
	case s.text:
		if scope.Text == "" {
			return value{}
		}
		return value{typ: &typ{text: scope.Text, at: at}}
	case slices.Contains(scope.Super, s.name):
		if t := vs.extensions.enclosingType(at); !t.none() {
			return value{typ: &typ{sym: t}, self: true, super: true, level: levelAt(at)}
		}
		return value{}
	case slices.Contains(scope.Self, s.name):
		if t := vs.extensions.enclosingType(at); !t.none() {
			return value{typ: &typ{sym: t}, self: true, level: levelAt(at)}
		}
		if name := extendedAt(at); name != "" {
			return value{typ: &typ{text: name, at: at}, self: true}
		}
	case slices.Contains(scope.SelfTypes, s.name):
		if t := vs.extensions.enclosingType(at); !t.none() {
			return value{static: t}
		}
	}
	want := wantAny
	if s.called {
		want = wantCall
	}
	f := vs.scopes.lookup(s.name, at, want)
	if f.none() && s.name == scope.New && s.name != "" && levelAt(at) == levelType {
		if t := vs.extensions.enclosingType(at); !t.none() {
			return value{typ: &typ{sym: t}, level: levelObject}
		}
	}
	if f.local != nil {
		v := vs.bindingValue(f.local, at)
		if v.none() && scope.Tables { // local m = require("m")
			return vs.foundValue(vs.imports.imported(s.name, at.file, want))
		}
		return v
	}
	return vs.foundValue(f)
}

// suffix applies a call and indices.
func (vs *values) suffix(v value, s segment) value {
	if s.called && !v.super {
		v = vs.call(v)
	}
	for range s.index {
		v = vs.element(v, 1)
	}
	return v
}

// foundValue is the value of what a name was found to mean.
func (vs *values) foundValue(f found) value {
	switch {
	case f.value != nil:
		return value{typ: f.value}
	case f.module != nil:
		return vs.moduleValue(f.module)
	case len(f.refs) == 0:
		return value{pkg: f.pkg}
	case f.tier == projectbase.TierInferred && disagree(f.refs):
		return value{}
	}
	s := f.refs[0].symbol()
	switch {
	case s.Kind == projectbase.KindProperty:
		v := vs.symbolValue(f.refs[0])
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
	v := vs.symbolValue(f.refs[0])
	if v.none() && f.refs[0].File.scope.Tables {
		return value{static: f.refs[0]}
	}
	v.inferred = v.inferred || f.tier == projectbase.TierInferred
	return v
}

// symbolValue is the value of a field or variable.
func (vs *values) symbolValue(x Ref) value {
	vs.consult(x.symbol().Name)
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
		if v := vs.bindingValue(b, site{x.File, b.Symbol, b.Line, b.Column}); !v.none() {
			v.inferred = v.inferred || reassigned(x.File, b)
			return v
		}
	}
	return value{}
}

// bindingValue is the value that a binding gives a name.
func (vs *values) bindingValue(b *Binding, at site) value {
	if b.Source == "" || !vs.enter() {
		return value{}
	}
	defer vs.leave()
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
		whole := vs.chainValue(b.Source, in)
		v := vs.part(whole, b.Index)
		v.inferred = whole.inferred || !vs.locals.alone(at.file, b)
		return v
	case projectbase.BindElement:
		whole := vs.chainValue(b.Source, in)
		v := vs.element(whole, b.Index)
		v.inferred = whole.inferred || !whole.list() || !vs.locals.alone(at.file, b)
		return v
	}
	return value{}
}

// part is one of several results.
func (vs *values) part(v value, index uint32) value {
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
func (vs *values) element(v value, index uint32) value {
	if v.typ == nil || v.typ.text == "" {
		return value{pkg: v.pkg}
	}
	t := parseType(v.typ.text)
	if vs.types.resolved(t, v.typ.at) {
		// A type of the project: what it holds is told by none of its names.
		if alias := vs.types.resolveType(v.typ); !alias.sym.none() && alias.sym.symbol().Type != "" && alias.sym.symbol().Kind == projectbase.KindType {
			s := alias.sym.symbol()
			return vs.element(value{typ: &typ{text: s.Type, at: site{alias.sym.File, s.Container, s.Line, 0}}, inferred: v.inferred}, index)
		}
		return value{}
	}
	switch {
	case len(t.args) == 0:
		return value{}
	case t.name == "[]" && index == 0 && v.typ.at.file.scope.Unit == unitOfGo:
		return value{} // Go's range gives the index first
	case t.name == "()":
		return vs.part(v, index)
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
func (ts *types) resolved(t typeText, at site) bool {
	if t.name == "" || !isNameStart(t.name) {
		return false
	}
	return !ts.typeNamed(t.name, at).sym.none()
}
