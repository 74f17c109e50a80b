package symbols

import (
	"sync"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// partsCache caches the parts of the types of a table. It is replaced after each change
// of the files.
type partsCache struct {
	mu sync.Mutex
	of map[string]*Parts // by qualified name
}

// Parts are all declarations of one open type: partial classes, impl blocks, reopened
// classes.
type Parts struct {
	once    sync.Once
	Members map[string][]outline.Ref // by name, sorted; only the first of indistinguishable members
	Bases   []Base                   // sorted; only the first of equal texts
}

// Base is a base type in the declaration of a type.
type Base struct {
	Of    outline.Ref
	Chain string
}

// Site returns the position at which the base is named.
func (b Base) Site() outline.Position {
	return outline.Position{File: b.Of.File, Symbol: b.Of.Symbol().Container, Line: b.Of.Symbol().Line, Column: 0}
}

// maxCopies limits how many indistinguishable members or bases a lookup considers. An
// edge has no more targets, and a tree may contain many copies of a file.
const maxCopies = projectbase.MaxCandidates

// PartsOf returns all declarations of the open type with a qualified name, nil if it has
// only one. It is safe for concurrent use.
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

// alike identifies members that differ only in their position.
type memberKey struct {
	name, typ, params string
	kind              projectbase.Kind
	flags             projectbase.SymbolFlags
	visibility        projectbase.Visibility
}

// fill collects the members and base types of all declarations.
func (p *Parts) fill(key string, list []outline.Ref) {
	p.Members = map[string][]outline.Ref{}
	copies, chains := map[memberKey]int{}, map[string]int{}
	for _, x := range list {
		if !x.Symbol().Kind.IsType() || outline.QualifiedName(x) != key {
			continue
		}
		for _, i := range x.File.Members(x.Ordinal) {
			s := &x.File.Symbols[i]
			k := memberKey{s.Name, s.Type, s.Params, s.Kind, s.Flags, s.Visibility}
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
