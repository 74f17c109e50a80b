package manifest

import (
	"cmp"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
)

// parsePackageJSON reads a package.json of npm, yarn or pnpm.
func parsePackageJSON(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := document.ParseJSON(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	if root.Kind != document.Table {
		m.problem(root.Line, "not an object")
		return m, nil
	}
	if n := root.Get("name"); n.Str() != "" {
		m.Packages = append(m.Packages, Package{Ecosystem: NPM, Name: n.Str(), Version: root.Get("version").Str(), Line: n.Line,
			Entries: npmEntries(root)})
	}
	for _, key := range []string{"dependencies", "devDependencies", "peerDependencies", "optionalDependencies"} {
		m.npmRequirements(key, root.Get(key))
	}
	for i, r := range m.Requirements {
		if r.Key == "peerDependencies" && root.Get("peerDependenciesMeta", cmp.Or(r.Alias, r.Name), "optional").IsTrue() {
			m.Requirements[i].Optional = true
		}
	}
	workspaces := root.Get("workspaces")
	if workspaces != nil && workspaces.Kind == document.Table {
		m.npmCatalogs(workspaces) // Bun keeps catalogs here
		workspaces = workspaces.Get("packages")
	}
	for _, w := range workspaces.Elements() {
		m.Members = append(m.Members, Member{Ecosystem: NPM, Path: w.Str(), Line: w.Line, Key: "workspaces"})
	}
	return m, nil
}

// npmEntries returns the files that an import of the package's name may load,
// from the fields that Node.js and bundlers read.
func npmEntries(root *document.Node) []string {
	var list []string
	add := func(n *document.Node) {
		if s := n.Str(); s != "" && !slices.Contains(list, s) {
			list = append(list, s)
		}
	}
	for _, key := range []string{"source", "types", "typings", "module", "main"} {
		add(root.Get(key))
	}
	exports := root.Get("exports")
	if dot := exports.Get("."); dot != nil {
		exports = dot
	}
	add(exports)
	for _, key := range []string{"source", "types", "import", "require", "default"} {
		add(exports.Get(key))
		add(exports.Get(key, "default"))
	}
	return list
}

func (m *Manifest) npmRequirements(key string, list *document.Node) {
	if list != nil && list.Kind != document.Table {
		m.problem(list.Line, "%s is not an object", key)
	}
	list.Each(func(name string, v *document.Node) {
		if v.Kind != document.String {
			m.problem(v.Line, "the version of %q is not a string", name)
			return
		}
		r := Requirement{Ecosystem: NPM, Name: name, Line: v.Line, Key: key, Dev: key == "devDependencies", Optional: key == "optionalDependencies"}
		r.npmVersion(v.Text)
		m.Requirements = append(m.Requirements, r)
	})
}

// npmVersion reads the value of a dependency: a range, a path, a workspace
// package, an alias of another package, or a URL.
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
