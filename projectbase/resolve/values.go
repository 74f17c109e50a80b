package resolve

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// values finds the value of an expression: its type, a callable or a module.
type values struct {
	*task
	locals     *locals
	types      *types
	members    *members
	extensions *extensions
	imports    *imports
	scopes     *scopes
	memo       map[valueKey]value
}

// valueKey identifies a cached chain that does not begin with a local name.
type valueKey struct {
	text   string
	symbol int32
}

// chainValue returns the value of an expression.
func (vs *values) chainValue(text string, at outline.Position) value {
	if !vs.enter() {
		return value{}
	}
	defer vs.leave()
	list, ok := expr.Chain(text)
	if !ok {
		return value{}
	}
	if at.File != vs.file || !list[0].Cast && vs.locals.localNamed(list[0].Name, at) != nil {
		return vs.evaluate(list, at)
	}
	return cached(vs.task, vs.memo, valueKey{text, at.Symbol}, func() value { return vs.evaluate(list, at) })
}

// evaluate returns the value of a parsed chain.
func (vs *values) evaluate(list []expr.Segment, at outline.Position) value {
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

// step returns the value of a member of v.
func (vs *values) step(v value, s expr.Segment, at outline.Position) value {
	scope := at.File.Scope
	want := wantAny
	if s.Called {
		want = wantCall
	}
	f := vs.member(v, s.Name, want)
	if f.none() && scope.Levels && s.Name == "class" && v.typ != nil {
		return value{static: vs.types.resolveType(v.typ).sym}
	}
	if f.none() && scope.New != "" && s.Name == scope.New && !v.static.IsZero() {
		return value{typ: &typ{sym: v.static}, level: outline.LevelObject}
	}
	if len(f.refs) == 0 && f.value == nil && f.module == nil && s.Called && v.typ != nil {
		if slices.Contains(scope.Passes, s.Name) {
			return vs.suffix(v, expr.Segment{Index: s.Index})
		}
		if slices.Contains(scope.Elements, s.Name) {
			of := vs.element(v, 1)
			of.inferred = true
			return vs.suffix(of, expr.Segment{Index: s.Index})
		}
	}
	next := vs.foundValue(f)
	if scope.Bare && len(next.callable) > 0 {
		s.Called = true
	}
	return vs.suffix(next, s)
}

// head returns the value of the first name of a chain.
func (vs *values) head(s expr.Segment, at outline.Position) value {
	scope := at.File.Scope
	switch {
	case s.Cast:
		return value{typ: &typ{text: s.Name, at: at}}
	case s.Text:
		if scope.Text == "" {
			return value{}
		}
		return value{typ: &typ{text: scope.Text, at: at}}
	case slices.Contains(scope.Super, s.Name):
		if t := vs.extensions.enclosingType(at); !t.IsZero() {
			return value{typ: &typ{sym: t}, self: true, super: true, level: outline.LevelAt(at)}
		}
		return value{}
	case slices.Contains(scope.Self, s.Name):
		if t := vs.extensions.enclosingType(at); !t.IsZero() {
			return value{typ: &typ{sym: t}, self: true, level: outline.LevelAt(at)}
		}
		if name := outline.ExtendedType(at); name != "" {
			return value{typ: &typ{text: name, at: at}, self: true}
		}
	case slices.Contains(scope.SelfTypes, s.Name):
		if t := vs.extensions.enclosingType(at); !t.IsZero() {
			return value{static: t}
		}
	}
	want := wantAny
	if s.Called {
		want = wantCall
	}
	f := vs.scopes.lookup(s.Name, at, want)
	if f.none() && s.Name == scope.New && s.Name != "" && outline.LevelAt(at) == outline.LevelType {
		if t := vs.extensions.enclosingType(at); !t.IsZero() {
			return value{typ: &typ{sym: t}, level: outline.LevelObject}
		}
	}
	if f.local != nil {
		v := vs.bindingValue(f.local, at)
		if v.none() && scope.Tables { // local m = require("m")
			return vs.foundValue(vs.imports.imported(s.Name, at.File, want))
		}
		return v
	}
	return vs.foundValue(f)
}

// suffix applies a call and index operations.
func (vs *values) suffix(v value, s expr.Segment) value {
	if s.Called && !v.super {
		v = vs.call(v)
	}
	for range s.Index {
		v = vs.element(v, 1)
	}
	return v
}

// foundValue returns the value of a found name.
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
	s := f.refs[0].Symbol()
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
		return value{module: &layout.Module{Sym: f.refs[0]}}
	case s.Kind == projectbase.KindEnumMember && s.Container != projectbase.NoSymbol:
		return value{typ: &typ{sym: outline.Ref{File: f.refs[0].File, Ordinal: s.Container}}}
	}
	v := vs.symbolValue(f.refs[0])
	if v.none() && f.refs[0].File.Scope.Tables {
		return value{static: f.refs[0]}
	}
	v.inferred = v.inferred || f.tier == projectbase.TierInferred
	return v
}

// symbolValue returns the value of a field or variable.
func (vs *values) symbolValue(x outline.Ref) value {
	vs.consult(x.Symbol().Name)
	s := x.Symbol()
	at := outline.Position{File: x.File, Symbol: x.Ordinal, Line: s.Line, Column: 0}
	if s.Type != "" {
		return value{typ: &typ{text: s.Type, at: at}}
	}
	for i := range x.File.Values {
		b := &x.File.Values[i]
		if b.Name != s.Name || b.Line != s.Line {
			continue
		}
		if v := vs.bindingValue(b, outline.Position{File: x.File, Symbol: b.Symbol, Line: b.Line, Column: b.Column}); !v.none() {
			v.inferred = v.inferred || reassigned(x.File, b)
			return v
		}
	}
	return value{}
}

