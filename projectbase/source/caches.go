package source

import (
	"slices"
	"strings"
)

// cacheNames are the names of directories with dependencies or build output.
// They count anywhere in the tree.
var cacheNames = map[string]bool{
	"node_modules": true, "bower_components": true, "jspm_packages": true, ".pnpm-store": true, ".yarn": true,
	".next": true, ".nuxt": true, ".svelte-kit": true, ".turbo": true, ".parcel-cache": true, ".angular": true,
	"__pycache__": true, "site-packages": true, ".tox": true, ".nox": true, ".eggs": true, ".ipynb_checkpoints": true,
	".mypy_cache": true, ".pytest_cache": true, ".ruff_cache": true, ".hypothesis": true,
	".gradle": true, ".ivy2": true, ".m2": true, ".metals": true, ".bloop": true,
	".terraform": true, ".dart_tool": true, ".stack-work": true, "dist-newstyle": true, "elm-stuff": true,
	".zig-cache": true, "zig-cache": true, ".vs": true, ".cache": true, ".ccls-cache": true, ".sass-cache": true,
	".hg": true, ".svn": true, ".bzr": true, ".jj": true,
}

// cacheBeside are names of such directories that count only if a certain file
// lies beside them. A file is given by its name, or by a suffix that starts
// with a dot.
var cacheBeside = map[string][]string{
	"target":      {"Cargo.toml", "pom.xml", "build.sbt"},
	"build":       {"build.gradle", "build.gradle.kts", "settings.gradle", "settings.gradle.kts"},
	"obj":         {".csproj", ".fsproj", ".vbproj"},
	"bin":         {".csproj", ".fsproj", ".vbproj"},
	"vendor":      {"composer.json"},
	"Pods":        {"Podfile"},
	".build":      {"Package.swift"},
	"DerivedData": {"Package.swift", ".xcodeproj", ".xcworkspace"},
	"_build":      {"mix.exs", "dune-project", "rebar.config"},
	"deps":        {"mix.exs"},
}

// isCache reports whether a directory has the name of a cache: dependencies
// or build output. siblings are the names in its parent directory, sorted.
func isCache(name string, siblings []string) bool {
	if cacheNames[name] {
		return true
	}
	for _, mark := range cacheBeside[name] {
		if _, ok := slices.BinarySearch(siblings, mark); ok {
			return true
		}
		if mark[0] == '.' && slices.ContainsFunc(siblings, func(s string) bool { return strings.HasSuffix(s, mark) }) {
			return true
		}
	}
	return false
}

// isCacheInside reports whether the names in a directory, sorted, mark it as a
// cache: a Python virtual environment, a CMake build directory, or a directory
// with a cache directory tag (https://bford.info/cachedir/).
func isCacheInside(names []string) bool {
	has := func(name string) bool {
		_, ok := slices.BinarySearch(names, name)
		return ok
	}
	return has("pyvenv.cfg") || has("CACHEDIR.TAG") || has("CMakeCache.txt") && !has("CMakeLists.txt")
}

// IsCache reports whether Scan skips a directory as a cache, unless Git tracks
// files in it. siblings are the names in its parent directory, sorted.
func IsCache(name string, siblings []string) bool { return isCache(name, siblings) }
