package manifest

import (
	"path"

	"codegraph/projectbase"
)

// Complete gives requirements without a version the one that a manifest of the
// same directory or the nearest above it keeps for its tree
// (Directory.Packages.props, Cargo's workspace.dependencies), and with it the
// path, where that overrides the name.
func Complete(list []Manifest) {
	type place struct {
		dir             projectbase.Path
		ecosystem, name string
	}
	central := map[place]Requirement{}
	for _, m := range list {
		for _, r := range m.Central {
			central[place{m.Dir(), r.Ecosystem, centralName(r)}] = r
		}
	}
	if len(central) == 0 {
		return
	}
	for _, m := range list {
		for i := range m.Requirements {
			r := &m.Requirements[i]
			if r.Version != "" || r.Local != "" {
				continue
			}
			for dir := m.Dir(); ; dir = projectbase.Path(path.Dir(string(dir))) {
				if c, ok := central[place{dir, r.Ecosystem, centralName(*r)}]; ok {
					r.Version, r.Local = c.Version, c.Local
					if c.Alias != "" {
						r.Name, r.Alias = c.Name, c.Alias
					}
					break
				}
				if dir == "." {
					break
				}
			}
		}
	}
}

// centralName is the name under which both sides know a requirement.
func centralName(r Requirement) string {
	if r.Alias != "" {
		return Normalize(r.Ecosystem, r.Alias)
	}
	return Normalize(r.Ecosystem, r.Name)
}
