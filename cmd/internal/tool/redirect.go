package tool

import (
	"context"
	"fmt"

	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// refuseRemote returns an error if a tool without a scope names a project that is
// not on this machine. A question with a scope resolves the name itself.
func refuseRemote(ctx context.Context, d *workspace.Workspace, in any) error {
	if _, ok := in.(interface{ HasScope() }); ok {
		return nil
	}
	p, ok := d.Elsewhere(ctx, CommonOf(in).Project)
	if !ok {
		return nil
	}
	return projectbase.WithHint(fmt.Errorf("%s is on machine %s: %w", query.Shown(p.Name, 0), query.Shown(p.Node, 60), federation.ErrElsewhere),
		Hint{Text: "run this on that machine; questions with a scope, such as query and status, work here too"})
}
