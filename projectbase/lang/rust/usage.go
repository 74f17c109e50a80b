package rust

import (
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

var graphRules = lang.Graph{Qualified: true, Imports: lang.ImportTargetNamespace, ModulePaths: lang.NoPaths}

var foreignNames = lang.Foreign{
	Ecosystem:     "cargo",
	Spaces:        crates,
	Visible:       func(s *projectbase.Symbol) bool { return s.Visibility != projectbase.VisibilityPrivate },
	RootQualifies: true,
}

// crates returns the names of packages as code writes them: my_lib for my-lib.
func crates(_ projectbase.Path, packages []lang.Package) []string {
	var names []string
	for _, p := range packages {
		names = append(names, strings.ReplaceAll(p.Name, "-", "_"))
	}
	return names
}

var usageRules = lang.Usage{
	Judged:      true,
	Nameless:    func(name string) bool { return strings.HasPrefix(name, "_") },
	Dispatched:  func(s *projectbase.Symbol) bool { return s.Visibility == projectbase.VisibilityNone }, // of a trait
	NoOverrides: true,
	Decorators: []string{"inline", "must_use", "derive", "allow", "expect", "warn", "deny", "cfg", "cfg_attr", "doc", "track_caller", "cold", "repr", "non_exhaustive",
		"deprecated", "const", "automatically_derived", "rustfmt", "target_feature", "instrument"},
}
