package manifest

import (
	"cmp"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
)

// parseCargo reads Cargo.toml, of packages and of workspaces.
func parseCargo(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := document.ParseTOML(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	if n := root.Get("package", "name"); n.Str() != "" {
		m.Packages = append(m.Packages, Package{Ecosystem: Cargo, Name: n.Str(), Line: n.Line,
			Version: cmp.Or(root.Get("package", "version").Str(), root.Get("workspace", "package", "version").Str())})
	}
	m.cargoTables(root, "")
	root.Get("target").Each(func(target string, v *document.Node) { m.cargoTables(v, "target.") })
	for _, w := range root.Get("workspace", "members").Elements() {
		m.Members = append(m.Members, Member{Ecosystem: Cargo, Path: w.Str(), Line: w.Line, Key: "workspace.members"})
	}
	root.Get("workspace", "dependencies").Each(func(name string, v *document.Node) {
		m.Central = append(m.Central, cargoRequirement(name, v, "workspace.dependencies"))
	})
	root.Get("patch").Each(func(registry string, list *document.Node) {
		list.Each(func(name string, v *document.Node) {
			if r := cargoRequirement(name, v, "patch"); r.Local != "" {
				m.Requirements = append(m.Requirements, r)
			}
		})
	})
	return m, nil
}

func (m *Manifest) cargoTables(n *document.Node, prefix string) {
	for _, key := range []string{"dependencies", "dev-dependencies", "build-dependencies"} {
		n.Get(key).Each(func(name string, v *document.Node) {
			r := cargoRequirement(name, v, prefix+key)
			r.Dev = strings.HasPrefix(key, "dev") || strings.HasPrefix(key, "build")
			m.Requirements = append(m.Requirements, r)
		})
	}
}

func cargoRequirement(name string, v *document.Node, key string) Requirement {
	r := Requirement{Ecosystem: Cargo, Name: name, Line: v.Line, Key: key,
		Version: cmp.Or(v.Str(), v.Get("version").Str(), v.Get("git").Str()),
		Local:   v.Get("path").Str(), Workspace: v.Get("workspace").IsTrue(), Optional: v.Get("optional").IsTrue()}
	if real := v.Get("package").Str(); real != "" {
		r.Name, r.Alias = real, name
	}
	return r
}
