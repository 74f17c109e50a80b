package graph

import (
	"context"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/symbol"
	"codegraph/projectbase/store/read"
)

// HierarchyQuery asks for the base types of a type, its subtypes, or both.
type HierarchyQuery struct {
	Type  string
	File  projectbase.Path // where the type is declared; "" is anywhere
	Up    bool             // base types
	Down  bool             // derived types
	Depth int              // maximum steps; 0 is no limit
	Limit int              // matches; 0 is all
}

// Directions of a match in answers with both.
const (
	DirectionUp   = "up"
	DirectionDown = "down"
)

// ReadHierarchy returns the base types first, the nearest first, then the order
// of files. Cyclic inheritance ends. A name of several symbols gives
// candidates. The error wraps projectbase.ErrNotFound for an unknown name, and
// projectbase.ErrUsage for a symbol that is no type.
func ReadHierarchy(ctx context.Context, b *query.Index, h HierarchyQuery) (*Answer, error) {
	return about(ctx, b, h.Type, h.File, func(g *symbol.Reader, e symbol.Entity, out *Answer) error {
		types := slices.DeleteFunc(slices.Clone(e), func(n symbol.Node) bool { return !n.Symbol().Kind.IsType() })
		if len(types) == 0 {
			return query.UsageError("%s is a %s; only types have a hierarchy", e[0].Qualified(), e[0].Symbol().Kind)
		}
		if h.Up {
			if err := lineage(g, types, DirectionUp, h.Depth, allWays(g, g.Types.Bases, g.Types.Fits), out); err != nil {
				return err
			}
		}
		if h.Down {
			if err := lineage(g, types, DirectionDown, h.Depth, g.Types.Derived, out); err != nil {
				return err
			}
		}
		out.cut(h.Limit)
		return nil
	})
}

// about calls fn with the entity of a name. It does not call fn if the name has
// candidates.
func about(ctx context.Context, b *query.Index, name string, file projectbase.Path, fn func(*symbol.Reader, symbol.Entity, *Answer) error) (*Answer, error) {
	var out *Answer
	err := b.View(ctx, "graph", func(s *read.Snapshot) error {
		out = &Answer{Matches: []Match{}, TerminatedBy: EndExhausted}
		g := symbol.NewSharedReader(b, s)
		defer symbol.Release(b, g)
		e, err := only(g, name, file, out)
		if err != nil || e == nil {
			return err
		}
		return fn(g, e, out)
	})
	return out, err
}

// only returns the entity of a name; a type takes precedence over other
// symbols. If several remain, it returns nil and enters them as candidates of
// the answer.
func only(g *symbol.Reader, name string, file projectbase.Path, out *Answer) (symbol.Entity, error) {
	list, err := g.Entities(name, file)
	types := slices.DeleteFunc(slices.Clone(list), func(e symbol.Entity) bool { return !e[0].Symbol().Kind.IsType() })
	if len(types) == 1 {
		list = types
	}
	switch {
	case err != nil:
		return nil, err
	case len(list) == 0:
		return nil, g.NotSymbol(name, file)
	case len(list) > 1:
		for _, e := range list {
			out.Candidates = append(out.Candidates, e.Place())
		}
		return nil, nil
	}
	place := list[0].Place()
	out.Target = &place
	return list[0], nil
}

// allWays joins the results of two functions.
func allWays(g *symbol.Reader, a, b func(symbol.Node) ([]symbol.Relative, error)) func(symbol.Node) ([]symbol.Relative, error) {
	return func(t symbol.Node) ([]symbol.Relative, error) {
		list, err := a(t)
		if err != nil {
			return nil, err
		}
		more, err := b(t)
		return append(list, more...), err
	}
}

// lineage adds the types that next reaches from some types, step by step.
func lineage(g *symbol.Reader, types []symbol.Node, direction string, depth int, next func(symbol.Node) ([]symbol.Relative, error), out *Answer) error {
	seen := map[symbol.Node]bool{}
	for _, t := range types {
		seen[t] = true
	}
	layer := types
	for step := 1; len(layer) > 0 && len(seen) < symbol.MaxInherited; step++ {
		var found []Match
		for _, t := range layer {
			list, err := next(t)
			if err != nil {
				return err
			}
			for _, r := range list {
				if seen[r.Node] {
					continue
				}
				seen[r.Node] = true
				found = append(found, relativeMatch(g, t, r, direction, step))
			}
		}
		if depth > 0 && step > depth {
			if len(found) > 0 {
				out.TerminatedBy = EndDepth
			}
			return nil
		}
		slices.SortStableFunc(found, func(a, b Match) int { return symbol.CompareNodes(a.at, b.at) })
		out.Matches = append(out.Matches, found...)
		layer = layer[:0:0]
		for i := range found {
			layer = append(layer, found[i].at)
		}
	}
	return nil
}

func relativeMatch(g *symbol.Reader, from symbol.Node, r symbol.Relative, direction string, step int) Match {
	m := Match{Symbol: r.Qualified(), Kind: r.Symbol().Kind.String(), File: r.File.Info.Path, LineNumber: r.Symbol().NameLine, Depth: step,
		Tier: r.Link.Tier.String(), Via: r.Link.Via(), Test: r.IsTest(), References: 1, Direction: direction, From: from.Qualified(), at: r.Node, tier: r.Link.Tier}
	if step > 1 {
		m.Via += " " + m.From
	}
	return m
}

// cut applies the limit to an answer.
func (a *Answer) cut(limit int) {
	a.Total = len(a.Matches)
	if limit > 0 && a.Total > limit {
		a.Matches, a.TerminatedBy = a.Matches[:limit], EndLimit
	}
}

// Implementations returns the subtypes of a type over all steps, or the members
// that override or implement a member. Candidates and errors are as in
// ReadHierarchy; symbols that cannot be implemented give projectbase.ErrUsage.
func Implementations(ctx context.Context, b *query.Index, name string, file projectbase.Path, limit int) (*Answer, error) {
	return about(ctx, b, name, file, func(g *symbol.Reader, e symbol.Entity, out *Answer) error {
		types := slices.DeleteFunc(slices.Clone(e), func(n symbol.Node) bool { return !n.Symbol().Kind.IsType() })
		if len(types) > 0 {
			if err := lineage(g, types, "", 0, g.Types.Derived, out); err != nil {
				return err
			}
			out.cut(limit)
			return nil
		}
		if !slices.ContainsFunc(e, func(n symbol.Node) bool { return symbol.Inheritable(n.Symbol()) }) {
			return query.UsageError("%s is a %s, which cannot be implemented; choose a type or one of its members", e[0].Qualified(), e[0].Symbol().Kind)
		}
		err := g.Types.Overriding(e, func(l symbol.Link, n symbol.Node) error {
			r := symbol.Relative{Node: n, Link: l}
			out.Matches = append(out.Matches, relativeMatch(g, e[0], r, "", 1))
			return nil
		})
		out.cut(limit)
		return err
	})
}
