package outline

import (
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
)

// Ref is a symbol in its outline. The zero value refers to no symbol.
type Ref struct {
	File    *Outline
	Ordinal int32
}

// IsZero reports whether r refers to no symbol.
func (r Ref) IsZero() bool { return r.File == nil }

// Symbol returns the symbol.
func (r Ref) Symbol() *Symbol { return &r.File.Symbols[r.Ordinal] }

// CompareRefs orders symbols by file path and ordinal.
func CompareRefs(a, b Ref) int {
	if a.File == b.File {
		return cmp.Compare(a.Ordinal, b.Ordinal)
	}
	return cmp.Or(cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Ordinal, b.Ordinal))
}

// Sorted returns refs in the order of CompareRefs, so that the order of indexing does not
// matter.
func Sorted(refs []Ref) []Ref {
	if slices.IsSortedFunc(refs, CompareRefs) {
		return refs
	}
	refs = slices.Clone(refs)
	slices.SortFunc(refs, CompareRefs)
	return refs
}

// Filter returns the refs for which ok is true, in a new slice.
func Filter(refs []Ref, ok func(Ref) bool) []Ref {
	return slices.DeleteFunc(slices.Clone(refs), func(x Ref) bool { return !ok(x) })
}

// Refs returns the symbols of a file with the given ordinals.
func Refs(o *Outline, ordinals []int32) []Ref {
	if len(ordinals) == 0 {
		return nil
	}
	refs := make([]Ref, len(ordinals))
	for i, n := range ordinals {
		refs[i] = Ref{o, n}
	}
	return refs
}

// First filters a sorted list. Of a very long list it returns the first maxRefs symbols
// and those of the file own. A nil ok accepts all.
func First(list []Ref, own *Outline, ok func(Ref) bool) []Ref {
	if ok == nil && len(list) <= maxRefs {
		return list
	}
	var refs []Ref
	for i, x := range list {
		if len(refs) == maxRefs {
			return append(refs, ofFile(list[i:], own, ok)...)
		}
		if ok == nil || ok(x) {
			refs = append(refs, x)
		}
	}
	return refs
}

// ofFile returns the symbols of one file from a sorted list.
func ofFile(list []Ref, own *Outline, ok func(Ref) bool) []Ref {
	if own == nil {
		return nil
	}
	at, _ := slices.BinarySearchFunc(list, Ref{own, 0}, CompareRefs)
	var refs []Ref
	for ; at < len(list) && list[at].File == own; at++ {
		if ok == nil || ok(list[at]) {
			refs = append(refs, list[at])
		}
	}
	return refs
}

// maxRefs limits how many symbols of one name a lookup by name alone examines. So many
// symbols are copies of each other, and an edge has fewer targets.
const maxRefs = 256

// QualifiedName returns the name of a symbol after the names of its containers, with
// dots.
func QualifiedName(t Ref) string {
	s := t.Symbol()
	name := expr.Dotted(s.Name)
	for c := s.Container; c != projectbase.NoSymbol; c = t.File.Symbols[c].Container {
		name = expr.Dotted(t.File.Symbols[c].Name) + "." + name
	}
	return name
}

// SameName reports whether two symbols have the same qualified name.
func SameName(x, y Ref) bool {
	s, t := x.Symbol(), y.Symbol()
	for s.Name == t.Name && s.Container != projectbase.NoSymbol && t.Container != projectbase.NoSymbol {
		s, t = &x.File.Symbols[s.Container], &y.File.Symbols[t.Container]
	}
	if s.Name == t.Name && s.Container == projectbase.NoSymbol && t.Container == projectbase.NoSymbol {
		return true
	}
	return QualifiedName(x) == QualifiedName(y) // one declaration may combine containers that the other nests
}

// IsDefinition reports whether a symbol is not a prototype.
func IsDefinition(x Ref) bool { return !IsPrototype(x) }

// IsPrototype reports whether a symbol is a declaration without its body: a C prototype
// or a forward declaration.
func IsPrototype(x Ref) bool {
	s := x.Symbol()
	return s.Word == "prototype" || s.Word == "forward"
}

// IsTypedField reports whether a symbol is a field with a declared type.
func IsTypedField(x Ref) bool {
	s := x.Symbol()
	return s.Kind == projectbase.KindField && s.Type != ""
}

// IsMethod reports whether a symbol is callable as a member.
func IsMethod(s *Symbol) bool {
	return s.Kind == projectbase.KindMethod || s.Kind == projectbase.KindConstructor || s.Kind == projectbase.KindOperator || s.Kind == projectbase.KindProperty
}

// HasTypeName reports whether a symbol is a constructor with the name of its type. Such a
// name, written alone, means the type.
func HasTypeName(x Ref) bool {
	s := x.Symbol()
	if s.Kind != projectbase.KindConstructor {
		return false
	}
	return s.Name == expr.LastName(s.Owner) || s.Container != projectbase.NoSymbol && x.File.Symbols[s.Container].Name == s.Name
}

// IsExtension reports whether a symbol is an extension method: declared in one type,
// called on another.
func IsExtension(x Ref) bool {
	s := x.Symbol()
	return s.Owner != "" && !s.Kind.IsType() && s.Container != projectbase.NoSymbol && x.File.Symbols[s.Container].Kind.IsType()
}

// KnownByName reports whether a symbol can be referenced by its name alone in its scope.
// Members of an object literal cannot.
func KnownByName(x Ref) bool {
	switch s := x.Symbol(); s.Kind {
	case projectbase.KindMethod, projectbase.KindProperty, projectbase.KindField, projectbase.KindConstructor:
		return s.Container != projectbase.NoSymbol && x.File.Symbols[s.Container].Kind.IsType()
	}
	return true
}

// AllCallable reports whether all refs are callables with known parameters.
func AllCallable(refs []Ref) bool {
	return !slices.ContainsFunc(refs, func(x Ref) bool { return !x.Symbol().Kind.IsCallable() || x.Symbol().Params == "" })
}

// BasesIn returns the base types that one declaration of a type names, as written.
func BasesIn(t Ref) []string {
	var list []string
	for i := range t.File.Bases {
		if b := &t.File.Bases[i]; b.Symbol == t.Ordinal {
			list = append(list, b.Chain)
		}
	}
	return list
}
