package graph_test

import (
	"context"

	"codegraph/projectbase/query"
	"codegraph/projectbase/query/graph"
)

// run walks over one project until the walk ends.
func run(ctx context.Context, b *query.Index, w graph.Walk) (*graph.Answer, error) {
	k := graph.NewWalker(w, nil)
	k.Alone = true
	a, first, err := k.Start(ctx, b)
	if err != nil {
		return nil, err
	}
	a.Matches, a.TerminatedBy = first.Matches, graph.EndExhausted
	for depth := 1; k.Waiting(); depth++ {
		s, err := k.Step(ctx, b, depth, nil, nil)
		if err != nil {
			return nil, err
		}
		if w.Depth > 0 && depth > w.Depth {
			if len(s.Matches) > 0 {
				a.TerminatedBy = graph.EndDepth
			}
			break
		}
		a.Matches = append(a.Matches, s.Matches...)
	}
	a.Total, a.Unbound = len(a.Matches), k.Unbound
	return a, nil
}
