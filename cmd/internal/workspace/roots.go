package workspace

import "codegraph/projectbase/settings"

// Among returns a workspace for a client that works in the given directories: d itself if
// it is in one of them, else one in the first that is in a project, else in the
// first that exists; d if there is none.
func (d *Workspace) Among(dirs []string) *Workspace {
	here, err := d.Directory(".")
	if err != nil {
		here = d.Dir
	}
	var first, indexed string
	for _, name := range dirs {
		dir, err := d.Directory(name)
		if err != nil {
			continue
		}
		if below(here, dir) {
			return d
		}
		if first == "" {
			first = dir
		}
		if indexed == "" {
			if _, ok := settings.FindRoot(dir, d.Locations); ok {
				indexed = dir
			}
		}
	}
	switch {
	case indexed != "":
		return d.at(indexed)
	case first != "":
		return d.at(first)
	}
	return d
}

// at returns a copy of d in another directory.
func (d *Workspace) at(dir string) *Workspace {
	c := *d
	c.Dir = dir
	return &c
}
