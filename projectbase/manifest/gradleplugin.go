package manifest

import (
	"cmp"
	"strings"

	"codegraph/projectbase"
)

// isGradlePlugin matches the scripts of buildSrc and of included builds that
// Gradle makes plugins of: conventions that many builds of a tree share.
func isGradlePlugin(p projectbase.Path) bool {
	_, after, ok := strings.Cut("/"+string(p), "/src/main/")
	return ok && strings.Contains(after, "/") && gradlePluginID(p) != ""
}

// gradlePluginID returns the id that builds apply such a script by, "" if the
// file is none.
func gradlePluginID(p projectbase.Path) string {
	id, ok := strings.CutSuffix(strings.TrimSuffix(p.Base(), ".kts"), ".gradle")
	if !ok || id == "build" || id == "settings" {
		return ""
	}
	return id
}

// parseGradlePlugin reads what a script gives to the builds that apply it, but
// for its dependencies: they are the builds', which are not known here.
func parseGradlePlugin(p projectbase.Path, data []byte) (Manifest, error) {
	m, err := parseGradle(p, data)
	m.Requirements, m.Errors = nil, nil
	return m, err
}

// conventions returns group and version of a build: its own, else those of the
// scripts that it applies as plugins.
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
