package resolve

import (
	"slices"
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// parts are the declarations of a type that may have several, as a whole.
type parts struct {
	once    sync.Once
	members map[string][]Ref // by name and place; of members that nothing tells apart the first ones only
	bases   []base           // by place; of a text that stands there often the first ones only
}

// base is what a declaration of a type names as what it is based on.
type base struct {
	of    Ref
	chain string
}

// site is where the base is named.
func (b base) site() site { return site{b.of.File, b.of.symbol().Container, b.of.symbol().Line, 0} }

// merges are the types of a group that have been looked into. They are made anew
// after each change of the files.
type merges struct {
	mu sync.Mutex
	of map[string]*parts // by qualified name
}

// maxCopies is of how many members or bases that nothing tells apart lookups take
// notice: no edge names more. A tree may hold a type as often as it has copies of
// a file, and each copy asks for all of them.
const maxCopies = projectbase.MaxCandidates

// partsOf returns all declarations of an open type, whose qualified name is key; nil
// if it has only one. It may be called at once from several goroutines.
func (g *group) partsOf(key string, table map[string][]Ref) *parts {
	list := table[key]
	if len(list) < 2 {
		return nil
	}
	m := g.merges
	m.mu.Lock()
	p := m.of[key]
	if p == nil {
		if m.of == nil {
			m.of = map[string]*parts{}
		}
		p = &parts{}
		m.of[key] = p
	}
	m.mu.Unlock()
	p.once.Do(func() { p.fill(key, list) })
	return p
}

// alike is what members must have in common for nothing to tell them apart but
// their places.
type alike struct {
	name, typ, params string
	kind              projectbase.Kind
	flags             projectbase.SymbolFlags
	visibility        projectbase.Visibility
}

func (p *parts) fill(key string, list []Ref) {
	p.members = map[string][]Ref{}
	copies, chains := map[alike]int{}, map[string]int{}
	for _, x := range list {
		if !x.symbol().Kind.IsType() || qualifiedName(x) != key {
			continue
		}
		for _, i := range x.File.members(x.Ordinal) {
			s := &x.File.Symbols[i]
			k := alike{s.Name, s.Type, s.Params, s.Kind, s.Flags, s.Visibility}
			if copies[k]++; copies[k] <= maxCopies {
				p.members[s.Name] = append(p.members[s.Name], Ref{x.File, i})
			}
		}
		for _, chain := range basesIn(x) {
			if chains[chain]++; chains[chain] <= maxCopies {
				p.bases = append(p.bases, base{x, chain})
			}
		}
	}
}

// basesIn returns what one declaration of a type names as its bases.
func basesIn(t Ref) []string {
	var list []string
	for i := range t.File.Bases {
		if b := &t.File.Bases[i]; b.Symbol == t.Ordinal {
			list = append(list, b.Chain)
		}
	}
	return list
}

// parts returns all declarations of a type together; nil if it has one, or if two
// files of its language may have a class of the name, each for itself.
func (inh *inheritance) parts(t Ref) *parts {
	scope := t.File.scope
	if !scope.Open || scope.Imports == lang.ImportsIncludes {
		return nil
	}
	group := inh.p.group(t.File)
	table, key := group.qualified, qualifiedName(t)
	if key == t.symbol().Name {
		table = group.top
	}
	return group.partsOf(key, table)
}

// membersElsewhere returns the members of a name in the other declarations of a type.
func (inh *inheritance) membersElsewhere(t Ref, name string) []Ref {
	if p := inh.parts(t); p != nil {
		return keep(p.members[name], func(x Ref) bool { return x.File != t.File || x.File.Symbols[x.Ordinal].Container != t.Ordinal })
	}
	var refs []Ref
	for _, peer := range inh.prototypes(t) {
		refs = append(refs, refsOf(peer.File, peer.File.memberNamed(peer.Ordinal, name))...)
	}
	return refs
}

// baseTypes returns the types that the declarations of a type name as its bases,
// with those outside of the project.
func (inh *inheritance) baseTypes(t Ref) []typ {
	return remember(inh.task, inh.direct, t, func() (list []typ) {
		for _, b := range inh.basesOf(t) {
			list = append(list, inh.types.typeNamed(b.chain, b.site()))
		}
		return list
	})
}

// basesOf returns what the declarations of a type name as its bases, those of t
// first.
func (inh *inheritance) basesOf(t Ref) []base {
	inh.consult(t.symbol().Name)
	var list []base
	for _, chain := range basesIn(t) {
		list = append(list, base{t, chain})
	}
	if p := inh.parts(t); p != nil {
		for _, b := range p.bases {
			if b.of != t {
				list = append(list, b)
			}
		}
		return list
	}
	for _, peer := range inh.prototypes(t) {
		for _, chain := range basesIn(peer) {
			list = append(list, base{peer, chain})
		}
	}
	return list
}

// prototypes returns the other declarations of a type in languages that have text
// by including it: of two definitions each is for its own file.
func (inh *inheritance) prototypes(t Ref) []Ref {
	scope := t.File.scope
	if !scope.Open || scope.Imports != lang.ImportsIncludes {
		return nil
	}
	group := inh.p.group(t.File)
	table, key := group.qualified, qualifiedName(t)
	if key == t.symbol().Name {
		table = group.top
	}
	var refs []Ref
	for _, x := range table[key] {
		if (isPrototype(t) || isPrototype(x)) && x != t && x.symbol().Kind.IsType() && qualifiedName(x) == key {
			refs = append(refs, x)
		}
	}
	return refs
}

// maxSame is how many symbols of one name are looked at where a name alone is all
// that there is: as many are copies of each other, and no edge names that many.
const maxSame = 256

// some returns those of a list by place that are ok, of very many the first ones
// and those of one file. ok may be nil.
func some(list []Ref, own *Outline, ok func(Ref) bool) []Ref {
	if ok == nil && len(list) <= maxSame {
		return list
	}
	var refs []Ref
	for i, x := range list {
		if len(refs) == maxSame {
			return append(refs, ownOf(list[i:], own, ok)...)
		}
		if ok == nil || ok(x) {
			refs = append(refs, x)
		}
	}
	return refs
}

// ownOf returns those of a list by place that are of a file, and ok.
func ownOf(list []Ref, own *Outline, ok func(Ref) bool) []Ref {
	if own == nil {
		return nil
	}
	at, _ := slices.BinarySearchFunc(list, Ref{own, 0}, byPlace)
	var refs []Ref
	for ; at < len(list) && list[at].File == own; at++ {
		if ok == nil || ok(list[at]) {
			refs = append(refs, list[at])
		}
	}
	return refs
}
