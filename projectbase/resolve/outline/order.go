package outline

import (
	"cmp"
	"slices"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// orders are sorted lists for lookups in an outline. They are built at the first lookup,
// because an update looks into few files.
type orders struct {
	once  sync.Once
	names []int32 // ordinals, sorted by name
	inner []int32 // ordinals, sorted by container

	importing sync.Once
	imports   string
}

// orders returns the sorted lists of the symbols. It is safe for concurrent use.
func (o *Outline) orders() *orders {
	l := o.lazy
	l.once.Do(func() {
		l.names = make([]int32, len(o.Symbols))
		for i := range l.names {
			l.names[i] = int32(i)
		}
		l.inner = slices.Clone(l.names)
		slices.SortFunc(l.names, func(a, b int32) int {
			return cmp.Or(cmp.Compare(o.Symbols[a].Name, o.Symbols[b].Name), cmp.Compare(a, b))
		})
		slices.SortFunc(l.inner, func(a, b int32) int {
			return cmp.Or(cmp.Compare(o.Symbols[a].Container, o.Symbols[b].Container), cmp.Compare(a, b))
		})
	})
	return l
}

// Named returns the ordinals of the symbols with a name.
func (o *Outline) Named(name string) []int32 {
	names := o.orders().names
	from, _ := slices.BinarySearchFunc(names, name, func(i int32, n string) int { return cmp.Compare(o.Symbols[i].Name, n) })
	to := from
	for to < len(names) && o.Symbols[names[to]].Name == name {
		to++
	}
	return names[from:to]
}

// Members returns the ordinals of the direct members of a container.
func (o *Outline) Members(container int32) []int32 {
	inner := o.orders().inner
	from, _ := slices.BinarySearchFunc(inner, container, func(i, c int32) int { return cmp.Compare(o.Symbols[i].Container, c) })
	to := from
	for to < len(inner) && o.Symbols[inner[to]].Container == container {
		to++
	}
	return inner[from:to]
}

// MembersNamed returns the ordinals of the members of a container with a name.
func (o *Outline) MembersNamed(container int32, name string) []int32 {
	all := o.Named(name)
	n := 0
	for _, i := range all {
		if o.Symbols[i].Container == container {
			n++
		}
	}
	if n == len(all) {
		return all
	}
	list := make([]int32, 0, n)
	for _, i := range all {
		if o.Symbols[i].Container == container {
			list = append(list, i)
		}
	}
	return list
}

// TopLevel returns the symbols with a name that a file declares outside of types and
// callables.
func TopLevel(o *Outline, name string) []Ref {
	var refs []Ref
	for _, i := range o.Named(name) {
		s := &o.Symbols[i]
		if s.Owner != "" && !s.Kind.IsType() || s.Word == WordExtension {
			continue
		}
		if c := o.EnclosingScope(i); c == projectbase.NoSymbol || o.Symbols[c].Kind == projectbase.KindNamespace && o.Symbols[c].Word != WordExtension {
			refs = append(refs, Ref{o, i})
		}
	}
	refs = Filter(refs, KnownByName)
	if o.Scope.Imports == lang.ImportsFiles {
		// The name of a nested object literal is only a key.
		refs = Filter(refs, func(x Ref) bool { return x.Symbol().Word != "object" })
	}
	return refs
}
