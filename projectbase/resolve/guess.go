package resolve

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// reassigned reports whether a symbol that a binding tells of may be given values
// of another type, in places that are not looked at: a field that a method makes,
// and one of a class of Python.
func reassigned(o *Outline, b *Binding) bool {
	if b.Symbol == projectbase.NoSymbol {
		return false
	}
	holder := &o.Symbols[b.Symbol]
	return holder.Kind.IsCallable() || holder.Kind.IsType() && o.scope.Imports == lang.ImportsModules
}

// alone reports whether a binding is the only one of its name in what holds it:
// else it is a guess which of them holds at a place.
func (ls *locals) alone(o *Outline, b *Binding) bool {
	if o == ls.file {
		return !slices.ContainsFunc(ls.bindings[localName{b.Symbol, b.Name}], func(v Binding) bool { return !v.beside(b) && v.meets(b) })
	}
	return !slices.ContainsFunc(o.Values, func(v Binding) bool { return v.Symbol == b.Symbol && v.Name == b.Name && !v.beside(b) && v.meets(b) })
}

// list reports whether a value is of a type whose elements the language itself
// declares; of others that have one argument, that it is the elements' is a guess.
func (v value) list() bool {
	if v.typ == nil {
		return false
	}
	name := parseType(v.typ.text).name
	return name == "[]" || name == "map" || name == "()"
}

// overloaded reports whether it depends on the arguments what a call returns.
func (v value) overloaded() bool {
	return slices.ContainsFunc(v.callable[1:], func(x Ref) bool { return x.symbol().Type != v.callable[0].symbol().Type })
}
