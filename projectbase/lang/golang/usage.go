package golang

import (
	"path"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

var graphRules = lang.Graph{
	Declarations: lang.UnitDirectory,
	Structural:   true,
	Qualified:    true,
	Imports:      lang.ImportTargetDirectory,
	ModulePaths:  lang.NoPaths,
}

var foreignNames = lang.Foreign{
	Ecosystem:  "go",
	Spaces:     packagePaths,
	Visible:    exported,
	Unresolved: lang.UnresolvedNone,
}

// packagePaths returns the import path of a file's package in each module.
func packagePaths(file projectbase.Path, modules []lang.Package) []string {
	var list []string
	for _, m := range modules {
		dir := string(file.Dir())
		if m.Dir != "." && m.Dir != "" {
			dir = strings.TrimPrefix(strings.TrimPrefix(dir, string(m.Dir)), "/")
		}
		list = append(list, path.Join(m.Name, dir))
	}
	return list
}

// exported reports whether a name begins as exported names do.
func exported(s *projectbase.Symbol) bool {
	return s.Name != "" && strings.ToUpper(s.Name[:1]) == s.Name[:1] && s.Name[0] != '_'
}

var usageRules = lang.Usage{
	Judged:      true,
	Called:      []string{"init", "TestMain"},
	Internal:    internal,
	Dispatched:  func(s *projectbase.Symbol) bool { return s.Flags.Has(projectbase.FlagExported) }, // by any foreign interface
	NoOverrides: true,
	Directives:  []string{"//go:linkname", "//export", "//go:wasm"},
	Beside:      []string{".s", ".S", ".c", ".h"},
}

// internal reports whether the go command keeps other modules from importing a
// file's package.
func internal(file projectbase.Path) bool {
	p := "/" + string(file)
	return strings.Contains(p, "/internal/") && !strings.Contains(p, "/testdata/")
}
