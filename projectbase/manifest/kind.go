package manifest

import (
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
)

// A kind is one sort of manifest: its file names and its parser. Parse sets
// File, checks the entries and sorts them.
type kind struct {
	name  string
	match func(p projectbase.Path) bool
	parse func(p projectbase.Path, data []byte) (Manifest, error)
}

// kinds is the only list of kinds. The first that matches wins.
var kinds = []kind{
	{"go.mod", named("go.mod"), parseGoMod},
	{"go.work", named("go.work"), parseGoWork},
	{"package.json", named("package.json"), parsePackageJSON},
	{"msbuild", extension(".csproj", ".fsproj", ".vbproj"), parseMSBuild},
	{"Directory.Packages.props", named("Directory.Packages.props"), parseCentralPackages},
	{"packages.config", named("packages.config"), parsePackagesConfig},
	{"sln", extension(".sln"), parseSolution},
	{"slnx", extension(".slnx"), parseSolutionXML},
	{"pyproject.toml", named("pyproject.toml"), parsePyproject},
	{"setup.cfg", named("setup.cfg"), parseSetupCfg},
	{"CMakeLists.txt", named("CMakeLists.txt"), parseCMake},
	{"requirements.txt", isRequirements, parseRequirements},
	{"Cargo.toml", named("Cargo.toml"), parseCargo},
	{"pom.xml", named("pom.xml"), parsePOM},
	{"build.gradle", named("build.gradle", "build.gradle.kts"), parseGradle},
	{"plugin.gradle", isGradlePlugin, parseGradlePlugin},
	{"settings.gradle", named("settings.gradle", "settings.gradle.kts"), parseGradleSettings},
	{"gradle.properties", named("gradle.properties"), parseGradleProperties},
	{"versions.toml", isVersionCatalog, parseVersionCatalog},
	{"composer.json", named("composer.json"), parseComposer},
	{"Gemfile", named("Gemfile", "gems.rb"), parseGemfile},
	{"gemspec", extension(".gemspec"), parseGemspec},
	{"Package.swift", named("Package.swift"), parseSwiftPackage},
	{".gitmodules", named(".gitmodules"), parseGitmodules},
	{"tsconfig.json", isTSConfig, parseTSConfig},
	{"pnpm-workspace.yaml", named("pnpm-workspace.yaml"), parsePnpmWorkspace},
}

// Kinds returns the names of the kinds of manifests that Parse reads.
func Kinds() []string {
	var names []string
	for _, k := range kinds {
		names = append(names, k.name)
	}
	return names
}

func kindOf(p projectbase.Path) *kind {
	for i := range kinds {
		if kinds[i].match(p) {
			return &kinds[i]
		}
	}
	return nil
}

// named matches files by name. It ignores case, as the NuGet tools do.
func named(names ...string) func(projectbase.Path) bool {
	return func(p projectbase.Path) bool {
		return slices.ContainsFunc(names, func(name string) bool { return strings.EqualFold(p.Base(), name) })
	}
}

func extension(list ...string) func(projectbase.Path) bool {
	return func(p projectbase.Path) bool {
		return slices.Contains(list, strings.ToLower(p.Ext())) && len(p.Base()) > len(p.Ext())
	}
}

// isRequirements matches requirements.txt, requirements-dev.txt,
// dev-requirements.txt and requirements/base.txt.
func isRequirements(p projectbase.Path) bool {
	base := strings.ToLower(p.Base())
	stem, isText := strings.CutSuffix(base, ".txt")
	if !isText {
		return false
	}
	return strings.HasPrefix(stem, "requirements") || strings.HasSuffix(stem, "requirements") ||
		strings.EqualFold(path.Base(string(p.Dir())), "requirements")
}

// Normalize returns the canonical form of a package name, so that two spellings
// of one package are equal. npm and Go keep names as they are. Cargo treats -
// and _ alike. NuGet, Composer and CMake ignore case. PyPI follows PEP 503.
// Swift uses the last part of the URL.
func Normalize(ecosystem, name string) string {
	switch ecosystem {
	case NuGet, Composer, CMake:
		return strings.ToLower(name)
	case Swift:
		name = strings.TrimSuffix(strings.TrimRight(name, "/"), ".git")
		return strings.ToLower(name[strings.LastIndexAny(name, "/:")+1:])
	case Cargo:
		return strings.ReplaceAll(name, "_", "-")
	case PyPI:
		parts := strings.FieldsFunc(strings.ToLower(name), func(r rune) bool { return r == '-' || r == '_' || r == '.' })
		return strings.Join(parts, "-")
	}
	return name
}
