package manifest

import (
	"cmp"
	"strings"

	"codegraph/projectbase"
)

// parsePyproject reads pyproject.toml: PEP 621, PEP 735, Poetry's tables, and
// uv's sources and workspace.
func parsePyproject(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := parseTOML(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	project, poetry := root.get("project"), root.get("tool", "poetry")
	for _, n := range []*node{project.get("name"), poetry.get("name")} {
		if n.str() != "" {
			version := cmp.Or(project.get("version").str(), poetry.get("version").str())
			m.Packages = append(m.Packages, Package{Ecosystem: PyPI, Name: n.str(), Version: version, Line: n.line})
			break
		}
	}
	m.pythonList(project.get("dependencies"), Requirement{Key: "project.dependencies"})
	project.get("optional-dependencies").each(func(extra string, v *node) {
		m.pythonList(v, Requirement{Key: "project.optional-dependencies." + extra, Optional: true})
	})
	root.get("dependency-groups").each(func(group string, v *node) {
		m.pythonList(v, Requirement{Key: "dependency-groups." + group, Dev: true})
	})
	m.pythonList(root.get("build-system", "requires"), Requirement{Key: "build-system.requires", Dev: true})

	m.poetryTable(poetry.get("dependencies"), "tool.poetry.dependencies", false)
	m.poetryTable(poetry.get("dev-dependencies"), "tool.poetry.dev-dependencies", true)
	poetry.get("group").each(func(group string, v *node) {
		m.poetryTable(v.get("dependencies"), "tool.poetry.group."+group+".dependencies", group != "main")
	})
	m.uvSources(root.get("tool", "uv", "sources"))
	for _, w := range root.get("tool", "uv", "workspace", "members").elements() {
		m.Members = append(m.Members, Member{Ecosystem: PyPI, Path: w.str(), Line: w.line, Key: "tool.uv.workspace.members"})
	}
	return m, nil
}

// pythonList enters the requirements of a list, each like r.
func (m *Manifest) pythonList(list *node, r Requirement) {
	for _, e := range list.elements() {
		if e.kind == text { // groups may include others by a table
			r.Line = e.line
			m.python(e.text, r)
		}
	}
}

// poetryTable reads Poetry's dependencies: a version, or a table with one, or
// a list of such tables for different systems.
func (m *Manifest) poetryTable(list *node, key string, dev bool) {
	list.each(func(name string, v *node) {
		if strings.EqualFold(name, "python") {
			return
		}
		r := Requirement{Ecosystem: PyPI, Name: name, Line: v.line, Key: key, Dev: dev}
		if options := v.elements(); len(options) > 0 {
			v = options[0]
		}
		r.Version = cmp.Or(v.str(), v.get("version").str(), v.get("git").str(), v.get("url").str())
		r.Local, r.Optional = v.get("path").str(), v.get("optional").isTrue()
		m.Requirements = append(m.Requirements, r)
	})
}

// uvSources gives requirements the places that uv takes them from.
func (m *Manifest) uvSources(sources *node) {
	byName := map[string][]int{}
	for i, r := range m.Requirements {
		name := Normalize(PyPI, r.Name)
		byName[name] = append(byName[name], i)
	}
	sources.each(func(name string, v *node) {
		if options := v.elements(); len(options) > 0 {
			v = options[0]
		}
		for _, i := range byName[Normalize(PyPI, name)] {
			m.Requirements[i].Local = v.get("path").str()
			m.Requirements[i].Workspace = v.get("workspace").isTrue()
		}
	})
}
