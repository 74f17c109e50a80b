package manifest

import (
	"cmp"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
)

// parsePyproject reads pyproject.toml: PEP 621, PEP 735, Poetry's tables, and
// uv's sources and workspace.
func parsePyproject(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := document.ParseTOML(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	project, poetry := root.Get("project"), root.Get("tool", "poetry")
	for _, n := range []*document.Node{project.Get("name"), poetry.Get("name")} {
		if n.Str() != "" {
			version := cmp.Or(project.Get("version").Str(), poetry.Get("version").Str())
			m.Packages = append(m.Packages, Package{Ecosystem: PyPI, Name: n.Str(), Version: version, Line: n.Line})
			break
		}
	}
	m.pythonList(project.Get("dependencies"), Requirement{Key: "project.dependencies"})
	project.Get("optional-dependencies").Each(func(extra string, v *document.Node) {
		m.pythonList(v, Requirement{Key: "project.optional-dependencies." + extra, Optional: true})
	})
	root.Get("dependency-groups").Each(func(group string, v *document.Node) {
		m.pythonList(v, Requirement{Key: "dependency-groups." + group, Dev: true})
	})
	m.pythonList(root.Get("build-system", "requires"), Requirement{Key: "build-system.requires", Dev: true})

	m.poetryTable(poetry.Get("dependencies"), "tool.poetry.dependencies", false)
	m.poetryTable(poetry.Get("dev-dependencies"), "tool.poetry.dev-dependencies", true)
	poetry.Get("group").Each(func(group string, v *document.Node) {
		m.poetryTable(v.Get("dependencies"), "tool.poetry.group."+group+".dependencies", group != "main")
	})
	m.uvSources(root.Get("tool", "uv", "sources"))
	for _, w := range root.Get("tool", "uv", "workspace", "members").Elements() {
		m.Members = append(m.Members, Member{Ecosystem: PyPI, Path: w.Str(), Line: w.Line, Key: "tool.uv.workspace.members"})
	}
	return m, nil
}

// pythonList records the requirements of a list, with the fields of r.
func (m *Manifest) pythonList(list *document.Node, r Requirement) {
	for _, e := range list.Elements() {
		if e.Kind == document.String { // groups may include others by a table
			r.Line = e.Line
			m.python(e.Text, r)
		}
	}
}

// poetryTable reads Poetry's dependencies: a version, or a table with one, or
// a list of such tables for different systems.
func (m *Manifest) poetryTable(list *document.Node, key string, dev bool) {
	list.Each(func(name string, v *document.Node) {
		if strings.EqualFold(name, "python") {
			return
		}
		r := Requirement{Ecosystem: PyPI, Name: name, Line: v.Line, Key: key, Dev: dev}
		if options := v.Elements(); len(options) > 0 {
			v = options[0]
		}
		r.Version = cmp.Or(v.Str(), v.Get("version").Str(), v.Get("git").Str(), v.Get("url").Str())
		r.Local, r.Optional = v.Get("path").Str(), v.Get("optional").IsTrue()
		m.Requirements = append(m.Requirements, r)
	})
}

// uvSources sets the local paths of requirements from uv's sources.
func (m *Manifest) uvSources(sources *document.Node) {
	byName := map[string][]int{}
	for i, r := range m.Requirements {
		name := Normalize(PyPI, r.Name)
		byName[name] = append(byName[name], i)
	}
	sources.Each(func(name string, v *document.Node) {
		if options := v.Elements(); len(options) > 0 {
			v = options[0]
		}
		for _, i := range byName[Normalize(PyPI, name)] {
			m.Requirements[i].Local = v.Get("path").Str()
			m.Requirements[i].Workspace = v.Get("workspace").IsTrue()
		}
	})
}
