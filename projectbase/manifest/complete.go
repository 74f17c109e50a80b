package manifest

import (
	"path"
	"strings"

	"codegraph/projectbase"
)

// Complete fills in facts that need several manifests of a tree. The list holds
// the manifests of one project.
//
// A requirement without a version gets the one that the nearest manifest above
// it keeps for its tree (Directory.Packages.props, Cargo's
// workspace.dependencies, catalogs of pnpm and Gradle, Maven's
// dependencyManagement), and its path, if that overrides the name. Properties
// of Maven parents are replaced by their values. Gradle's project(":x") gets
// its path, and Gradle builds get the name, group and version of their package.
func Complete(list []Manifest) {
	completeCentral(list)
	completeCatalogs(list)
	completeMaven(list)
	completeGradle(list)
	completeWorkspaces(list)
}

// each calls f with dir and the directories above it, up to the root, until it
// returns true.
func eachAbove(dir projectbase.Path, f func(projectbase.Path) bool) {
	for !f(dir) && dir != "." && dir != "/" && dir != "" {
		dir = projectbase.Path(path.Dir(string(dir)))
	}
}

type packageKey struct {
	dir             projectbase.Path
	ecosystem, name string
}

// completeCentral fills in versions in ecosystems that keep them in a directory
// above the requirement.
func completeCentral(list []Manifest) {
	central := map[packageKey]Requirement{}
	for _, m := range list {
		for _, r := range m.Central {
			if r.Ecosystem == NuGet || r.Ecosystem == Cargo {
				central[packageKey{m.Dir(), r.Ecosystem, centralName(r)}] = r
			}
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
			eachAbove(m.Dir(), func(dir projectbase.Path) bool {
				c, ok := central[packageKey{dir, r.Ecosystem, centralName(*r)}]
				if !ok {
					return false
				}
				r.Version, r.Local = c.Version, c.Local
				if c.Alias != "" {
					r.Name, r.Alias = c.Name, c.Alias
				}
				return true
			})
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

// completeCatalogs replaces "catalog:" by the version in the pnpm catalog.
func completeCatalogs(list []Manifest) {
	type entry struct {
		dir       projectbase.Path
		key, name string
	}
	central := map[entry]Requirement{}
	for _, m := range list {
		for _, r := range m.Central {
			if r.Ecosystem == NPM {
				name := r.Name
				if r.Alias != "" {
					name = r.Alias
				}
				central[entry{m.Dir(), r.Key, name}] = r
			}
		}
	}
	for _, m := range list {
		for i := range m.Requirements {
			r := &m.Requirements[i]
			key := npmCatalog(r.Version)
			if r.Ecosystem != NPM || key == "" {
				continue
			}
			eachAbove(m.Dir(), func(dir projectbase.Path) bool {
				c, ok := central[entry{dir, key, r.Name}]
				if ok {
					r.Name, r.Alias, r.Version, r.Local, r.Workspace = c.Name, c.Alias, c.Version, c.Local, c.Workspace
				}
				return ok
			})
		}
	}
}

// completeWorkspaces gives workspace requirements the directory of their
// package, if exactly one package of the tree has the name.
func completeWorkspaces(list []Manifest) {
	dirs := map[packageKey]projectbase.Path{}
	for _, m := range list {
		for _, p := range m.Packages {
			key := packageKey{"", p.Ecosystem, Normalize(p.Ecosystem, p.Name)}
			if dir, ok := dirs[key]; ok && dir != p.Dir {
				dirs[key] = "" // two packages have the name
				continue
			}
			dirs[key] = p.Dir
		}
	}
	for _, m := range list {
		for i := range m.Requirements {
			r := &m.Requirements[i]
			if !r.Workspace || r.Local != "" || strings.HasPrefix(r.Name, ":") {
				continue
			}
			if dir := dirs[packageKey{"", r.Ecosystem, Normalize(r.Ecosystem, r.Name)}]; dir != "" {
				r.Local = string(dir)
			}
		}
	}
}
