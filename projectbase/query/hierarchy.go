package query

import (
	"context"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// Hierarchy asks which types a type is based on, which are based on it, or both.
type Hierarchy struct {
	Type  string
	File  projectbase.Path // where the type is declared; "" is anywhere
	Up    bool             // what it is based on
	Down  bool             // what is based on it
	Depth int              // steps; 0 is without end
	Limit int              // matches; 0 is all
}

// Directions of a match in answers about both.
const (
	DirectionUp   = "up"
	DirectionDown = "down"
)

// Hierarchy answers a Hierarchy: the bases first, the nearest first, then by
// place. Cyclic inheritance ends. A name of several symbols gives candidates; one
// of none an error that wraps projectbase.ErrNotFound, one that is no type an
// error that wraps projectbase.ErrUsage.
func (b *Base) Hierarchy(ctx context.Context, h Hierarchy) (*GraphAnswer, error) {
	return b.about(ctx, h.Type, h.File, func(g *graph, e entity, out *GraphAnswer) error {
		types := slices.DeleteFunc(slices.Clone(e), func(n node) bool { return !n.symbol().Kind.IsType() })
		if len(types) == 0 {
			return usage("%s is a %s; a type has a hierarchy", e[0].qualified(), e[0].symbol().Kind)
		}
		if h.Up {
			if err := g.lineage(types, DirectionUp, h.Depth, g.allWays(g.bases, g.fits), out); err != nil {
				return err
			}
		}
		if h.Down {
			if err := g.lineage(types, DirectionDown, h.Depth, g.derived, out); err != nil {
				return err
			}
		}
		out.cut(h.Limit)
		return nil
	})
}

// about calls fn with the one entity of a name.
func (b *Base) about(ctx context.Context, name string, file projectbase.Path, fn func(*graph, entity, *GraphAnswer) error) (*GraphAnswer, error) {
	var out *GraphAnswer
	err := b.view(ctx, "graph", func(s *store.Snapshot) error {
		out = &GraphAnswer{Matches: []GraphMatch{}, TerminatedBy: EndExhausted}
		g := b.graph(s)
		defer b.release(g)
		e, err := g.only(name, file, out)
		if err != nil || e == nil {
			return err
		}
		return fn(g, e, out)
	})
	return out, err
}

// only returns the one entity of a name, or the one that is a type; nil if there
// are several, which are then candidates of the answer.
func (g *graph) only(name string, file projectbase.Path, out *GraphAnswer) (entity, error) {
	list, err := g.entities(name, file)
	types := slices.DeleteFunc(slices.Clone(list), func(e entity) bool { return !e[0].symbol().Kind.IsType() })
	if len(types) == 1 {
		list = types
	}
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, g.notSymbol(name, file)
	case len(list) > 1:
		for _, e := range list {
			out.Candidates = append(out.Candidates, e.place())
		}
		return nil, nil
	}
	place := list[0].place()
	out.Target = &place
	return list[0], nil
}

// allWays joins two ways to go from a type.
func (g *graph) allWays(a, b func(node) ([]relative, error)) func(node) ([]relative, error) {
	return func(t node) ([]relative, error) {
		list, err := a(t)
		if err != nil {
			return nil, err
		}
		more, err := b(t)
		return append(list, more...), err
	}
}

// lineage adds the types that are reached from some by next, step by step.
func (g *graph) lineage(types []node, direction string, depth int, next func(node) ([]relative, error), out *GraphAnswer) error {
	seen := map[node]bool{}
	for _, t := range types {
		seen[t] = true
	}
	layer := types
	for step := 1; len(layer) > 0 && len(seen) < maxInherited; step++ {
		var found []GraphMatch
		for _, t := range layer {
			list, err := next(t)
			if err != nil {
				return err
			}
			for _, r := range list {
				if seen[r.node] {
					continue
				}
				seen[r.node] = true
				found = append(found, g.relativeMatch(t, r, direction, step))
			}
		}
		if depth > 0 && step > depth {
			if len(found) > 0 {
				out.TerminatedBy = EndDepth
			}
			return nil
		}
		slices.SortStableFunc(found, func(a, b GraphMatch) int { return byNode(a.at, b.at) })
		out.Matches = append(out.Matches, found...)
		layer = layer[:0:0]
		for i := range found {
			layer = append(layer, found[i].at)
		}
	}
	return nil
}

func (g *graph) relativeMatch(from node, r relative, direction string, step int) GraphMatch {
	m := GraphMatch{Symbol: r.qualified(), Kind: r.symbol().Kind.String(), File: r.file.file.Path, LineNumber: r.symbol().NameLine, Depth: step,
		Tier: r.link.tier.String(), Via: r.link.via(), Test: r.isTest(), References: 1, Direction: direction, From: from.qualified(), at: r.node, tier: r.link.tier}
	if step > 1 {
		m.Via += " " + m.From
	}
	return m
}

// cut ends an answer at a limit.
func (a *GraphAnswer) cut(limit int) {
	a.Total = len(a.Matches)
	if limit > 0 && a.Total > limit {
		a.Matches, a.TerminatedBy = a.Matches[:limit], EndLimit
	}
}

// Implementations returns what implements or extends a type, over any number of
// steps, or what overrides or implements a member of one, by step and place.
// Candidates and errors are as in Hierarchy, but for what is neither.
func (b *Base) Implementations(ctx context.Context, name string, file projectbase.Path, limit int) (*GraphAnswer, error) {
	return b.about(ctx, name, file, func(g *graph, e entity, out *GraphAnswer) error {
		types := slices.DeleteFunc(slices.Clone(e), func(n node) bool { return !n.symbol().Kind.IsType() })
		if len(types) > 0 {
			if err := g.lineage(types, "", 0, g.derived, out); err != nil {
				return err
			}
			out.cut(limit)
			return nil
		}
		if !slices.ContainsFunc(e, func(n node) bool { return inheritable(n.symbol()) }) {
			return usage("%s is a %s that nothing can implement; ask for a type or a member of one", e[0].qualified(), e[0].symbol().Kind)
		}
		err := g.overriding(e, func(l link, n node) error {
			r := relative{n, l}
			out.Matches = append(out.Matches, g.relativeMatch(e[0], r, "", 1))
			return nil
		})
		out.cut(limit)
		return err
	})
}
