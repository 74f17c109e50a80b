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

// localNamed returns the binding of a local name at a position, or nil.
func (ls *locals) localNamed(name string, at outline.Position) *outline.Binding {
	for s := at.Symbol; ; s = at.File.Symbols[s].Container {
		if s == projectbase.NoSymbol {
			return ls.bindingIn(at, s, name) // of an anonymous function
		}
		if !at.File.Symbols[s].Kind.IsCallable() && at.File == ls.file {
			// Fields are symbols; type parameters are bindings.
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

// bindingIn returns the last binding of a name in a callable before a position whose
// block includes the position. It returns nil if the binding belongs to a symbol.
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

// isSymbol reports whether a binding belongs to a symbol that is not local.
func isSymbol(o *outline.Outline, b *outline.Binding) bool {
	for _, i := range o.Named(b.Name) {
		if s := &o.Symbols[i]; s.Line == b.Line && (s.Container != b.Symbol || s.Kind == projectbase.KindFunction) {
			return true
		}
	}
	return false
}

// ofFile reports whether a binding belongs to a file-level variable of the current file.
func (ls *locals) ofFile(b *outline.Binding) bool {
	return b.Symbol == projectbase.NoSymbol && slices.ContainsFunc(ls.file.Named(b.Name), func(i int32) bool {
		s := &ls.file.Symbols[i]
		return s.Container == projectbase.NoSymbol && s.Line == b.Line
	})
}

// isOnlyBinding reports whether a binding is the only one of its name in its symbol. With
// several bindings, the one that applies at a position is a guess.
func (ls *locals) isOnlyBinding(o *outline.Outline, b *outline.Binding) bool {
	if o == ls.file {
		return !slices.ContainsFunc(ls.bindings[outline.LocalName{Symbol: b.Symbol, Name: b.Name}], func(v outline.Binding) bool { return !v.SamePosition(b) && v.Overlaps(b) })
	}
	return !slices.ContainsFunc(o.Values, func(v outline.Binding) bool {
		return v.Symbol == b.Symbol && v.Name == b.Name && !v.SamePosition(b) && v.Overlaps(b)
	})
}
