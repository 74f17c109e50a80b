package manifest

import (
	"strings"

	"codegraph/projectbase"
)

// parsePnpmWorkspace reads pnpm-workspace.yaml: the workspace's packages and the
// catalogs of versions that its package.json files refer to.
func parsePnpmWorkspace(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := parseYAML(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	for _, w := range root.get("packages").elements() {
		if s := w.str(); s != "" && !strings.HasPrefix(s, "!") {
			m.Members = append(m.Members, Member{Ecosystem: NPM, Path: s, Line: w.line, Key: "packages"})
		}
	}
	m.npmCatalogs(root)
	return m, nil
}

// npmCatalogs reads the tables catalog and catalogs.
func (m *Manifest) npmCatalogs(n *node) {
	enter := func(key string, list *node) {
		list.each(func(name string, v *node) {
			if v.kind != table && v.kind != array {
				r := Requirement{Ecosystem: NPM, Name: name, Line: v.line, Key: key}
				r.npmVersion(v.text)
				m.Central = append(m.Central, r)
			}
		})
	}
	enter("catalogs.default", n.get("catalog"))
	n.get("catalogs").each(func(name string, v *node) { enter("catalogs."+name, v) })
}

// npmCatalog returns the key of the catalog that stands for a version, such as
// "catalog:" or "catalog:react18"; "" if none does.
func npmCatalog(version string) string {
	name, ok := strings.CutPrefix(version, "catalog:")
	if !ok {
		return ""
	}
	if name = strings.TrimSpace(name); name == "" {
		name = "default"
	}
	return "catalogs." + name
}
