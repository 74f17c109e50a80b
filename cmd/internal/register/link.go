package register

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"
)

// LinkIn is the input of link.
type LinkIn struct {
	Path string `json:"path" param:"path/other,required"`
	Name string `json:"name,omitempty" param:"name/link"`
	tool.Common
}

// LinkOut is the answer of link.
type LinkOut struct {
	Success        bool   `json:"success"`
	DependencyID   int    `json:"dependency_id"` // position among the project's manual links, from 1
	Name           string `json:"name"`
	Path           string `json:"path"`
	FilesAvailable int    `json:"files_available"`
	Created        bool   `json:"created"` // false if the link existed
}

// Link adds a manual link to another project.
func Link() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "link",
		Doc: `Link this project to another project that it depends on
Use it where no manifest declares the dependency. Queries with the scope dependencies then include the other project.`,
		Brief:   "Declare a dependency on another project that no manifest declares.",
		Hints:   tool.Hints{Idempotent: true},
		Command: tool.Command{Group: tool.GroupHub, Example: "codegraph link ../lib-pyramid\ncodegraph link LibPyramid3D"},
	}, runLink, func(o *LinkOut, p *tool.Page) {
		p.Line("linked to %s (%s, %s)", query.Shown(o.Name, 0), query.Shown(o.Path, 0), tool.Count(o.FilesAvailable, "file", "files"))
	})
}

func runLink(ctx context.Context, d *workspace.Workspace, in LinkIn) (*LinkOut, error) {
	from, err := d.Find(in.Project)
	if err != nil {
		return nil, err
	}
	other, err := other(ctx, d, in.Path)
	if err != nil {
		return nil, err
	}
	if other.Root == from.Root {
		return nil, fmt.Errorf("%w: a project cannot be linked to itself", projectbase.ErrUsage)
	}
	created, err := d.Indexer.Link(ctx, from, index.Link{Root: other.Root, Name: in.Name, ProjectID: string(other.ID)}, d.Wait)
	if err != nil {
		return nil, err
	}
	if _, err := d.Register(ctx, from.Root); err != nil {
		return nil, err
	}
	out := &LinkOut{Success: true, Name: cmp.Or(in.Name, other.Name), Path: other.Root, FilesAvailable: other.Files, Created: created}
	all, err := linksOf(ctx, d, from.Root)
	for _, l := range all {
		if l.Tier == catalog.TierManual {
			out.DependencyID++
			if l.Path == other.Root {
				break
			}
		}
	}
	return out, err
}

// other finds a project by path, name or id. It registers an indexed project at a
// path that the catalog does not have. A project's name takes precedence over a
// directory with the same name.
func other(ctx context.Context, d *workspace.Workspace, name string) (catalog.Project, error) {
	if name == "" {
		return catalog.Project{}, fmt.Errorf("%w: name the other project by its path or name", projectbase.ErrUsage)
	}
	store, err := d.Catalog(ctx)
	if err != nil {
		return catalog.Project{}, err
	}
	if !workspace.PathLike(name) {
		if p, err := store.Find(ctx, name, d.Node); !errors.Is(err, catalog.ErrNotFound) {
			return p, err
		}
	}
	if dir, err := d.Directory(name); err == nil {
		if root, ok := settings.FindRoot(dir, d.Locations); ok && root == dir {
			return d.Register(ctx, dir)
		}
		if workspace.PathLike(name) {
			return catalog.Project{}, workspace.NotIndexed(dir, fmt.Sprintf("%s has no index", dir))
		}
	}
	return store.Find(ctx, name, d.Node)
}

// UnlinkIn is the input of unlink.
type UnlinkIn struct {
	Path string `json:"path" param:"path/other,required"`
	tool.Common
}

// UnlinkOut is the answer of unlink.
type UnlinkOut struct {
	Success bool   `json:"success"`
	Removed bool   `json:"removed"`
	Path    string `json:"path"`
	Hint    string `json:"hint,omitempty"` // the joined text of Hints

	Hints []tool.Hint `json:"hints,omitempty"`
}

// Unlink removes a manual link.
func Unlink() *tool.Spec {
	return tool.Define(tool.Spec{
		Name:    "unlink",
		Doc:     "Remove a manual link to another project\nLinks from manifests stay while the manifests declare them.",
		Brief:   "Remove a manual link.",
		Hints:   tool.Hints{Idempotent: true, Destructive: true},
		Command: tool.Command{Group: tool.GroupHub, Example: "codegraph unlink ../lib-pyramid"},
	}, runUnlink, func(o *UnlinkOut, p *tool.Page) {
		if o.Removed {
			p.Line("unlinked %s", query.Shown(o.Path, 0))
		} else {
			p.Hints("no manual link to "+query.Shown(o.Path, 0)+": ", o.Hints...)
		}
	})
}

func runUnlink(ctx context.Context, d *workspace.Workspace, in UnlinkIn) (*UnlinkOut, error) {
	from, err := d.Find(in.Project)
	if err != nil {
		return nil, err
	}
	root, err := linkedRoot(ctx, d, from, in.Path)
	if err != nil {
		return nil, err
	}
	out := &UnlinkOut{Success: true, Path: root}
	if out.Removed, err = d.Indexer.Unlink(ctx, from, root, d.Wait); err != nil {
		return nil, err
	}
	if !out.Removed {
		out.Hints = []tool.Hint{projectbase.Suggest("list the links", "links")}
		out.Hint = tool.HintsText(out.Hints)
		return out, nil
	}
	_, err = d.Register(ctx, from.Root)
	return out, err
}

// linkedRoot returns the root of a manual link with a name, path or id. Without
// such a link it returns name as a path, which need not exist.
func linkedRoot(ctx context.Context, d *workspace.Workspace, from index.Project, name string) (string, error) {
	if name == "" {
		return "", fmt.Errorf("%w: name the other project by its path or name", projectbase.ErrUsage)
	}
	all, err := linksOf(ctx, d, from.Root)
	if err != nil {
		return "", err
	}
	path := name
	if !filepath.IsAbs(path) {
		path = filepath.Join(d.Dir, path)
	}
	path = workspace.ResolveParent(filepath.Clean(path))
	for _, l := range all {
		if l.Tier == catalog.TierManual && (l.Name == name || l.Path == path || string(l.ID) == name) {
			return l.Path, nil
		}
	}
	return path, nil
}
