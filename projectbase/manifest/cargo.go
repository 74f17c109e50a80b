package manifest

import (
	"cmp"
	"strings"

	"codegraph/projectbase"
)

// parseCargo reads Cargo.toml, of packages and of workspaces.
func parseCargo(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := parseTOML(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	if n := root.get("package", "name"); n.str() != "" {
		m.Packages = append(m.Packages, Package{Ecosystem: Cargo, Name: n.str(), Line: n.line,
			Version: cmp.Or(root.get("package", "version").str(), root.get("workspace", "package", "version").str())})
	}
	m.cargoTables(root, "")
	root.get("target").each(func(target string, v *node) { m.cargoTables(v, "target.") })
	for _, w := range root.get("workspace", "members").elements() {
		m.Members = append(m.Members, Member{Ecosystem: Cargo, Path: w.str(), Line: w.line, Key: "workspace.members"})
	}
	root.get("workspace", "dependencies").each(func(name string, v *node) {
		m.Central = append(m.Central, cargoRequirement(name, v, "workspace.dependencies"))
	})
	root.get("patch").each(func(registry string, list *node) {
		list.each(func(name string, v *node) {
			if r := cargoRequirement(name, v, "patch"); r.Local != "" {
				m.Requirements = append(m.Requirements, r)
			}
		})
	})
	return m, nil
}

func (m *Manifest) cargoTables(n *node, prefix string) {
	for _, key := range []string{"dependencies", "dev-dependencies", "build-dependencies"} {
		n.get(key).each(func(name string, v *node) {
			r := cargoRequirement(name, v, prefix+key)
			r.Dev = strings.HasPrefix(key, "dev") || strings.HasPrefix(key, "build")
			m.Requirements = append(m.Requirements, r)
		})
	}
}

func cargoRequirement(name string, v *node, key string) Requirement {
	r := Requirement{Ecosystem: Cargo, Name: name, Line: v.line, Key: key,
		Version: cmp.Or(v.str(), v.get("version").str(), v.get("git").str()),
		Local:   v.get("path").str(), Workspace: v.get("workspace").isTrue(), Optional: v.get("optional").isTrue()}
	if real := v.get("package").str(); real != "" {
		r.Name, r.Alias = real, name
	}
	return r
}
