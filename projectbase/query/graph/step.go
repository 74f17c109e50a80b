package graph

import (
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query/symbol"
)

// step is a symbol or file from which a walk continues.
type step struct {
	of    symbol.Entity
	tier  projectbase.Tier // the least certain on the path to it
	first bool             // the symbol or file of the question
	whole *symbol.File     // a whole file; nil for a symbol
}

func (s *step) name() string {
	if s.whole != nil {
		return string(s.whole.Info.Path)
	}
	return s.of[0].Qualified()
}

// layer returns the new symbols one step further. Beyond the last requested
// step it returns at most one.
func (k *walker) layer(from []step, depth int) ([]Match, error) {
	var found []Match
	at := map[symbol.Node]int{} // index in found
	for i := range from {
		s := &from[i]
		if err := k.ctx.Err(); err != nil {
			return nil, err
		}
		if len(found) > 0 && k.past {
			break
		}
		take := func(l symbol.Link, n symbol.Node) error {
			if k.w.Each {
				if n.Ordinal != projectbase.NoSymbol && slices.Contains(s.of, n) && !n.Symbol().Kind.IsType() {
					k.out.Recursion++
				}
				found = append(found, k.match(s, l, n, depth, s.name()))
				return nil
			}
			if i, ok := at[n]; ok {
				found[i].References++
				return nil
			}
			if !k.fresh(n) {
				if s.first && s.whole == nil && n.Ordinal != projectbase.NoSymbol && slices.Contains(s.of, n) {
					k.out.Recursion++
				}
				return nil
			}
			at[n] = len(found)
			found = append(found, k.match(s, l, n, depth, s.name()))
			return nil
		}
		if err := k.each(s, take); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(found, func(a, b Match) int { return symbol.CompareNodes(a.at, b.at) })
	return found, nil
}

// each calls take with each symbol one step away.
func (k *walker) each(s *step, take func(symbol.Link, symbol.Node) error) error {
	kinds := k.w.kinds()
	if k.w.Down {
		return k.down(s, kinds, take)
	}
	of := s.of
	weak := map[projectbase.Target]bool{}
	if !k.w.Calls && !k.w.Each && s.whole == nil {
		// A call of an overridden member may run the overriding one.
		based, err := k.g.Types.Overridden(of)
		if err != nil {
			return err
		}
		for _, n := range based {
			weak[n.Target()] = true
			of = append(slices.Clip(of), n)
		}
	}
	err := k.g.Users(of, kinds, s.first, func(l symbol.Link) error {
		if l.Tier == projectbase.TierAmbiguous {
			k.out.Uncertain++
			return nil
		}
		if weak[l.To] {
			l.Tier = max(l.Tier, projectbase.TierInferred)
		}
		return take(l, symbol.Node{File: l.File, Ordinal: l.Symbol})
	})
	if err != nil || k.w.Calls || k.w.Each {
		return err
	}
	if s.whole != nil {
		return importers(k.g, s.whole, take)
	}
	return k.g.Types.Overriding(s.of, take)
}

// down calls take with each symbol that the symbols of a step use.
func (k *walker) down(s *step, kinds symbol.KindSet, take func(symbol.Link, symbol.Node) error) error {
	for _, n := range s.of {
		err := k.g.Used(n, kinds, s.first, func(l symbol.Link, to symbol.Node) error {
			if n.File == to.File && n.File.Holds(n.Ordinal, to.Ordinal) && n.Ordinal != to.Ordinal {
				return nil // its own parts
			}
			return take(l, to)
		}, k.leadsOut)
		if err != nil {
			return err
		}
	}
	return nil
}

// leadsOut counts a reference to an external package.
func (k *walker) leadsOut(owner string) {
	if k.past {
		return
	}
	if k.out.External == nil {
		k.out.External = map[string]int{}
	}
	k.out.External[owner]++
}

// fresh reports whether a symbol is new to the walk, and marks it as visited.
func (k *walker) fresh(n symbol.Node) bool {
	if n.Ordinal == projectbase.NoSymbol {
		id := n.File.Info.ID
		old := k.files[id]
		k.files[id] = true
		return !old
	}
	t := n.Target()
	old := k.seen[t]
	k.seen[t] = true
	return !old
}

// kindFile is the kind of a whole file, and of code outside of all symbols.
const kindFile = "file"

// match describes a symbol that a reference leads to, or comes from.
func (k *walker) match(s *step, l symbol.Link, n symbol.Node, depth int, from string) Match {
	m := Match{File: n.File.Info.Path, LineNumber: l.Line, Depth: depth, Via: l.Via(), References: 1, at: n, From: from}
	m.tier = max(s.tier, l.Tier)
	m.Tier = m.tier.String()
	if depth > 1 {
		m.Via += " " + m.From
	}
	if n.Ordinal == projectbase.NoSymbol {
		m.Symbol, m.Kind = string(n.File.Info.Path), kindFile
	} else {
		m.Symbol, m.Kind = n.Qualified(), n.Symbol().Kind.String()
		if k.w.Down {
			m.LineNumber = n.Symbol().NameLine
		}
	}
	m.Test = n.IsTest()
	return m
}
