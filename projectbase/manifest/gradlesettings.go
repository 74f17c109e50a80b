package manifest

import (
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/manifest/document"
	"codegraph/projectbase/manifest/script"
)

// parseGradleSettings reads settings.gradle and settings.gradle.kts: the
// projects of a build, their directories, and included builds.
func parseGradleSettings(p projectbase.Path, data []byte) (Manifest, error) {
	s := gradleSettings{gradleBuild: gradleBuild{gradleFacts: gradleFacts{props: map[string]string{}, line: 1}}, dirs: map[string]string{}, names: map[string]string{}}
	list, err := script.Gradle.Scan(data)
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

func (s *gradleSettings) statement(list []script.Token) {
	first, ok := script.FirstLiteral(list)
	if !ok {
		return
	}
	has := func(name string) bool {
		return slices.ContainsFunc(list, func(t script.Token) bool { return t.Kind == script.Word && t.Text == name })
	}
	last := first
	for _, t := range list {
		if t.Kind == script.Literal {
			last = t
		}
	}
	switch {
	case list[0].Is("include") || list[0].Is("includeFlat"):
		for _, t := range list {
			if t.Kind == script.Literal {
				s.include(t, list[0].Is("includeFlat"))
			}
		}
	case list[0].Is("includeBuild"):
		s.Members = append(s.Members, Member{Ecosystem: Maven, Path: first.Text, Line: first.Line, Key: "includeBuild"})
	case list[0].Is("rootProject") && has("name"):
		s.root = first.Text
	case has("projectDir") && first != last && (has("file") || has("File")):
		s.dirs[":"+strings.TrimPrefix(first.Text, ":")] = last.Text
	case list[0].Is("project") && has("name") && first != last && !strings.ContainsAny(last.Text, ":$"):
		name := ":" + strings.TrimPrefix(first.Text, ":")
		s.names[name] = name[:strings.LastIndexByte(name, ':')+1] + last.Text
	}
}

// include records a project. The parents of a nested project are not recorded.
func (s *gradleSettings) include(t script.Token, flat bool) {
	name := strings.Trim(t.Text, ":")
	if name == "" || strings.Contains(name, "$") {
		return
	}
	dir := strings.ReplaceAll(name, ":", "/")
	if flat {
		dir = "../" + dir
	}
	s.Members = append(s.Members, Member{Ecosystem: Maven, Name: ":" + name, Path: dir, Line: t.Line, Key: "include"})
}

func isVersionCatalog(p projectbase.Path) bool {
	return strings.HasSuffix(p.Base(), versionCatalog) && p.Base() != versionCatalog
}

const versionCatalog = ".versions.toml"

// parseVersionCatalog reads Gradle's catalog of versions, by default
// gradle/libs.versions.toml. Aliases are written as builds refer to them.
func parseVersionCatalog(p projectbase.Path, data []byte) (Manifest, error) {
	root, err := document.ParseTOML(data)
	if err != nil {
		return Manifest{}, err
	}
	var m Manifest
	byAlias := map[string]Requirement{}
	root.Get("libraries").Each(func(alias string, v *document.Node) {
		r := Requirement{Ecosystem: Maven, Name: v.Get("module").Str(), Alias: accessor(alias), Line: v.Line, Key: "libraries",
			Version: richVersion(v.Get("version"))}
		if r.Name == "" {
			r.Name = v.Get("group").Str() + ":" + v.Get("name").Str()
		}
		if ref := v.Get("version", "ref").Str(); ref != "" {
			r.Version = richVersion(root.Get("versions", ref))
		}
		if f := coordinates.FindStringSubmatch(v.Str()); f != nil {
			r.Name, r.Version = f[1]+":"+f[2], f[3]
		}
		if !coordinates.MatchString(r.Name) {
			m.problem(v.Line, "the library %q has no group and name", alias)
			return
		}
		byAlias[r.Alias] = r
		m.Central = append(m.Central, r)
	})
	root.Get("bundles").Each(func(alias string, v *document.Node) {
		for _, e := range v.Elements() {
			if r, ok := byAlias[accessor(e.Str())]; ok && len(m.Central) < maxCatalog {
				r.Alias, r.Line, r.Key = "bundles."+accessor(alias), e.Line, "bundles"
				m.Central = append(m.Central, r)
			}
		}
	})
	return m, nil
}

// maxCatalog bounds the requirements of one catalog, because bundles repeat
// libraries.
const maxCatalog = 20000

// richVersion returns a version that is a text or a table of constraints.
func richVersion(v *document.Node) string {
	for _, n := range []*document.Node{v, v.Get("strictly"), v.Get("require"), v.Get("prefer")} {
		if n.Str() != "" {
			return n.Text
		}
	}
	return ""
}

// accessor returns an alias in the form that follows "libs." in a build file.
func accessor(alias string) string { return strings.NewReplacer("-", ".", "_", ".").Replace(alias) }
