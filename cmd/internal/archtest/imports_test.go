package archtest

import (
	"fmt"
	"maps"
	"path"
	"slices"
	"strings"
	"testing"
)

func TestImportRules(t *testing.T) {
	m := thisModule(t)
	imports := map[string][]string{}
	for path, p := range m.packages {
		imports[path] = p.imports()
	}
	for _, v := range violations(m.name, imports) {
		t.Error(v)
	}
}

func TestImportCheckFindsBreaches(t *testing.T) {
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

// violations returns one sentence for each import that the rules forbid, sorted
// by package.
func violations(module string, imports map[string][]string) []string {
	var out []string
	for _, pkg := range slices.Sorted(maps.Keys(imports)) {
		r := slices.IndexFunc(rules, func(r rule) bool { return matches(r.pkg, pkg) })
		if r < 0 {
			out = append(out, fmt.Sprintf("package %s has no row in rules: decide what it may import", pkg))
			continue
		}
		for _, imp := range imports[pkg] {
			if ours, ok := strings.CutPrefix(imp, module+"/"); ok {
				if !matchesAny(rules[r].may, ours) {
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

// foreign checks the import of a package outside this module. It returns ""
// for an import that the fences allow.
func foreign(pkg, imp string) string {
	for _, f := range fences {
		if imp != f.prefix && !strings.HasPrefix(imp, f.prefix+"/") {
			continue
		}
		if matchesAny(f.only, pkg) {
			return ""
		}
		return fmt.Sprintf("package %s imports %s, which is fenced in %s: %s", pkg, imp, strings.Join(f.only, ", "), f.why)
	}
	if first, _, _ := strings.Cut(imp, "/"); strings.Contains(first, ".") {
		return fmt.Sprintf("package %s imports %s, which has no row in fences", pkg, imp)
	}
	return ""
}

func matchesAny(patterns []string, pkg string) bool {
	return slices.ContainsFunc(patterns, func(p string) bool { return matches(p, pkg) })
}

func matches(pattern, pkg string) bool {
	if pattern == "..." {
		return true
	}
	ok, err := path.Match(pattern, pkg)
	return ok && err == nil
}
