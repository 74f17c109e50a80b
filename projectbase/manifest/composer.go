package manifest

import (
	"path"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
)

// parseComposer reads PHP's composer.json.
func parseComposer(p projectbase.Path, data []byte) (Manifest, error) {
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
		m.Packages = append(m.Packages, Package{Ecosystem: Composer, Name: n.Str(), Version: root.Get("version").Str(), Line: n.Line})
	}
	paths := m.composerPaths(root.Get("repositories"))
	for _, key := range []string{"require", "require-dev"} {
		root.Get(key).Each(func(name string, v *document.Node) {
			if !strings.Contains(name, "/") { // php, ext-json, composer-plugin-api: the platform
				return
			}
			r := Requirement{Ecosystem: Composer, Name: name, Version: v.Str(), Dev: key == "require-dev", Line: v.Line, Key: key}
			r.Local = paths[strings.ToLower(path.Base(name))]
			m.Requirements = append(m.Requirements, r)
		})
	}
	return m, nil
}

// composerPaths records repositories of type path as members. It returns those
// without a glob by the name of their directory.
func (m *Manifest) composerPaths(list *document.Node) map[string]string {
	paths := map[string]string{}
	enter := func(v *document.Node) {
		url := v.Get("url")
		if v.Get("type").Str() != "path" || url.Str() == "" {
			return
		}
		m.Members = append(m.Members, Member{Ecosystem: Composer, Path: url.Text, Line: url.Line, Key: "repositories"})
		if !strings.ContainsAny(url.Text, "*?[{") {
			paths[strings.ToLower(path.Base(strings.ReplaceAll(url.Text, `\`, "/")))] = url.Text
		}
	}
	for _, v := range list.Elements() {
		enter(v)
	}
	list.Each(func(_ string, v *document.Node) { enter(v) })
	return paths
}
