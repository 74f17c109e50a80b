package tool

import (
	"context"
	"fmt"

	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// Schema returns the schema of a project's base for those who read it with an
// SQLite shell: where it lies, and the SQL that defines its tables and views.
func (d *Desk) Schema(ctx context.Context, project string) (string, error) {
	o, err := d.open(ctx, project)
	if err != nil {
		return "", err
	}
	defer o.Close()
	text, err := report.ReadSchema(ctx, o.Index)
	if err != nil {
		return "", err
	}
	return query.ShownBlock(fmt.Sprintf("-- The base of %s: %s/index.db\n-- Read the views; the tables are packed.\n\n%s", o.Name(), o.project.Base, text)), nil
}
