package question

import (
	"context"
	"fmt"

	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// Schema returns the schema of a project's index for use with an SQLite shell: its
// path, and the SQL of its tables and views.
func Schema(ctx context.Context, d *workspace.Workspace, project string) (string, error) {
	o, err := d.Open(ctx, project)
	if err != nil {
		return "", err
	}
	defer o.Close()
	text, err := report.ReadSchema(ctx, o.Index)
	if err != nil {
		return "", err
	}
	return query.ShownBlock(fmt.Sprintf("-- The index of %s: %s/index.db\n-- Read the views; the tables are packed.\n\n%s", o.Name(), o.Project.Base, text)), nil
}