// reassigned reports whether code elsewhere may assign a value of another type: to a
// field set in a method, or to a class attribute of Python.
func reassigned(o *outline.Outline, b *outline.Binding) bool {
	if b.Symbol == projectbase.NoSymbol {
		return false
	}
	holder := &o.Symbols[b.Symbol]
	return holder.Kind.IsCallable() || holder.Kind.IsType() && o.Scope.Imports == lang.ImportsModules
}

// bindingValue returns the value of a binding.
func (vs *values) bindingValue(b *outline.Binding, at outline.Position) value {
	if b.Source == "" || !vs.enter() {
		return value{}
	}
	defer vs.leave()
	in := outline.Position{File: at.File, Symbol: b.Symbol, Line: b.Line, Column: b.Column}
	if b.Kind != projectbase.BindType && b.Kind != projectbase.BindParameter && in.Line > 0 {
		// A name in its own initializer refers to an earlier binding.
		if list, ok := expr.Chain(b.Source); ok && list[0].Name == b.Name {
			in = in.Before()
		}
	}
	switch b.Kind {
	case projectbase.BindType, projectbase.BindParameter:
		return value{typ: &typ{text: b.Source, at: in}}
	case projectbase.BindValue:
		whole := vs.chainValue(b.Source, in)
		v := vs.part(whole, b.Index)
		v.inferred = whole.inferred || !vs.locals.isOnlyBinding(at.File, b)
		return v
	case projectbase.BindElement:
		whole := vs.chainValue(b.Source, in)
		v := vs.element(whole, b.Index)
		v.inferred = whole.inferred || !whole.list() || !vs.locals.isOnlyBinding(at.File, b)
		return v
	}
	return value{}
}

// part returns one of several results.
func (vs *values) part(v value, index uint32) value {
	if v.typ == nil || v.typ.text == "" {
		if index > 0 {
			return value{}
		}
		return v
	}
	if t := expr.ParseType(v.typ.text); t.Name == "()" {
		if int(index) >= len(t.Args) {
			return value{}
		}
		return value{typ: &typ{text: resultType(t.Args[index]), at: v.typ.at}, inferred: v.inferred}
	}
	if index > 0 {
		return value{}
	}
	return v
}

// resultType removes the name of a named result.
func resultType(text string) string {
	if first, rest, ok := expr.CutSpace(text); ok && expr.IsName(first) && !slices.Contains([]string{"chan", "const", "mut", "dyn", "impl", "struct", "func", "map", "interface"}, first) {
		return rest
	}
	return text
}

// unitOfGo marks Go, whose range loops give the index before the element.
const unitOfGo = lang.UnitDirectory

// element returns the value of an element: of a loop or an index operation.
func (vs *values) element(v value, index uint32) value {
	if v.typ == nil || v.typ.text == "" {
		return value{pkg: v.pkg}
	}
	t := expr.ParseType(v.typ.text)
	if vs.types.resolved(t, v.typ.at) {
		// The name of a project type says nothing about its elements.
		if alias := vs.types.resolveType(v.typ); !alias.sym.IsZero() && alias.sym.Symbol().Type != "" && alias.sym.Symbol().Kind == projectbase.KindType {
			s := alias.sym.Symbol()
			return vs.element(value{typ: &typ{text: s.Type, at: outline.Position{File: alias.sym.File, Symbol: s.Container, Line: s.Line, Column: 0}}, inferred: v.inferred}, index)
		}
		return value{}
	}
	switch {
	case len(t.Args) == 0:
		return value{}
	case t.Name == "[]" && index == 0 && v.typ.at.File.Scope.Unit == unitOfGo:
		return value{} // the first variable of range is the index
	case t.Name == "()":
		return vs.part(v, index)
	case len(t.Args) == 1:
		return value{typ: &typ{text: t.Args[0], at: v.typ.at}, inferred: v.inferred}
	case len(t.Args) == 2 && index == 0:
		return value{typ: &typ{text: t.Args[0], at: v.typ.at}, inferred: v.inferred}
	case len(t.Args) == 2:
		return value{typ: &typ{text: t.Args[1], at: v.typ.at}, inferred: v.inferred}
	}
	return value{}
}

// moduleValue returns the value of a module. In Lua that is the value that its file
// returns, if any.
func (vs *values) moduleValue(m *layout.Module) value {
	if len(m.Files) == 1 && m.Files[0].Scope.Tables {
		vs.consult("default")
		for i := range m.Files[0].Symbols {
			if m.Files[0].Symbols[i].Flags.Has(projectbase.FlagDefault) {
				return value{static: outline.Ref{File: m.Files[0], Ordinal: int32(i)}}
			}
		}
	}
	return value{module: m}
}

// disagree reports whether members of several types have different types, so that the
// type of a value is unknown.
func disagree(refs []outline.Ref) bool {
	first := refs[0]
	return slices.ContainsFunc(refs[1:], func(x outline.Ref) bool {
		return x.Symbol().Type != first.Symbol().Type && (x.File != first.File || x.Symbol().Container != first.Symbol().Container)
	})
}
