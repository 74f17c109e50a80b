package tool

import (
	"context"
	"fmt"
	"strings"

	"codegraph/catalog"
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

// CompleteProjects returns the names of the catalog's projects that begin with
// typed, in its order.
func (d *Desk) CompleteProjects(ctx context.Context, typed string) ([]string, error) {
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	list, err := store.Projects(ctx, catalog.Query{})
	if err != nil {
		return nil, err
	}
	return completeNames(list, typed), nil
}

func completeNames(list []catalog.Project, typed string) []string {
	seen := map[string]bool{}
	var out []string
	for _, p := range list {
		if name := query.Shown(p.Name, 0); strings.HasPrefix(name, typed) && !seen[name] {
			seen[name] = true
			out = append(out, name)
		}
	}
	return out
}
