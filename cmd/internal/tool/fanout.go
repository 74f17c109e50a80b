package tool

import (
	"context"

	"codegraph/federation"
)

// each asks every project of a scope. It returns the answers in the order of the
// projects.
func each[Args, Answer any](ctx context.Context, d *Desk, project string, s federation.Scope, q asking[Args, none, Answer], args Args) (
	*across, []federation.Part[Answer], []ProjectFailure, error) {
	a, err := d.plan(ctx, project, s)
	if err != nil {
		return nil, nil, nil, err
	}
	parts, failures, err := q.ask(ctx, d, a.engine, a.targets, args, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	rows := a.failureRows(failures)
	if len(parts)+len(rows) == 0 {
		return nil, nil, nil, emptyScope()
	}
	return a, parts, rows, nil
}
