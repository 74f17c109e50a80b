package question

import (
	"context"
	"fmt"
	"os"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
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
		o.warn("catalog", tool.FailureOf(away).Message, do("try again later; projects that were indexed meanwhile are registered automatically"))
	} else {
		o.ok("catalog", tool.Count(len(list), "project", "projects"))
	}
	o.projects(d, list)
}

// projects checks for projects of this machine whose directory is gone.
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
		o.warn("projects", fmt.Sprintf("%s of the catalog no longer at their paths, such as %s in %s", tool.Count(len(lost), "project is", "projects are"), lost[0].Name, lost[0].Root),
			projectbase.Suggest("if they moved, find them", "scan", projectbase.Positional("path", "DIR")),
			tool.Hint{Text: "else remove them from the catalog", Command: "codegraph project forget " + projectbase.ShellQuote(lost[0].Name)})
	}
}
