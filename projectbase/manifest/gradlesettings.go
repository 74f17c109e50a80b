package manifest

import (
	"slices"
	"strings"

	"codegraph/projectbase"
)

// parseGradleSettings reads settings.gradle and settings.gradle.kts: the
// projects of a build, where they lie, and builds that are taken in.
func parseGradleSettings(p projectbase.Path, data []byte) (Manifest, error) {
	s := gradleSettings{gradleBuild: gradleBuild{gradleFacts: gradleFacts{props: map[string]string{}, line: 1}}, dirs: map[string]string{}, names: map[string]string{}}
	list, err := gradleScript.scan(data)
	if err != nil {
		return Manifest{}, err
	}
	s.statements(list, s.statement)
	for i := range s.Members {
		if dir, ok := s.dirs[s.Members[i].Name]; ok {
			s.Members[i].Path = dir
		}
		if name, ok := s.names[s.Members[i].Name]; ok {
			s.Members[i].Name = name
		}
	}
	s.gradle = &s.gradleFacts
	return s.Manifest, nil
}

type gradleSettings struct {
	gradleBuild
	dirs  map[string]string // by the name of the project
	names map[string]string // that replace those of include
}

func (s *gradleSettings) statement(list []token) {
	first, ok := firstLiteral(list)
	if !ok {
		return
	}
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(t token) bool { return t.kind == word && t.text == name })
	}
	last := first
	for _, t := range list {
		if t.kind == literal {
			last = t
		}
	}
	switch {
	case list[0].is("include") || list[0].is("includeFlat"):
		for _, t := range list {
			if t.kind == literal {
				s.include(t, list[0].is("includeFlat"))
			}
		}
	case list[0].is("includeBuild"):
		s.Members = append(s.Members, Member{Ecosystem: Maven, Path: first.text, Line: first.line, Key: "includeBuild"})
	case list[0].is("rootProject") && has("name"):
		s.root = first.text
	case has("projectDir") && first != last && (has("file") || has("File")):
		s.dirs[":"+strings.TrimPrefix(first.text, ":")] = last.text
	case list[0].is("project") && has("name") && first != last && !strings.ContainsAny(last.text, ":$"):
		name := ":" + strings.TrimPrefix(first.text, ":")
		s.names[name] = name[:strings.LastIndexByte(name, ':')+1] + last.text
	}
}

// include enters a project. Those on the way to a nested one belong to the
// build too, but nothing is known of them.
func (s *gradleSettings) include(t token, flat bool) {
	name := strings.Trim(t.text, ":")
	if name == "" || strings.Contains(name, "$") {
		return
	}
	dir := strings.ReplaceAll(name, ":", "/")
	if flat {
		dir = "../" + dir
	}
	s.Members = append(s.Members, Member{Ecosystem: Maven, Name: ":" + name, Path: dir, Line: t.line, Key: "include"})
}

func isVersionCatalog(p projectbase.Path) bool {
	return strings.HasSuffix(p.Base(), versionCatalog) && p.Base() != versionCatalog
}

const versionCatalog = ".versions.toml"

// parseVersionCatalog reads Gradle's catalog of versions, by default
// gradle/libs.versions.toml. Aliases are written as builds refer to them.
func parseVersionCatalog(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := parseTOML(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	byAlias := map[string]Requirement{}
	root.get("libraries").each(func(alias string, v *node) {
		r := Requirement{Ecosystem: Maven, Name: v.get("module").str(), Alias: accessor(alias), Line: v.line, Key: "libraries",
			Version: richVersion(v.get("version"))}
		if r.Name == "" {
			r.Name = v.get("group").str() + ":" + v.get("name").str()
		}
		if ref := v.get("version", "ref").str(); ref != "" {
			r.Version = richVersion(root.get("versions", ref))
		}
		if f := coordinates.FindStringSubmatch(v.str()); f != nil {
			r.Name, r.Version = f[1]+":"+f[2], f[3]
		}
		if !coordinates.MatchString(r.Name) {
			m.problem(v.line, "the library %q has no group and name", alias)
			return
		}
		byAlias[r.Alias] = r
		m.Central = append(m.Central, r)
	})
	root.get("bundles").each(func(alias string, v *node) {
		for _, e := range v.elements() {
			if r, ok := byAlias[accessor(e.str())]; ok && len(m.Central) < maxCatalog {
				r.Alias, r.Line, r.Key = "bundles."+accessor(alias), e.line, "bundles"
				m.Central = append(m.Central, r)
			}
		}
	})
	return m, nil
}

// maxCatalog bounds what bundles, which repeat libraries, can make of a file.
const maxCatalog = 20000

// richVersion returns a version that is a text or a table of constraints.
func richVersion(v *node) string {
	for _, n := range []*node{v, v.get("strictly"), v.get("require"), v.get("prefer")} {
		if n.str() != "" {
			return n.text
		}
	}
	return ""
}

// accessor returns an alias as it is written behind libs.
func accessor(alias string) string { return strings.NewReplacer("-", ".", "_", ".").Replace(alias) }
