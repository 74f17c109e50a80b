package workspace

import (
	"context"
	"errors"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/scan"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/settings"
)

// CatalogAccess is how a workspace reaches the catalog and the indexes of other projects.
type CatalogAccess struct {
	// Catalog returns the catalog, which is opened at the first call. The
	// caller that made the workspace closes it.
	Catalog func(ctx context.Context) (catalog.Store, error)
	Node    string // the machine, by a name that stays
	Pool    *federation.Pool
	// Stat returns the stamp of a file, the zero stamp for one that is not there.
	Stat func(path string) (catalog.FileStamp, error)
	// Service answers for projects that are not on this machine; nil if the catalog is
	// no service.
	Service     Service
	ServiceTime time.Duration        // for its answer; 0 is 20 seconds
	Learning    *federation.Learning // of term filters; nil: each question learns for itself
}

// Registrar returns what enters projects in the catalog.
func (d *Workspace) Registrar(ctx context.Context) (*scan.Registrar, error) {
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	return &scan.Registrar{Catalog: store, Node: d.Node, Locations: d.Locations, Now: d.Now, Wait: d.Wait.Limit}, nil
}

// Register enters a project that was indexed, and derives links where its
// manifests call for it.
func (d *Workspace) Register(ctx context.Context, root string) (catalog.Project, error) {
	r, err := d.Registrar(ctx)
	if err != nil {
		return catalog.Project{}, err
	}
	entered, err := r.Enter(ctx, root, scan.KindOf(root))
	if err != nil {
		return catalog.Project{}, err
	}
	_, err = r.Link(ctx)
	return entered.Project, err
}

// Here returns the project that the workspace is in as the catalog knows it, entering
// it if it does not, and false outside of any.
func (d *Workspace) Here(ctx context.Context, name string) (catalog.Project, bool, error) {
	if p, ok := d.Elsewhere(ctx, name); ok {
		return p, true, nil
	}
	p, err := d.Find(name)
	if errors.Is(err, projectbase.ErrNotIndexed) && name == "" {
		return catalog.Project{}, false, nil
	}
	if err != nil {
		return catalog.Project{}, false, err
	}
	store, err := d.Catalog(ctx)
	if err != nil {
		return catalog.Project{}, false, err
	}
	known, err := store.Find(ctx, p.Root, d.Node)
	if errors.Is(err, catalog.ErrNotFound) {
		known, err = d.Register(ctx, p.Root)
	}
	return known, err == nil, err
}

// named returns the project on this machine that the catalog knows by a name or
// an id, and false if name is a path or the catalog does not know it. A name
// that several bear is an error, unless a project lies in a directory of that
// name.
func (d *Workspace) named(name string) (index.Project, bool, error) {
	if PathLike(name) || d.Catalog == nil {
		return index.Project{}, false, nil
	}
	ctx := context.Background() // the catalog is a file here, and opened for longer than a question
	store, err := d.Catalog(ctx)
	if err != nil {
		return index.Project{}, false, nil // without it, names are directories
	}
	p, err := store.Find(ctx, name, d.Node)
	if errors.Is(err, catalog.ErrAmbiguous) {
		if dir, e := d.Directory(name); e == nil {
			if root, ok := settings.FindRoot(dir, d.Locations); ok && root == dir {
				return index.Project{}, false, nil
			}
		}
		return index.Project{}, false, err
	}
	if err != nil || p.Node != d.Node {
		return index.Project{}, false, nil
	}
	return index.Project{Root: p.Root, Base: p.Base, DirName: d.Locations.Name()}, true, nil
}
