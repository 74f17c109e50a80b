package about

import (
	"fmt"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/manifest"
)

func TestOutline(t *testing.T) {
	files := []projectbase.Path{"go.mod", "src/a.go", "src/core/b.go", "src/core/c.go", "doc/x.md", "src/ui/deep/d.go"}
	for limit, want := range map[int][]string{
		10: {"./ (1 file)", "doc/ (1 file)", "src/ (4 files)", "src/core/ (2 files)", "src/ui/ (1 file)", "src/ui/deep/ (1 file)"},
		4:  {"./ (1 file)", "doc/ (1 file)", "src/ (4 files)", "src/core/ (2 files)", "and 2 more directories"},
		6:  {"./ (1 file)", "doc/ (1 file)", "src/ (4 files)", "src/core/ (2 files)", "src/ui/ (1 file)", "src/ui/deep/ (1 file)"},
		0:  {"and 6 more directories"},
	} {
		if diff := cmp.Diff(want, Outline(files, limit)); diff != "" {
			t.Errorf("limit %d (-want +got)\n%s", limit, diff)
		}
	}
}

func TestDependencies(t *testing.T) {
	list := []manifest.Manifest{
		{Packages: []manifest.Package{{Ecosystem: manifest.Go, Name: "example.com/own"}},
			Requirements: []manifest.Requirement{
				{Ecosystem: manifest.Go, Name: "example.com/b", Version: "v1.0.0"},
				{Ecosystem: manifest.Go, Name: "example.com/far", Version: "v1.0.0", Indirect: true},
				{Ecosystem: manifest.Go, Name: "example.com/own", Version: "v1.0.0"},
				{Ecosystem: manifest.Go, Name: "example.com/a", Version: "v1.0.0", Local: "../a"}}},
		{Requirements: []manifest.Requirement{
			{Ecosystem: manifest.NPM, Name: "vitest", Version: "1", Dev: true},
			{Ecosystem: manifest.NPM, Name: "inner", Local: "packages/inner"},
			{Ecosystem: manifest.PyPI, Name: "Some_Lib", Dev: true}, {Ecosystem: manifest.PyPI, Name: "some-lib", Version: ">=2"}}},
	}
	want := []string{"example.com/a (go, ../a)", "example.com/b v1.0.0 (go)", "some-lib >=2 (pypi)", "vitest 1 (npm, dev)"}
	if diff := cmp.Diff(want, Dependencies(list)); diff != "" {
		t.Errorf("(-want +got)\n%s", diff)
	}
}

// TestDevDependencies checks that a summary lists all packages for running the
// code, and cuts the others.
func TestDevDependencies(t *testing.T) {
	var m manifest.Manifest
	for i := range 15 {
		m.Requirements = append(m.Requirements, manifest.Requirement{Ecosystem: manifest.NPM, Name: fmt.Sprintf("dev%02d", i), Dev: true},
			manifest.Requirement{Ecosystem: manifest.NPM, Name: fmt.Sprintf("run%02d", i)})
	}
	got := Dependencies([]manifest.Manifest{m})
	if len(got) != 15+10+1 || got[14] != "run14 (npm)" || got[24] != "dev09 (npm, dev)" || got[25] != "and 5 more to build, test and develop it" {
		t.Errorf("%q", got)
	}
}

func TestEntryFile(t *testing.T) {
	for p, want := range map[projectbase.Path]bool{
		"src/Program.cs": true, "main.ts": true, "index.js": true, "src/index.ts": true, "packages/a/src/index.ts": true, "packages/a/index.js": true,
		"src/ui/index.ts": false, "manage.py": true, "cmd/x/main.go": true, "src/bin/tool.rs": true, "src/tool.rs": false, "app.py": true,
		"pkg/app.py": false, "testdata/main.go": false, "lib/maintain.go": false, "src/main.rs": true,
	} {
		if got := EntryFile(p); got != want {
			t.Errorf("EntryFile(%q) = %v", p, got)
		}
	}
}

func TestEntryPoint(t *testing.T) {
	symbol := func(kind projectbase.Kind, name string, flags projectbase.SymbolFlags, container int32) *projectbase.Symbol {
		return &projectbase.Symbol{Kind: kind, Name: name, Flags: flags, Container: container}
	}
	top := int32(projectbase.NoSymbol)
	for _, c := range []struct {
		path     projectbase.Path
		language string
		s        *projectbase.Symbol
		want     bool
	}{
		{"cmd/x/main.go", "go", symbol(projectbase.KindFunction, "main", 0, top), true},
		{"cmd/x/main.go", "go", symbol(projectbase.KindMethod, "main", 0, top), false},
		{"tests/main.go", "go", symbol(projectbase.KindFunction, "main", 0, top), false},
		{"src/main.hpp", "cpp", symbol(projectbase.KindFunction, "main", 0, top), true},
		{"src/main_test.hpp", "cpp", symbol(projectbase.KindFunction, "main", 0, top), false},
		{"A.java", "java", symbol(projectbase.KindMethod, "main", projectbase.FlagStatic, 0), true},
		{"A.java", "java", symbol(projectbase.KindMethod, "main", 0, 0), false},
		{"P.cs", "csharp", symbol(projectbase.KindMethod, "Main", projectbase.FlagStatic, 0), true},
		{"P.cs", "csharp", symbol(projectbase.KindMethod, "main", projectbase.FlagStatic, 0), false},
		{"a.py", "python", symbol(projectbase.KindFunction, "main", 0, top), false},
		{"a.py", "python", symbol(projectbase.KindFunction, "run", projectbase.FlagEntry, top), true},
		{"a.py", "python", symbol(projectbase.KindFunction, "run", projectbase.FlagEntry|projectbase.FlagTest, top), false},
	} {
		if got := EntryPoint(c.path, all.Set().ByID(c.language), c.s); got != c.want {
			t.Errorf("EntryPoint(%q, %s, %v %s %v) = %v", c.path, c.language, c.s.Kind, c.s.Name, c.s.Flags.Names(), got)
		}
	}
}
