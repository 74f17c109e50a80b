package workspace

import (
	"errors"
	"fmt"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/index"
	"codegraph/projectbase/settings"
)

// Workspace is the environment of a caller: its directory, its rights, and access to
// indexes and the catalog. Its fields do not change while it is in use.
type Workspace struct {
	Dir       string // absolute; a project is looked for here and above, and file names start from here
	Locations settings.Locations
	// Within has the directories that callers may name, absolute and with symbolic
	// links resolved; empty means all.
	Within []string

	Indexer *index.Indexer
	Keeper  *fresh.Keeper
	CatalogAccess
	Progress index.Progress      // of long work; may be nil
	Wait     index.Wait          // for another writer
	Budget   time.Duration       // how long indexing before an answer may take
	Outdated func(index.Project) // called for an index that must be rebuilt; may be nil
	Now      func() time.Time
}

// Project returns the project at dir, whether it is indexed or not.
func (d *Workspace) Project(dir string) (index.Project, error) {
	if err := d.Served(dir); err != nil {
		return index.Project{}, err
	}
	return index.ProjectAt(dir, d.Locations)
}

// Find returns a project by path, name or id; without a name, the nearest project at
// or above the directory of the workspace. Its error wraps projectbase.ErrNotIndexed
// if there is none.
func (d *Workspace) Find(name string) (index.Project, error) {
	if name != "" {
		if p, ok, err := d.named(name); ok || err != nil {
			return p, err
		}
		dir, err := d.Directory(name)
		if err != nil {
			return index.Project{}, err
		}
		if root, ok := settings.FindRoot(dir, d.Locations); ok && root == dir {
			return d.Project(dir)
		}
		return index.Project{}, NotIndexed(dir, fmt.Sprintf("%s has no index", dir))
	}
	dir, err := d.Directory(".")
	if errors.Is(err, projectbase.ErrNotAllowed) {
		// A caller without access must not learn the directory of the server.
		return index.Project{}, projectbase.WithHint(fmt.Errorf("no project is named: %w", projectbase.ErrNotIndexed),
			projectbase.Hint{Text: "name a project, or a scope such as all"})
	}
	if err != nil {
		return index.Project{}, err
	}
	root, ok := settings.FindRoot(dir, d.Locations)
	if !ok {
		return index.Project{}, NotIndexed(dir, fmt.Sprintf("there is no index in %s or above it", dir))
	}
	return d.Project(root)
}

func NotIndexed(dir, what string) error {
	return projectbase.WithHint(fmt.Errorf("%s: %w", what, projectbase.ErrNotIndexed), projectbase.Suggest("", "init", projectbase.Positional("path", dir)))
}

// Time returns the time.
func (d *Workspace) Time() time.Time {
	if d.Now == nil {
		return time.Now()
	}
	return d.Now()
}
