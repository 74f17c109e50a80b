package resolve

import (
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// locals finds the parameters and local variables of the file.
type locals struct {
	*task
	bindings map[outline.LocalName][]outline.Binding // sorted by position
}

// localBindings returns the bindings of a file by symbol and name, sorted by position.
func localBindings(b Body) map[outline.LocalName][]outline.Binding {
	locals := make(map[outline.LocalName][]outline.Binding, len(b.Bindings))
	for i := range b.Bindings {
		d := &b.Bindings[i]
		if d.Name == projectbase.NoTerm {
			continue
		}
		source := ""
		if d.Source != projectbase.NoTerm {
			source = b.Names(d.Source)
		}
		k := outline.LocalName{Symbol: d.Symbol, Name: b.Names(d.Name)}
		locals[k] = append(locals[k], outline.NewBinding(d, k.Name, source))
	}
	for _, list := range locals {
		slices.SortStableFunc(list, func(a, b outline.Binding) int {
			return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Column, b.Column))
		})
	}
	return locals
}

// localNamed returns the binding of a local name that holds at a place.
func (ls *locals) localNamed(name string, at outline.Position) *outline.Binding {
	for s := at.Symbol; ; s = at.File.Symbols[s].Container {
		if s == projectbase.NoSymbol {
			return ls.bindingIn(at, s, name) // of a callable without a name
		}
		if !at.File.Symbols[s].Kind.IsCallable() && at.File == ls.file {
			// Fields are symbols; type parameters of the type are not.
			if l := ls.bindingIn(at, s, name); l != nil && l.Kind == projectbase.BindParameter {
				return l
			}
			continue
		}
		if l := ls.bindingIn(at, s, name); l != nil {
			return l
		}
	}
}

// bindingIn returns the last binding of a name in a callable before a place whose
// block has not ended there. What is a symbol itself is no local name.
func (ls *locals) bindingIn(at outline.Position, holder int32, name string) *outline.Binding {
	var best *outline.Binding
	take := func(b *outline.Binding) {
		if b.StartsBy(at) && !b.EndsBefore(at) && (best == nil || b.Kind != projectbase.BindUnknown || !b.SamePosition(best)) {
			best = b
		}
	}
	if at.File == ls.file {
		list := ls.bindings[outline.LocalName{Symbol: holder, Name: name}]
		for i := range list {
			take(&list[i])
		}
	} else {
		for i := range at.File.Values {
			if b := &at.File.Values[i]; b.Symbol == holder && b.Name == name {
				take(b)
			}
		}
	}
	if best != nil && isSymbol(at.File, best) {
		return nil
	}
	return best
}

// isSymbol reports whether a binding tells of a symbol that is not a local one.
func isSymbol(o *outline.Outline, b *outline.Binding) bool {
	for _, i := range o.Named(b.Name) {
		if s := &o.Symbols[i]; s.Line == b.Line && (s.Container != b.Symbol || s.Kind == projectbase.KindFunction) {
			return true
		}
	}
	return false
}

// ofFile reports whether a binding is of a variable that the file at hand
// declares for all of it.
func (ls *locals) ofFile(b *outline.Binding) bool {
	return b.Symbol == projectbase.NoSymbol && slices.ContainsFunc(ls.file.Named(b.Name), func(i int32) bool {
		s := &ls.file.Symbols[i]
		return s.Container == projectbase.NoSymbol && s.Line == b.Line
	})
}

// alone reports whether a binding is the only one of its name in what holds it:
// else it is a guess which of them holds at a place.
func (ls *locals) alone(o *outline.Outline, b *outline.Binding) bool {
	if o == ls.file {
		return !slices.ContainsFunc(ls.bindings[outline.LocalName{Symbol: b.Symbol, Name: b.Name}], func(v outline.Binding) bool { return !v.SamePosition(b) && v.Overlaps(b) })
	}
	return !slices.ContainsFunc(o.Values, func(v outline.Binding) bool {
		return v.Symbol == b.Symbol && v.Name == b.Name && !v.SamePosition(b) && v.Overlaps(b)
	})
}
