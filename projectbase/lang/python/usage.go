package python

import (
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

var graphRules = lang.Graph{Qualified: true, ModulePaths: modulePaths}

// modulePaths returns the paths of a module's file and of the one of a name taken
// from it. Leading dots name the package of the file and those around it.
func modulePaths(dir, module, taken string) []string {
	rest := strings.TrimLeft(module, ".")
	dots := len(module) - len(rest)
	file := strings.ReplaceAll(rest, ".", "/")
	var roots []string
	if dots > 0 {
		for range dots - 1 {
			dir = path.Dir(dir)
		}
		roots = []string{dir}
	} else {
		roots = []string{".", "src", dir}
	}
	var list []string
	for _, r := range roots {
		if taken != "" && taken != "*" {
			list = append(list, path.Join(r, file, taken))
		}
		list = append(list, path.Join(r, file))
	}
	return slices.DeleteFunc(list, func(s string) bool { return s == "." })
}

var foreignNames = lang.Foreign{Ecosystem: "pypi", Spaces: topModule, Unresolved: lang.UnresolvedWildcard}

// topModule returns the top module of a file: the first directory below that of
// its package, or below src there.
func topModule(p projectbase.Path, packages []lang.Package) []string {
	rest := string(p)
	if len(packages) > 0 && packages[0].Dir != "." && packages[0].Dir != "" {
		rest = strings.TrimPrefix(rest, string(packages[0].Dir)+"/")
	}
	for _, root := range []string{"src/", "python/", "lib/"} {
		rest = strings.TrimPrefix(rest, root)
	}
	first, _, deeper := strings.Cut(rest, "/")
	if !deeper {
		first = strings.TrimSuffix(strings.TrimSuffix(first, ".pyi"), ".py")
	}
	return []string{first}
}

var usageRules = lang.Usage{
	Judged:  true,
	Called:  []string{"setup"},
	Special: special,
	Members: calledMember,
	Conventions: func(p projectbase.Path, s *projectbase.Symbol) bool {
		return p.Base() == "conf.py" && s.Container == projectbase.NoSymbol
	}, // settings of Sphinx
	Decorators: []string{"staticmethod", "classmethod", "property", "cached_property", "lru_cache", "cache", "wraps", "contextmanager", "asynccontextmanager",
		"overload", "final", "deprecated", "dataclass", "total_ordering", "abstractmethod", "runtime_checkable", "no_type_check"},
	Dynamic: true,
	Global:  "global ",
}

// special reports whether Python itself looks for a name: __all__.
func special(name string) bool {
	return strings.HasPrefix(name, "__") && strings.HasSuffix(name, "__")
}

// calledMember reports whether Python, ast.NodeVisitor, http.server or Django
// call or read members of a name.
func calledMember(name string) bool {
	return special(name) || strings.HasPrefix(name, "visit_") || strings.HasPrefix(name, "do_") || name == "Meta"
}
