package manifest

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
)

// parsePnpmWorkspace reads pnpm-workspace.yaml: the workspace's packages and the
// catalogs of versions that its package.json files refer to.
func parsePnpmWorkspace(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := document.ParseYAML(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	for _, w := range root.Get("packages").Elements() {
		if s := w.Str(); s != "" && !strings.HasPrefix(s, "!") {
			m.Members = append(m.Members, Member{Ecosystem: NPM, Path: s, Line: w.Line, Key: "packages"})
		}
	}
	m.npmCatalogs(root)
	return m, nil
}

// npmCatalogs reads the tables catalog and catalogs.
func (m *Manifest) npmCatalogs(n *document.Node) {
	enter := func(key string, list *document.Node) {
		list.Each(func(name string, v *document.Node) {
			if v.Kind != document.Table && v.Kind != document.Array {
				r := Requirement{Ecosystem: NPM, Name: name, Line: v.Line, Key: key}
				r.npmVersion(v.Text)
				m.Central = append(m.Central, r)
			}
		})
	}
	enter("catalogs.default", n.Get("catalog"))
	n.Get("catalogs").Each(func(name string, v *document.Node) { enter("catalogs."+name, v) })
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
