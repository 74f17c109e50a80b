package tool

import (
	"context"
	"fmt"
	"reflect"

	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// redirect makes a question about one project that lies elsewhere one to the
// scope of that project, which is asked where it lies. What has no scope is
// asked and done on the project's own machine only.
func redirect(ctx context.Context, d *workspace.Workspace, in any) error {
	if _, ok := in.(interface{ HasScope() }); ok {
		return nil // its scope is resolved with it
	}
	c := CommonOf(in)
	p, ok := d.Elsewhere(ctx, c.Project)
	if !ok {
		return nil
	}
	v := reflect.ValueOf(in).Elem()
	scope, dependencies := v.FieldByName("Scope"), v.FieldByName("IncludeDependencies")
	switch {
	case !scope.IsValid():
		return projectbase.WithHint(fmt.Errorf("%s is on machine %s: %w", query.Shown(p.Name, 0), query.Shown(p.Node, 60), federation.ErrElsewhere),
			Hint{Text: "run this on that machine; questions with a scope, such as query and status, work here too"})
	case scope.String() != "" || dependencies.IsValid() && dependencies.Bool():
		return nil // it is the asker
	}
	scope.SetString(string(p.ID))
	c.Project = ""
	return nil
}
