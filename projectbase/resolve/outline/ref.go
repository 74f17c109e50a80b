package outline

import (
	"cmp"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/expr"
)

// Ref is a symbol in its outline. The zero value is none.
type Ref struct {
	File    *Outline
	Ordinal int32
}

func (r Ref) IsZero() bool { return r.File == nil }

func (r Ref) Symbol() *Symbol { return &r.File.Symbols[r.Ordinal] }

func CompareRefs(a, b Ref) int {
	if a.File == b.File {
		return cmp.Compare(a.Ordinal, b.Ordinal)
	}
	return cmp.Or(cmp.Compare(a.File.Path, b.File.Path), cmp.Compare(a.Ordinal, b.Ordinal))
}

// inOrder sorts refs by place, so that what was added last counts no more than
// what was first.
func Sorted(refs []Ref) []Ref {
	if slices.IsSortedFunc(refs, CompareRefs) {
		return refs
	}
	refs = slices.Clone(refs)
	slices.SortFunc(refs, CompareRefs)
	return refs
}

func Filter(refs []Ref, ok func(Ref) bool) []Ref {
	return slices.DeleteFunc(slices.Clone(refs), func(x Ref) bool { return !ok(x) })
}

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

// some returns those of a list by place that are ok, of very many the first ones
// and those of one file. ok may be nil.
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

// ownOf returns those of a list by place that are of a file, and ok.
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

// maxSame is how many symbols of one name are looked at where a name alone is all
// that there is: as many are copies of each other, and no edge names that many.
const maxRefs = 256

// qualifiedName returns a symbol's name after those of what holds it.
func QualifiedName(t Ref) string {
	s := t.Symbol()
	name := expr.Dotted(s.Name)
	for c := s.Container; c != projectbase.NoSymbol; c = t.File.Symbols[c].Container {
		name = expr.Dotted(t.File.Symbols[c].Name) + "." + name
	}
	return name
}

// sameName reports whether two symbols have one qualified name.
func SameName(x, y Ref) bool {
	s, t := x.Symbol(), y.Symbol()
	for s.Name == t.Name && s.Container != projectbase.NoSymbol && t.Container != projectbase.NoSymbol {
		s, t = &x.File.Symbols[s.Container], &y.File.Symbols[t.Container]
	}
	if s.Name == t.Name && s.Container == projectbase.NoSymbol && t.Container == projectbase.NoSymbol {
		return true
	}
	return QualifiedName(x) == QualifiedName(y) // what holds them may be written in one or in several
}

func IsDefinition(x Ref) bool { return !IsPrototype(x) }

// isPrototype reports whether a symbol is declared elsewhere with its body.
func IsPrototype(x Ref) bool {
	s := x.Symbol()
	return s.Word == "prototype" || s.Word == "forward"
}

func IsTypedField(x Ref) bool {
	s := x.Symbol()
	return s.Kind == projectbase.KindField && s.Type != ""
}

func IsMethod(s *Symbol) bool {
	return s.Kind == projectbase.KindMethod || s.Kind == projectbase.KindConstructor || s.Kind == projectbase.KindOperator || s.Kind == projectbase.KindProperty
}

// namesType reports whether a symbol is a constructor that has the name of its
// type: written alone, the name means the type.
func HasTypeName(x Ref) bool {
	s := x.Symbol()
	if s.Kind != projectbase.KindConstructor {
		return false
	}
	return s.Name == expr.LastName(s.Owner) || s.Container != projectbase.NoSymbol && x.File.Symbols[s.Container].Name == s.Name
}

// extends reports whether a symbol is a method that lies in one type and is
// called as one of another.
func IsExtension(x Ref) bool {
	s := x.Symbol()
	return s.Owner != "" && !s.Kind.IsType() && s.Container != projectbase.NoSymbol && x.File.Symbols[s.Container].Kind.IsType()
}

// free reports whether a symbol is known by its name alone where it is declared:
// not what belongs to an object that is written there.
func KnownByName(x Ref) bool {
	switch s := x.Symbol(); s.Kind {
	case projectbase.KindMethod, projectbase.KindProperty, projectbase.KindField, projectbase.KindConstructor:
		return s.Container != projectbase.NoSymbol && x.File.Symbols[s.Container].Kind.IsType()
	}
	return true
}

func AllCallable(refs []Ref) bool {
	return !slices.ContainsFunc(refs, func(x Ref) bool { return !x.Symbol().Kind.IsCallable() || x.Symbol().Params == "" })
}

// basesIn returns what one declaration of a type names as its bases.
func BasesIn(t Ref) []string {
	var list []string
	for i := range t.File.Bases {
		if b := &t.File.Bases[i]; b.Symbol == t.Ordinal {
			list = append(list, b.Chain)
		}
	}
	return list
}
