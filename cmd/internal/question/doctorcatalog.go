package question

import (
	"context"
	"fmt"
	"os"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
)

// catalog checks that the catalog can be read and that its projects still exist.
func (o *DoctorOut) catalog(ctx context.Context, d *workspace.Workspace) {
	store, err := d.Catalog(ctx)
	if err != nil {
		o.fail("catalog", err)
		return
	}
	list, err := store.Projects(ctx, catalog.Query{})
	if err != nil {
		o.fail("catalog", err)
		return
	}
	if away := workspace.AwayOf(store); away != nil {
		o.warn("catalog", tool.FailureOf(away).Message, "ask again when the service is back; what was indexed until then is entered by itself")
	} else {
		o.ok("catalog", tool.Count(len(list), "project", "projects"))
	}
	o.projects(d, list)
}

// projects looks for projects of this machine that are not where they were.
func (o *DoctorOut) projects(d *workspace.Workspace, list []catalog.Project) {
	var lost []catalog.Project
	for _, p := range list {
		if p.Node != d.Node || d.Served(p.Root) != nil {
			continue
		}
		if info, err := os.Stat(p.Root); err != nil || !info.IsDir() {
			lost = append(lost, p)
		}
	}
	if len(lost) > 0 {
		o.warn("projects", fmt.Sprintf("%s of the catalog are not where they were, such as %s in %s", tool.Count(len(lost), "project", "projects"), lost[0].Name, lost[0].Root),
			"codegraph scan on the directory where they are now finds them, or: codegraph project forget "+workspace.Quoted(lost[0].Name))
	}
}
