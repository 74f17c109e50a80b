package query

import (
	"slices"

	"codegraph/projectbase"
)

// step is a symbol from which the walk goes on.
type step struct {
	of    entity
	tier  projectbase.Tier // the least sure on the way to it
	first bool             // it is what was asked for
	whole *graphFile       // a file that is asked for as a whole; nil for a symbol
}

func (s *step) name() string {
	if s.whole != nil {
		return string(s.whole.file.Path)
	}
	return s.of[0].qualified()
}

// layer returns what is one step away from what was found before, and is new.
// Past the last step that was asked for it returns one at most.
func (k *walker) layer(from []step, depth int) ([]GraphMatch, error) {
	var found []GraphMatch
	at := map[node]int{} // index in found
	for i := range from {
		s := &from[i]
		if err := k.ctx.Err(); err != nil {
			return nil, err
		}
		if len(found) > 0 && k.past {
			break
		}
		take := func(l link, n node) error {
			if k.w.Each {
				if n.ordinal != projectbase.NoSymbol && slices.Contains(s.of, n) && !n.symbol().Kind.IsType() {
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
				if s.first && s.whole == nil && n.ordinal != projectbase.NoSymbol && slices.Contains(s.of, n) {
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
	slices.SortStableFunc(found, func(a, b GraphMatch) int { return byNode(a.at, b.at) })
	return found, nil
}

// each calls take with each symbol that is one step away.
func (k *walker) each(s *step, take func(link, node) error) error {
	kinds := k.w.kinds()
	if k.w.Down {
		return k.down(s, kinds, take)
	}
	of := s.of
	weak := map[projectbase.Target]bool{}
	if !k.w.Calls && !k.w.Each && s.whole == nil {
		// A call of a member that this one overrides may run this one.
		based, err := k.g.overridden(of)
		if err != nil {
			return err
		}
		for _, n := range based {
			weak[n.target()] = true
			of = append(slices.Clip(of), n)
		}
	}
	err := k.g.users(of, kinds, s.first, func(l link) error {
		if l.tier == projectbase.TierAmbiguous {
			k.out.Uncertain++
			return nil
		}
		if weak[l.to] {
			l.tier = max(l.tier, projectbase.TierInferred)
		}
		return take(l, node{l.file, l.symbol})
	})
	if err != nil || k.w.Calls || k.w.Each {
		return err
	}
	if s.whole != nil {
		return k.g.importers(s.whole, take)
	}
	return k.g.overriding(s.of, take)
}

// down calls take with each symbol that a step uses.
func (k *walker) down(s *step, kinds kindSet, take func(link, node) error) error {
	for _, n := range s.of {
		err := k.g.used(n, kinds, s.first, func(l link, to node) error {
			if n.file == to.file && n.file.holds(n.ordinal, to.ordinal) && n.ordinal != to.ordinal {
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

// leadsOut counts a reference to what a package outside of the project owns.
func (k *walker) leadsOut(owner string) {
	if k.past {
		return
	}
	if k.out.External == nil {
		k.out.External = map[string]int{}
	}
	k.out.External[owner]++
}

// fresh reports whether a symbol was not found before, and notes that it is now.
func (k *walker) fresh(n node) bool {
	if n.ordinal == projectbase.NoSymbol {
		id := n.file.file.ID
		old := k.files[id]
		k.files[id] = true
		return !old
	}
	t := n.target()
	old := k.seen[t]
	k.seen[t] = true
	return !old
}

// kindFile is the kind of code outside of all symbols, and of a file as a whole.
const kindFile = "file"

// match describes what was found by a link from what is called from.
func (k *walker) match(s *step, l link, n node, depth int, from string) GraphMatch {
	m := GraphMatch{File: n.file.file.Path, LineNumber: l.line, Depth: depth, Via: l.via(), References: 1, at: n, From: from}
	m.tier = max(s.tier, l.tier)
	m.Tier = m.tier.String()
	if depth > 1 {
		m.Via += " " + m.From
	}
	if n.ordinal == projectbase.NoSymbol {
		m.Symbol, m.Kind = string(n.file.file.Path), kindFile
	} else {
		m.Symbol, m.Kind = n.qualified(), n.symbol().Kind.String()
		if k.w.Down {
			m.LineNumber = n.symbol().NameLine
		}
	}
	m.Test = n.isTest()
	return m
}
