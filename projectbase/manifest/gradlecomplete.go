package manifest

import (
	"cmp"
	"path"
	"strings"

	"codegraph/projectbase"
)

// gradleTree combines the Gradle files of one tree.
type gradleTree struct {
	settings map[projectbase.Path]*Manifest
	builds   map[projectbase.Path]*Manifest
	shared   map[projectbase.Path]map[string]string // gradle.properties
	catalogs map[packageKey][]Requirement           // by directory and what builds write
	dirs     map[*Manifest]map[string]string        // of the projects of settings, by name and by accessor
	plugins  map[string]*gradleFacts                // scripts in the tree, by id
}

// completeGradle resolves project(":x"), projects.x and libs.x, and finds the
// package of each build. A build without a group publishes no package.
func completeGradle(list []Manifest) {
	t := gradleTree{map[projectbase.Path]*Manifest{}, map[projectbase.Path]*Manifest{}, map[projectbase.Path]map[string]string{}, map[packageKey][]Requirement{},
		map[*Manifest]map[string]string{}, map[string]*gradleFacts{}}
	for i := range list {
		m := &list[i]
		switch m.Kind {
		case "settings.gradle":
			t.settings[m.Dir()] = m
		case "build.gradle":
			t.builds[m.Dir()] = m
		case "gradle.properties":
			t.shared[m.Dir()] = m.gradle.props
		case "plugin.gradle":
			t.plugins[gradlePluginID(m.File)] = m.gradle
		case "versions.toml":
			name := strings.TrimSuffix(m.File.Base(), versionCatalog)
			dir := m.Dir()
			if dir.Base() == "gradle" {
				dir = dir.Dir()
			}
			for _, r := range m.Central {
				key := packageKey{dir, Maven, name + "." + r.Alias}
				t.catalogs[key] = append(t.catalogs[key], r)
			}
		}
	}
	for _, m := range t.builds {
		settings := t.settingsOf(m.Dir())
		var out []Requirement
		for _, r := range m.Requirements {
			out = append(out, t.requirement(m, settings, r)...)
		}
		m.Requirements = out
		t.publish(m, settings)
	}
}

// settingsOf returns the settings file that a directory's build belongs to, nil
// if there is none.
func (t *gradleTree) settingsOf(dir projectbase.Path) (found *Manifest) {
	eachAbove(dir, func(d projectbase.Path) bool {
		found = t.settings[d]
		return found != nil
	})
	return found
}

func (t *gradleTree) requirement(m, settings *Manifest, r Requirement) []Requirement {
	switch {
	case r.Workspace && settings != nil:
		r.Local = t.projectDir(settings, r.Name)
		return []Requirement{r}
	case r.Version == "" && !strings.Contains(r.Name, ":"):
		return t.fromCatalog(m, r)
	case strings.Contains(r.Version, "$"):
		eachAbove(m.Dir(), func(dir projectbase.Path) bool {
			for _, props := range []map[string]string{t.shared[dir], t.constants(dir)} {
				r.Version = m.version(expandWith(r.Version, gradleUse, props), r.Line)
			}
			return !strings.Contains(r.Version, "$")
		})
	}
	return []Requirement{r}
}

func (t *gradleTree) constants(dir projectbase.Path) map[string]string {
	if m := t.builds[dir]; m != nil {
		return m.gradle.props
	}
	return nil
}

// fromCatalog resolves an accessor such as libs.core.ui to its libraries. It
// returns the requirement unchanged if no catalog has it.
func (t *gradleTree) fromCatalog(m *Manifest, r Requirement) []Requirement {
	out := []Requirement{r}
	eachAbove(m.Dir(), func(dir projectbase.Path) bool {
		found := t.catalogs[packageKey{dir, Maven, r.Name}]
		if found == nil {
			return false
		}
		out = nil
		for _, c := range found {
			q := r
			q.Name, q.Alias, q.Version = c.Name, r.Name, c.Version
			out = append(out, q)
			if len(out) == 100 {
				break
			}
		}
		return true
	})
	return out
}

// projectDir returns the directory of a project of a build, by its name or by
// an accessor such as projects.core.uiKit; "" if the build has no such project.
func (t *gradleTree) projectDir(settings *Manifest, name string) string {
	dirs, ok := t.dirs[settings]
	if !ok {
		dirs = map[string]string{}
		for _, e := range settings.Members {
			if e.Key == "include" {
				dirs[e.Name], dirs[typeSafe(e.Name)] = e.Path, e.Path
			}
		}
		t.dirs[settings] = dirs
	}
	return dirs[name]
}

// typeSafe returns the accessor that Gradle makes of a project's name.
func typeSafe(name string) string {
	out := []byte("projects")
	up := false
	for i := range len(name) {
		switch c := name[i]; {
		case c == ':':
			out, up = append(out, '.'), false
		case c == '-' || c == '_':
			up = true
		case up && c >= 'a' && c <= 'z':
			out, up = append(out, c-'a'+'A'), false
		default:
			out, up = append(out, c), false
		}
	}
	return string(out)
}

// publish records the package of a build. Group and version come from the
// build, the nearest build above it, or gradle.properties.
func (t *gradleTree) publish(m, settings *Manifest) {
	g := m.gradle
	group, version := t.conventions(g, map[*gradleFacts]bool{})
	props := g.props
	eachAbove(m.Dir(), func(dir projectbase.Path) bool {
		if up := t.builds[dir]; up != nil && up != m {
			group, version = cmp.Or(group, up.gradle.below), cmp.Or(version, up.gradle.belowRelease)
		}
		if shared := t.shared[dir]; shared != nil {
			group = cmp.Or(group, shared["group"], shared["GROUP"])
			version = cmp.Or(version, shared["version"], shared["VERSION_NAME"])
			group, version = expandWith(group, gradleUse, shared), expandWith(version, gradleUse, shared)
		}
		return false
	})
	group, version = expandWith(group, gradleUse, props), expandWith(version, gradleUse, props)
	artifact := cmp.Or(g.artifact, t.shared[m.Dir()]["POM_ARTIFACT_ID"], gradleName(m, settings))
	if group == "" || artifact == "" || strings.ContainsAny(group+artifact, "$: /") {
		return
	}
	if strings.Contains(version, "$") {
		version = ""
	}
	p := Package{Ecosystem: Maven, Name: clean(group + ":" + artifact), Version: m.version(version, g.line), Dir: m.Dir(), File: m.File, Line: g.line}
	if m.acceptable(p.Name, p.Line) {
		m.Packages = []Package{p}
	}
}

// gradleName returns the name of a build's project. The settings file names the
// root and relocated projects; other projects have the name of their directory.
func gradleName(m, settings *Manifest) string {
	dir := m.Dir()
	if settings != nil && settings.Dir() == dir {
		if settings.gradle.root != "" {
			return settings.gradle.root
		}
	} else if settings != nil {
		for _, e := range settings.Members {
			if e.Path == string(dir) && e.Key == "include" {
				return e.Name[strings.LastIndexByte(e.Name, ':')+1:]
			}
		}
	}
	if dir == "." {
		return ""
	}
	return path.Base(string(dir))
}
