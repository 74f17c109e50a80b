package about

import (
	"path"
	"slices"
	"strings"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
)

// entryFiles are file names that mark the entry point of a program in any
// directory.
var entryFiles = []string{"program.cs", "program.fs", "program.vb", "app.xaml.cs", "main.ts", "main.tsx", "main.js", "main.mjs", "main.cjs",
	"main.py", "__main__.py", "manage.py", "wsgi.py", "asgi.py", "main.go", "main.rs", "main.swift", "main.dart", "artisan", "config.ru"}

// rootFiles are such names in the root directory of a package. In other
// directories, index.js and app.py are ordinary modules.
var rootFiles = []string{"index.ts", "index.tsx", "index.js", "index.mjs", "index.cjs", "index.php", "app.py", "app.ts", "app.js", "server.ts",
	"server.js", "cli.ts", "cli.js", "cli.py"}

// EntryFile reports whether a file has the usual name of an entry point.
func EntryFile(p projectbase.Path) bool {
	if TestFile(p) {
		return false
	}
	base := strings.ToLower(p.Base())
	if slices.Contains(entryFiles, base) {
		return true
	}
	dir := string(p.Dir())
	if strings.HasSuffix(base, ".rs") && strings.HasSuffix("/"+dir, "/src/bin") {
		return true
	}
	if !slices.Contains(rootFiles, base) {
		return false
	}
	dir = strings.TrimSuffix(strings.TrimSuffix("/"+dir, "/src"), "/.")
	switch parent := path.Dir(dir); {
	case dir == "":
		return true
	default: // packages of a workspace, one level below
		return parent == "/packages" || parent == "/apps" || parent == "/services" || parent == "/cmd"
	}
}

// TestFile reports whether a file is a test, example or fixture, by its
// directory or by the naming conventions of test runners.
func TestFile(p projectbase.Path) bool {
	for part := range strings.SplitSeq(strings.ToLower(string(p)), "/") {
		switch part {
		case "test", "tests", "testdata", "__tests__", "fixtures", "examples", "example", "node_modules", "vendor", "third_party", "spec":
			return true
		}
	}
	base := p.Base()
	stem, ext := strings.TrimSuffix(base, p.Ext()), p.Ext()
	switch ext {
	case ".go", ".rb", ".exs", ".c", ".cc", ".cpp", ".cxx", ".h", ".hh", ".hpp", ".rs", ".lua":
		return strings.HasSuffix(stem, "_test") || strings.HasSuffix(stem, "_spec")
	case ".py":
		return strings.HasPrefix(stem, "test_") || strings.HasSuffix(stem, "_test") || stem == "conftest"
	case ".ts", ".tsx", ".js", ".jsx", ".mts", ".cts", ".mjs", ".cjs", ".vue":
		return strings.HasSuffix(stem, ".test") || strings.HasSuffix(stem, ".spec")
	case ".java", ".kt", ".scala", ".cs", ".php", ".swift", ".groovy":
		return strings.HasSuffix(stem, "Test") || strings.HasSuffix(stem, "Tests") || strings.HasSuffix(stem, "Spec")
	}
	return false
}

// EntryPoint reports whether a symbol is the entry point of a program: extraction
// has marked it, or it is a main function of its language. Tests are no entry
// points.
func EntryPoint(p projectbase.Path, l *lang.Language, s *projectbase.Symbol) bool {
	if s.Flags.Has(projectbase.FlagTest) || TestFile(p) {
		return false
	}
	if s.Flags.Has(projectbase.FlagEntry) {
		return true
	}
	if l == nil || l.Entry.Main == nil || s.Kind != projectbase.KindFunction && s.Kind != projectbase.KindMethod {
		return false
	}
	return l.Entry.Main(s)
}
