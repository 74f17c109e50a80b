package question

import (
	"context"
	"fmt"

	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// Schema returns the schema of a project's base for those who read it with an
// SQLite shell: where it lies, and the SQL that defines its tables and views.
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
	return query.ShownBlock(fmt.Sprintf("-- The base of %s: %s/index.db\n-- Read the views; the tables are packed.\n\n%s", o.Name(), o.Project.Base, text)), nil
}
