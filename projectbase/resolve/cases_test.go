package resolve_test

import (
	"flag"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/tools/txtar"

	"codegraph/projectbase"
)

var update = flag.Bool("update", false, "rewrite the edges in testdata; read them before you commit")

// TestCases resolves small projects. Each archive has the cases of one language: a
// directory of sources for each case, and in the last file the edges of calls, base types
// and instantiations. References without an edge there must stay unresolved. Write new
// cases for package wanttest, which has the expectations beside the code.
func TestCases(t *testing.T) {
	files, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(files) == 0 {
		t.Fatalf("no cases in testdata: %v", err)
	}
	for _, name := range files {
		t.Run(strings.TrimSuffix(filepath.Base(name), ".txtar"), func(t *testing.T) {
			a, err := txtar.ParseFile(name)
			if err != nil {
				t.Fatal(err)
			}
			last := len(a.Files) - 1
			if last < 1 || a.Files[last].Name != "edges" {
				t.Fatal("the last file must be the edges")
			}
			got := caseEdges(t, a.Files[:last])
			if *update {
				a.Files[last].Data = []byte(got)
				mustWrite(t, name, txtar.Format(a))
				return
			}
			if diff := cmp.Diff(strings.Split(string(a.Files[last].Data), "\n"), strings.Split(got, "\n")); diff != "" {
				t.Errorf("edges (-want +got):\n%s", diff)
			}
		})
	}
}

// caseEdges resolves each case separately and describes its edges.
func caseEdges(tb testing.TB, files []txtar.File) string {
	tb.Helper()
	cases := map[string]*project{}
	var names []string
	for i, f := range files {
		name, path, ok := strings.Cut(f.Name, "/")
		if !ok {
			tb.Fatalf("%s is not in the directory of a case", f.Name)
		}
		p := cases[name]
		if p == nil {
			p = newProject(tb, settings)
			cases[name], names = p, append(names, name)
		}
		p.put(uint32(i+1), projectbase.Path(path), string(f.Data))
	}
	var b strings.Builder
	for _, name := range names {
		for _, line := range strings.Split(cases[name].lines(), "\n") {
			fields := strings.Fields(line)
			if len(fields) > 1 && slices.Contains([]string{"call", "instantiate", "extends", "implements"}, fields[1]) {
				b.WriteString(name + "/" + line + "\n")
			}
		}
	}
	return b.String()
}

// TestRename edits and renames a callee. Callers in unchanged files keep their edge, a
// call of a removed name becomes unresolved, and another declaration of the name elsewhere
// changes nothing.
func TestRename(t *testing.T) {
	tests := []struct {
		path, other      projectbase.Path
		callee, edited   string
		renamed          string
		caller           string
		second           string
		callerPath       projectbase.Path
		bound, afterEdit string
	}{
		{"lib.go", "other/lib.go", "package p\n\nfunc F() {}\n", "package p\n\nvar x = 1\n\nfunc F() { _ = x }\n", "package p\n\nfunc G() {}\n",
			"package p\n\nfunc Run() { F() }\n", "package other\n\nfunc F() {}\n", "run.go", "lib.go:3:F", "lib.go:5:F"},
		{"lib.ts", "other.ts", "export function f() {}\n", "const x = 1\nexport function f() { return x }\n", "export function g() {}\n",
			"import { f } from './lib'\nf()\n", "export function f() {}\n", "run.ts", "lib.ts:1:f", "lib.ts:2:f"},
		{"lib.py", "other.py", "def f(): pass\n", "x = 1\ndef f(): return x\n", "def g(): pass\n", "from lib import f\nf()\n", "def f(): pass\n", "run.py",
			"lib.py:1:f", "lib.py:2:f"},
		{"p/A.java", "q/A.java", "package p;\npublic class A { public static void f() {} }\n", "package p;\n\npublic class A { public static void f() {} }\n",
			"package p;\npublic class A { public static void g() {} }\n", "package r;\nimport p.A;\nclass Run { void run() { A.f(); } }\n",
			"package q;\npublic class A { public static void f() {} }\n", "r/Run.java", "p/A.java:2:f", "p/A.java:3:f"},
		{"A.cs", "B.cs", "namespace P;\npublic class A { public static void F() {} }\n", "namespace P;\n\npublic class A { public static void F() {} }\n",
			"namespace P;\npublic class A { public static void G() {} }\n", "using P;\nnamespace R;\nclass Run { void Do() { A.F(); } }\n",
			"namespace Q;\npublic class A { public static void F() {} }\n", "Run.cs", "A.cs:2:F", "A.cs:3:F"},
		{"src/lib.rs", "src/other.rs", "pub fn f() {}\n", "const X: i32 = 1;\npub fn f() {}\n", "pub fn g() {}\n", "use crate::f;\nfn run() { f(); }\n", "pub fn f() {}\n",
			"src/run.rs", "src/lib.rs:1:f", "src/lib.rs:2:f"},
		{"a.php", "b.php", "<?php\nnamespace P;\nfunction f() {}\n", "<?php\nnamespace P;\n\nfunction f() {}\n", "<?php\nnamespace P;\nfunction g() {}\n",
			"<?php\nnamespace R;\nuse function P\\f;\nf();\n", "<?php\nnamespace Q;\nfunction f() {}\n", "run.php", "a.php:3:f", "a.php:4:f"},
	}
	for _, tt := range tests {
		t.Run(string(tt.path.Ext()), func(t *testing.T) {
			p := newProject(t, settings)
			p.put(1, tt.path, tt.callee)
			p.put(2, tt.callerPath, tt.caller)
			check := func(step, want string) {
				t.Helper()
				got := ""
				for _, line := range strings.Split(p.lines(), "\n") {
					if f := strings.Fields(line); len(f) > 6 && f[1] == "call" && strings.HasPrefix(f[0], string(tt.callerPath)+":") && strings.EqualFold(f[2], "f") {
						got = f[6]
					}
				}
				if got != want {
					t.Errorf("%s: the call refers to %q, want %q", step, got, want)
				}
			}
			check("before the edit", tt.bound)
			p.put(1, tt.path, tt.edited)
			check("callee edited", tt.afterEdit)
			p.put(3, tt.other, tt.second)
			check("second declaration", tt.afterEdit)
			p.put(1, tt.path, tt.renamed)
			check("renamed", "")
			p.put(1, tt.path, tt.callee)
			check("renamed back", tt.bound)
		})
	}
}
