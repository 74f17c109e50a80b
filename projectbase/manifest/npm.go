package manifest

import (
	"cmp"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// parsePackageJSON reads a package.json of npm, yarn or pnpm.
func parsePackageJSON(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := parseJSON(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	if root.kind != table {
		m.problem(root.line, "not an object")
		return m, nil
	}
	if n := root.get("name"); n.str() != "" {
		m.Packages = append(m.Packages, Package{Ecosystem: NPM, Name: n.str(), Version: root.get("version").str(), Line: n.line,
			Entries: npmEntries(root)})
	}
	for _, key := range []string{"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"} {
		m.npmRequirements(key, root.get(key))
	}
	for i, r := range m.Requirements {
		if r.Key == "peerDependencies" && root.get("peerDependenciesMeta", cmp.Or(r.Alias, r.Name), "optional").isTrue() {
			m.Requirements[i].Optional = true
		}
	}
	workspaces := root.get("workspaces")
	if workspaces != nil && workspaces.kind == table {
		m.npmCatalogs(workspaces) // as bun has it
		workspaces = workspaces.get("packages")
	}
	for _, w := range workspaces.elements() {
		m.Members = append(m.Members, Member{Ecosystem: NPM, Path: w.str(), Line: w.line, Key: "workspaces"})
	}
	return m, nil
}

// npmEntries returns what importing a package by its name alone may mean: the
// fields that bundlers and node read.
func npmEntries(root *node) []string {
	var list []string
	add := func(n *node) {
		if s := n.str(); s != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, key := range []string{"source", "types", "typings", "module", "main"} {
		add(root.get(key))
	}
	exports := root.get("exports")
	if dot := exports.get("."); dot != nil {
		exports = dot
	}
	add(exports)
	for _, key := range []string{"source", "types", "import", "require", "default"} {
		add(exports.get(key))
		add(exports.get(key, "default"))
	}
	return list
}

func (m *Manifest) npmRequirements(key string, list *node) {
	if list != nil && list.kind != table {
		m.problem(list.line, "%s is not an object", key)
	}
	list.each(func(name string, v *node) {
		if v.kind != text {
			m.problem(v.line, "the version of %q is not a string", name)
			return
		}
		r := Requirement{Ecosystem: NPM, Name: name, Line: v.line, Key: key, Dev: key == "devDependencies", Optional: key == "optionalDependencies"}
		r.npmVersion(v.text)
		m.Requirements = append(m.Requirements, r)
	})
}

// npmVersion reads what stands for a version: a range, a path, a workspace's
// package, another package under this name, or a URL.
func (r *Requirement) npmVersion(v string) {
	r.Version = v
	scheme, rest, _ := strings.Cut(v, ":")
	switch scheme {
	case "file", "link", "portal":
		r.Local = strings.TrimPrefix(rest, "//")
		if strings.HasSuffix(r.Local, ".tgz") || strings.HasSuffix(r.Local, ".tar.gz") {
			r.Local = "" // a packed copy, not a directory of sources
		}
	case "workspace":
		r.Workspace = true
		if strings.HasPrefix(rest, "./") || strings.HasPrefix(rest, "../") {
			r.Local = rest
		}
	case "npm":
		if i := strings.LastIndexByte(rest, '@'); i > 0 {
			r.Alias, r.Name, r.Version = r.Name, rest[:i], rest[i+1:]
		} else if rest != "" {
			r.Alias, r.Name, r.Version = r.Name, rest, ""
		}
	default:
		if strings.HasPrefix(v, "./") || strings.HasPrefix(v, "../") || strings.HasPrefix(v, "/") || strings.HasPrefix(v, "~/") {
			r.Local = v
		}
	}
}
