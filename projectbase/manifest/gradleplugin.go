package manifest

import (
	"cmp"
	"strings"

	"codegraph/projectbase"
)

// isGradlePlugin matches convention plugins: scripts of buildSrc and of
// included builds that Gradle compiles to plugins.
func isGradlePlugin(p projectbase.Path) bool {
	_, after, ok := strings.Cut("/"+string(p), "/src/main/")
	return ok && strings.Contains(after, "/") && gradlePluginID(p) != ""
}

// gradlePluginID returns the id of the plugin that a script defines, or "".
func gradlePluginID(p projectbase.Path) string {
	id, ok := strings.CutSuffix(strings.TrimSuffix(p.Base(), ".kts"), ".gradle")
	if !ok || id == "build" || id == "settings" {
		return ""
	}
	return id
}

// parseGradlePlugin reads group, version and constants of a convention plugin.
// It leaves out dependencies, because they belong to the builds that apply the
// plugin.
func parseGradlePlugin(p projectbase.Path, data []byte) (Manifest, error) {
	m, err := parseGradle(p, data)
	m.Requirements, m.Errors = nil, nil
	return m, err
}

// conventions returns the group and version of a build: its own, else those of
// the plugins that it applies.
func (t *gradleTree) conventions(g *gradleFacts, seen map[*gradleFacts]bool) (group, version string) {
	seen[g] = true
	group, version = g.group, g.release
	for _, id := range g.plugins {
		plugin := t.plugins[id]
		if plugin == nil || seen[plugin] {
			continue
		}
		there, release := t.conventions(plugin, seen)
		group, version = cmp.Or(group, there), cmp.Or(version, release)
	}
	return group, version
}
