package resolve

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/resolve/expr"
	"codegraph/projectbase/resolve/layout"
	"codegraph/projectbase/resolve/outline"
)

// typeLookup finds the type that a chain of names means.
type typeLookup struct {
	*task
	types  *types
	scopes *scopes
	values *values
	open   map[typeKey]bool // types whose lookup is in progress
}

// typeKey is a type name in a symbol.
type typeKey struct {
	text   string
	file   *outline.Outline
	symbol int32
}

// findType finds the type that a chain of names means at a position.
func (tl *typeLookup) findType(text string, at outline.Position) typ {
	if !tl.enter() {
		return typ{}
	}
	defer tl.leave()
	list, ok := expr.Chain(text)
	key := typeKey{text, at.File, at.Symbol}
	switch {
	case !ok:
		return typ{}
	case tl.open[key]: // a type is not its own base
		tl.cuts++
		return typ{}
	}
	tl.open[key] = true
	defer delete(tl.open, key)
	want := wantAny
	if len(list) == 1 {
		want = wantType
	}
	f := tl.scopes.lookup(list[0].Name, at, want)
	if l := f.local; l != nil {
		if l.Kind != projectbase.BindParameter || l.Source == "" || len(list) > 1 {
			return typ{}
		}
		return tl.types.resolveType(&typ{text: l.Source, at: outline.Position{File: at.File, Symbol: l.Symbol, Line: l.Line, Column: 0}})
	}
	for i, s := range list[1:] {
		want = wantAny
		if i == len(list)-2 {
			want = wantType
		}
		f = tl.values.member(tl.values.foundValue(f), s.Name, want)
	}
	for _, x := range tl.choose(wantType.filter(f.refs), at) {
		return typ{sym: x}
	}
	return typ{pkg: f.pkg}
}

// choose reduces symbols of one name to those that a reference can refer to: one of
// several builds, of the parts of a type, or of a declaration and its definition.
func (t *task) choose(refs []outline.Ref, at outline.Position) []outline.Ref {
	if len(refs) < 2 {
		return refs
	}
	refs = outline.Sorted(refs)
	if whole := outline.Filter(refs, func(x outline.Ref) bool { return !outline.IsPrototype(x) }); len(whole) > 0 {
		refs = whole
	}
	if own := outline.Filter(refs, func(x outline.Ref) bool { return x.File == at.File }); len(own) > 0 && (t.scope.Unit != lang.UnitNamespace || t.scope.Imports == lang.ImportsIncludes) {
		refs = own
	}
	if here := outline.Filter(refs, func(x outline.Ref) bool { return !layout.IsOtherBuild(x.File.Path) }); len(here) > 0 {
		refs = here
	}
	first := refs[0]
	other := func(x outline.Ref) bool {
		return x.Symbol().Owner != first.Symbol().Owner || x.Symbol().Params != first.Symbol().Params || !t.oneUnit(x, first) || !outline.SameName(x, first)
	}
	if !slices.ContainsFunc(refs, other) {
		return refs[:1] // builds of one callable, or parts of one type
	}
	return refs
}

// oneUnit reports whether two symbols of one qualified name are the same entity.
func (t *task) oneUnit(x, y outline.Ref) bool {
	scope := x.File.Scope
	if x.File == y.File {
		// In Rust, each belongs to another build or another trait.
		return x == y || scope.Imports != lang.ImportsCrates || !x.Symbol().Kind.IsCallable()
	}
	switch scope.Unit {
	case lang.UnitDirectory:
		return x.File.Path.Dir() == y.File.Path.Dir()
	case lang.UnitNamespace, lang.UnitProject:
		if scope.Imports == lang.ImportsIncludes {
			return false // the linker chooses the file
		}
		return x.File.Scope.Open
	}
	return false
}
