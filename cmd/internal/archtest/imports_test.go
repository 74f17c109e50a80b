package archtest

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

const root = "../../.."

func TestImportRules(t *testing.T) {
	module := mustModule(t)
	imports := mustImports(t, root)
	if len(imports) < 3 {
		t.Fatalf("found %d packages below %s; is this the module's root?", len(imports), root)
	}
	for _, p := range violations(module, imports) {
		t.Error(p)
	}
}

// TestViolations makes sure that each kind of breach is seen.
func TestViolations(t *testing.T) {
	tests := []struct{ name, pkg, imp, want string }{
		{"allowed", "projectbase/source", "m/projectbase/git", ""},
		{"standard library", "projectbase/source", "io/fs", ""},
		{"unlisted package", "projectbase/helpers", "", "has no row"},
		{"reader imports writer", "projectbase/query", "m/projectbase/index", "may not import"},
		{"root imports below", "projectbase", "m/projectbase/store", "may not import"},
		{"one language imports another", "projectbase/lang/python", "m/projectbase/lang/golang", "may not import"},
		{"fenced module", "projectbase/query", "modernc.org/sqlite", "fenced"},
		{"fenced standard package", "projectbase/query", "database/sql", "fenced"},
		{"package of a fenced module", "projectbase/extract", "github.com/smacker/go-tree-sitter/python", "fenced"},
		{"unknown module", "projectbase/query", "example.com/new", "no row in fences"},
		{"wildcard", "projectbase/lang/python", "github.com/smacker/go-tree-sitter/python", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			imports := map[string][]string{tt.pkg: nil}
			if tt.imp != "" {
				imports[tt.pkg] = []string{tt.imp}
			}
			got := strings.Join(violations("m", imports), "\n")
			if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
				t.Errorf("violations = %q, want one with %q", got, tt.want)
			}
		})
	}
}

// violations returns one sentence for each breach, sorted by package.
func violations(module string, imports map[string][]string) []string {
	var out []string
	for _, pkg := range sorted(imports) {
		r := slices.IndexFunc(rules, func(r rule) bool { return fits(r.pkg, pkg) })
		if r < 0 {
			out = append(out, fmt.Sprintf("package %s has no row in rules: decide what it may import", pkg))
			continue
		}
		for _, imp := range imports[pkg] {
			if ours, ok := strings.CutPrefix(imp, module+"/"); ok {
				if !fitsAny(rules[r].may, ours) {
					out = append(out, fmt.Sprintf("package %s may not import %s", pkg, ours))
				}
				continue
			}
			if s := foreign(pkg, imp); s != "" {
				out = append(out, s)
			}
		}
	}
	return out
}

// foreign returns what is wrong with pkg importing imp, which is not ours.
func foreign(pkg, imp string) string {
	for _, f := range fences {
		if imp != f.prefix && !strings.HasPrefix(imp, f.prefix+"/") {
			continue
		}
		if fitsAny(f.only, pkg) {
			return ""
		}
		return fmt.Sprintf("package %s imports %s, which is fenced in %s: %s", pkg, imp, strings.Join(f.only, ", "), f.why)
	}
	if first, _, _ := strings.Cut(imp, "/"); strings.Contains(first, ".") {
		return fmt.Sprintf("package %s imports %s, which has no row in fences", pkg, imp)
	}
	return ""
}

func fitsAny(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return fits(p, pkg) })
}

func fits(pattern, pkg string) bool {
	if pattern == "..." {
		return true
	}
	ok, err := path.Match(pattern, pkg)
	return ok && err == nil
}

func sorted(m map[string][]string) []string {
	keys := make([]string, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}

func mustModule(t *testing.T) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(root, "go.mod"))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(string(text)) {
		if name, ok := strings.CutPrefix(line, "module "); ok {
			return strings.TrimSpace(name)
		}
	}
	t.Fatal("go.mod names no module")
	return ""
}

// mustImports returns the imports of the non-test files of every package below
// dir, by its path. Build constraints are not looked at: a rule holds on every
// system.
func mustImports(t *testing.T, dir string) map[string][]string {
	t.Helper()
	imports := map[string][]string{}
	err := filepath.WalkDir(dir, func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() {
			if name != dir && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
				return filepath.SkipDir
			}
			return nil
		}
		if !strings.HasSuffix(base, ".go") || strings.HasSuffix(base, "_test.go") {
			return nil
		}
		rel, err := filepath.Rel(dir, filepath.Dir(name))
		if err != nil {
			return err
		}
		pkg := filepath.ToSlash(rel)
		f, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.ImportsOnly)
		if err != nil {
			return err
		}
		if _, ok := imports[pkg]; !ok {
			imports[pkg] = nil
		}
		for _, s := range f.Imports {
			imp, err := strconv.Unquote(s.Path.Value)
			if err != nil {
				return err
			}
			if !slices.Contains(imports[pkg], imp) {
				imports[pkg] = append(imports[pkg], imp)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return imports
}
