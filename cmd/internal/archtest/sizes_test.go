package archtest

import (
	"fmt"
	"go/ast"
	"maps"
	"slices"
	"strings"
	"testing"
)

const (
	maxFiles   = 25 // of a package, tests not counted
	maxMethods = 30 // of a type, over all files of its package; embedded methods not counted
)

func TestPackageSizes(t *testing.T) {
	for _, s := range tooLarge("package", "files", fileCounts(thisModule(t)), maxFiles, largePackages) {
		t.Error(s)
	}
}

func TestTypeSizes(t *testing.T) {
	for _, s := range tooLarge("type", "methods", methodCounts(thisModule(t)), maxMethods, largeTypes) {
		t.Error(s)
	}
}

func TestSizeCheckFindsBreaches(t *testing.T) {
	tests := []struct {
		name       string
		counts     map[string]int
		exceptions map[string]int
		want       string
	}{
		{"at the limit", map[string]int{"a": 3}, nil, ""},
		{"above the limit", map[string]int{"a": 4}, nil, "package a has 4 files; the limit is 3"},
		{"within its exception", map[string]int{"a": 5}, map[string]int{"a": 5}, ""},
		{"above its exception", map[string]int{"a": 6}, map[string]int{"a": 5}, "package a has 6 files; the limit is 5"},
		{"below its exception", map[string]int{"a": 4}, map[string]int{"a": 5}, ""},
		{"needless exception", map[string]int{"a": 3}, map[string]int{"a": 5}, "remove the exception of package a"},
		{"exception of nothing", map[string]int{"a": 3}, map[string]int{"b": 5}, "remove the exception of package b"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			got := strings.Join(tooLarge("package", "files", tt.counts, 3, tt.exceptions), "\n")
			if (got == "") != (tt.want == "") || !strings.Contains(got, tt.want) {
				t.Errorf("tooLarge = %q, want one with %q", got, tt.want)
			}
		})
	}
}

func TestCounts(t *testing.T) {
	m := parsedModule(t, map[string]string{
		"p/a.go": "package p\ntype T struct{}\nfunc (T) A() {}\nfunc (t *T) B() {}\nfunc F() {}",
		"p/b.go": "package p\ntype G[K any, V any] struct{}\nfunc (g *G[K, V]) A() {}\nfunc (T) C() {}",
		"q/a.go": "package q\ntype T struct{}\nfunc (T) A() {}",
	})
	if got, want := fileCounts(m), map[string]int{"p": 2, "q": 1}; !maps.Equal(got, want) {
		t.Errorf("fileCounts = %v, want %v", got, want)
	}
	if got, want := methodCounts(m), map[string]int{"p.T": 3, "p.G": 1, "q.T": 1}; !maps.Equal(got, want) {
		t.Errorf("methodCounts = %v, want %v", got, want)
	}
}

// tooLarge returns a sentence for each count above the limit, and for each
// exception that is no longer needed. An exception is the limit of one name.
func tooLarge(kind, parts string, counts map[string]int, limit int, exceptions map[string]int) []string {
	var found []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		if most := max(limit, exceptions[name]); counts[name] > most {
			found = append(found, fmt.Sprintf("%s %s has %d %s; the limit is %d: split it", kind, name, counts[name], parts, most))
		}
	}
	for _, name := range slices.Sorted(maps.Keys(exceptions)) {
		if counts[name] <= limit {
			found = append(found, fmt.Sprintf("remove the exception of %s %s: it has %d %s", kind, name, counts[name], parts))
		}
	}
	return found
}

func fileCounts(m *module) map[string]int {
	counts := map[string]int{}
	for path, p := range m.packages {
		counts[path] = len(p.files)
	}
	return counts
}

// methodCounts returns the number of methods by "package.Type".
func methodCounts(m *module) map[string]int {
	counts := map[string]int{}
	for path, p := range m.packages {
		for _, f := range p.files {
			for _, d := range f.Decls {
				if fn, ok := d.(*ast.FuncDecl); ok && fn.Recv != nil && len(fn.Recv.List) == 1 {
					counts[path+"."+typeName(fn.Recv.List[0].Type)]++
				}
			}
		}
	}
	return counts
}

// typeName returns the name of a receiver's type without pointer and type
// parameters.
func typeName(e ast.Expr) string {
	switch e := e.(type) {
	case *ast.StarExpr:
		return typeName(e.X)
	case *ast.ParenExpr:
		return typeName(e.X)
	case *ast.IndexExpr:
		return typeName(e.X)
	case *ast.IndexListExpr:
		return typeName(e.X)
	case *ast.Ident:
		return e.Name
	}
	return "?"
}
