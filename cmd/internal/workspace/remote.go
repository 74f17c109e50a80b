package workspace

import (
	"context"

	"codegraph/catalog"
	"codegraph/projectbase/settings"
)

// Elsewhere returns the project called name if its files are not on this machine
// and the catalog knows it.
func (d *Workspace) Elsewhere(ctx context.Context, name string) (catalog.Project, bool) {
	if name == "" || PathLike(name) || d.Catalog == nil {
		return catalog.Project{}, false
	}
	store, err := d.Catalog(ctx)
	if err != nil {
		return catalog.Project{}, false // a tool that needs the catalog reports this
	}
	p, err := store.Find(ctx, name, d.Node)
	if err != nil || p.Node == d.Node {
		return catalog.Project{}, false
	}
	if dir, err := d.Directory(name); err == nil {
		if root, ok := settings.FindRoot(dir, d.Locations); ok && root == dir {
			return catalog.Project{}, false // a directory here is nearer
		}
	}
	return p, true
}
