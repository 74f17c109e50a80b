package tool

import (
	"context"

	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
)

// Each asks every project of a scope. It returns the answers in the order of the
// projects.
func Each[Args, Answer any](ctx context.Context, d *workspace.Workspace, project string, s federation.Scope, q Request[Args, None, Answer], args Args) (
	*workspace.Plan, []federation.Part[Answer], []ProjectFailure, error) {
	a, err := d.Plan(ctx, project, s)
	if err != nil {
		return nil, nil, nil, err
	}
	parts, failures, err := q.Ask(ctx, d, a.Engine, a.Targets, args, nil)
	if err != nil {
		return nil, nil, nil, err
	}
	rows := FailureRows(a, failures)
	if len(parts)+len(rows) == 0 {
		return nil, nil, nil, EmptyScope()
	}
	return a, parts, rows, nil
}
