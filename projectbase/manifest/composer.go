package manifest

import (
	"path"
	"strings"

	"codegraph/projectbase"
)

// parseComposer reads PHP's composer.json.
func parseComposer(p projectbase.Path, data []byte) (Manifest, error) {
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
		m.Packages = append(m.Packages, Package{Ecosystem: Composer, Name: n.str(), Version: root.get("version").str(), Line: n.line})
	}
	places := m.composerPlaces(root.get("repositories"))
	for _, key := range []string{"require", "require-dev"} {
		root.get(key).each(func(name string, v *node) {
			if !strings.Contains(name, "/") { // php, ext-json, composer-plugin-api: the platform
				return
			}
			r := Requirement{Ecosystem: Composer, Name: name, Version: v.str(), Dev: key == "require-dev", Line: v.line, Key: key}
			r.Local = places[strings.ToLower(path.Base(name))]
			m.Requirements = append(m.Requirements, r)
		})
	}
	return m, nil
}

// composerPlaces enters the repositories that are paths as members, and returns
// those that name one directory by that directory's name. Which package lies in
// another one only its own manifest says.
func (m *Manifest) composerPlaces(list *node) map[string]string {
	places := map[string]string{}
	enter := func(v *node) {
		url := v.get("url")
		if v.get("type").str() != "path" || url.str() == "" {
			return
		}
		m.Members = append(m.Members, Member{Ecosystem: Composer, Path: url.text, Line: url.line, Key: "repositories"})
		if !strings.ContainsAny(url.text, "*?[{") {
			places[strings.ToLower(path.Base(strings.ReplaceAll(url.text, `\`, "/")))] = url.text
		}
	}
	for _, v := range list.elements() {
		enter(v)
	}
	list.each(func(_ string, v *node) { enter(v) })
	return places
}
