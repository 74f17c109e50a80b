package symbols

import (
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// merges are the types of a group that have been looked into. They are made anew
// after each change of the files.
type partsCache struct {
	mu sync.Mutex
	of map[string]*Parts // by qualified name
}

// parts are the declarations of a type that may have several, as a whole.
type Parts struct {
	once    sync.Once
	Members map[string][]outline.Ref // by name and place; of members that nothing tells apart the first ones only
	Bases   []Base                   // by place; of a text that stands there often the first ones only
}

// base is what a declaration of a type names as what it is based on.
type Base struct {
	Of    outline.Ref
	Chain string
}

// site is where the base is named.
func (b Base) Site() outline.Position {
	return outline.Position{File: b.Of.File, Symbol: b.Of.Symbol().Container, Line: b.Of.Symbol().Line, Column: 0}
}

// maxCopies is of how many members or bases that nothing tells apart lookups take
// notice: no edge names more. A tree may hold a type as often as it has copies of
// a file, and each copy asks for all of them.
const maxCopies = projectbase.MaxCandidates

// partsOf returns all declarations of an open type, whose qualified name is key; nil
// if it has only one. It may be called at once from several goroutines.
func (g *Table) PartsOf(key string, table map[string][]outline.Ref) *Parts {
	list := table[key]
	if len(list) < 2 {
		return nil
	}
	m := g.merges
	m.mu.Lock()
	p := m.of[key]
	if p == nil {
		if m.of == nil {
			m.of = map[string]*Parts{}
		}
		p = &Parts{}
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

func (p *Parts) fill(key string, list []outline.Ref) {
	p.Members = map[string][]outline.Ref{}
	copies, chains := map[alike]int{}, map[string]int{}
	for _, x := range list {
		if !x.Symbol().Kind.IsType() || outline.QualifiedName(x) != key {
			continue
		}
		for _, i := range x.File.Members(x.Ordinal) {
			s := &x.File.Symbols[i]
			k := alike{s.Name, s.Type, s.Params, s.Kind, s.Flags, s.Visibility}
			if copies[k]++; copies[k] <= maxCopies {
				p.Members[s.Name] = append(p.Members[s.Name], outline.Ref{File: x.File, Ordinal: i})
			}
		}
		for _, chain := range outline.BasesIn(x) {
			if chains[chain]++; chains[chain] <= maxCopies {
				p.Bases = append(p.Bases, Base{x, chain})
			}
		}
	}
}
