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

// Workspace is where tools work: the place that they are asked from and the parts
// of the product that do the work. Its fields are not changed while it is used.
type Workspace struct {
	Dir       string // absolute; a project is looked for here and above, and file names start from here
	Locations settings.Locations
	// Within are the directories that askers may name things in, absolute and
	// with links resolved: others do not concern them, there or not. Empty: all.
	Within []string

	Indexer *index.Indexer
	Keeper  *fresh.Keeper
	CatalogAccess
	Progress index.Progress      // of long work; may be nil
	Wait     index.Wait          // for another writer
	Budget   time.Duration       // how long indexing before an answer may take
	Outdated func(index.Project) // told of a base that only extracting all anew mends, which takes longer; may be nil
	Now      func() time.Time
}

// Project returns the project at dir, whether it is indexed or not.
func (d *Workspace) Project(dir string) (index.Project, error) {
	if err := d.Served(dir); err != nil {
		return index.Project{}, err
	}
	return index.ProjectAt(dir, d.Locations)
}

// Find returns the project that a question is about: the one called name, which
// is a path, or a name or id that the catalog knows, or else the nearest one
// upward from the desk's directory. Its error wraps projectbase.ErrNotIndexed if
// there is none.
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
		return index.Project{}, NotIndexed(dir, fmt.Sprintf("%s has no project base", dir))
	}
	dir, err := d.Directory(".")
	if errors.Is(err, projectbase.ErrNotAllowed) {
		// Where the server is does not concern who may not name that.
		return index.Project{}, projectbase.WithHint(fmt.Errorf("no project is named: %w", projectbase.ErrNotIndexed),
			projectbase.Hint{Text: "name a project, or a scope such as all"})
	}
	if err != nil {
		return index.Project{}, err
	}
	root, ok := settings.FindRoot(dir, d.Locations)
	if !ok {
		return index.Project{}, NotIndexed(dir, fmt.Sprintf("there is no project base in %s or above it", dir))
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
