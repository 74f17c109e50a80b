package action

import (
	"context"
	"path/filepath"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
)

// Shipment is a project whose base is to be sent elsewhere.
type Shipment struct {
	Project catalog.Project // as the catalog knows it
	File    string          // the copy of its base
}

// Ship brings the base of the project called name up to date, enters the project
// in the catalog, and copies the base into dir, which is empty.
func Ship(ctx context.Context, d *workspace.Workspace, name, dir string) (*Shipment, error) {
	if _, err := runSync(ctx, d, SyncIn{Common: tool.Common{Project: name}}); err != nil {
		return nil, err
	}
	o, err := d.Open(ctx, name)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	p, err := d.Register(ctx, o.Project.Root)
	if err != nil {
		return nil, err
	}
	if err := o.Ship(ctx, dir); err != nil {
		return nil, err
	}
	return &Shipment{Project: p, File: filepath.Join(dir, "index.db")}, nil
}
