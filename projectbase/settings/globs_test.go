package settings

import (
	"errors"
	"strings"
	"testing"
	"time"

	"codegraph/projectbase"
)

func mustCompile(t *testing.T, patterns ...string) Globs {
	t.Helper()
	g, err := Compile(patterns)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestMatch(t *testing.T) {
	for _, tc := range []struct {
		pattern, path string
		want          bool
	}{
		{"src", "src", true}, {"src", "src/a/b.go", true}, {"src/", "src/a", true}, {"./src", "src/a", true}, {"src", "srcs/a", false}, {"src", "a/src", false},
		{"*.go", "a.go", true}, {"*.go", "a/b.go", false}, {"**/*.go", "a.go", true}, {"**/*.go", "a/b/c.go", true},
		{"**/gen", "a/gen/x.go", true}, {"**/gen", "gen/x.go", true}, {"**/gen", "a/generic", false},
		{"a/*", "a/b", true}, {"a/*", "a/b/c", false}, {"a/*/", "a/b/c", true}, {"a*/**", "ab/c/d", true}, {"*", "a/b", false}, {"**", "a/b", true},
		{"{a,b}/x", "b/x/y", true}, {"{a/c,b}/**", "a/c/d", true}, {"[ab].go", "a.go", true}, {`\[id\].ts`, "[id].ts", true}, {`a/\*`, "a/*", true}, {`a/\*`, "a/b", false},
		{"A.go", "a.go", false}, {"a?.go", "aä.go", true},
	} {
		if got := mustCompile(t, tc.pattern).Match(tc.path); got != tc.want {
			t.Errorf("%q matches %q: %v", tc.pattern, tc.path, got)
		}
	}
	if (Globs{}).Match("a") || (Globs{}).MatchTree("a") || (Globs{}).MayMatchBelow(".") || !(Globs{}).Empty() {
		t.Error("the zero value matches something")
	}
}

// TestDirectories checks that pruning a walk gives the same files as
// matching each file.
func TestDirectories(t *testing.T) {
	for _, tc := range []struct {
		pattern, dir     string
		matches, descend bool
	}{
		{"src", "src", true, true}, {"src", "src/a", true, true}, {"src", "lib", false, false},
		{"src/a/b.go", "src", false, true}, {"src/a/b.go", "src/a", false, true}, {"src/a/b.go", "src/b", false, false},
		{"src/**/*.go", "src", false, true}, {"a/b/*.go", "a", false, true}, {"a/b/*.go", "a/c", false, false}, {"src/**/*.go", "src/x", false, true}, {"src/**/*.go", "lib", false, false},
		{"src/**", "src", true, true}, {"src/**", "src/x/y", true, true}, {"**/gen", "a/gen", true, true}, {"**/gen", "a", false, true},
		{"a*", "ab", false, true}, {"**", "x", true, true}, {"{a,b}/x", "c", false, true}, {`\[x\]/y`, "[x]", false, true},
	} {
		g := mustCompile(t, tc.pattern)
		if got := g.MatchTree(tc.dir); got != tc.matches {
			t.Errorf("%q matches all of %q: %v", tc.pattern, tc.dir, got)
		}
		if got := g.MayMatchBelow(tc.dir); got != tc.descend {
			t.Errorf("%q may match below %q: %v", tc.pattern, tc.dir, got)
		}
	}
}

func TestCompileRejects(t *testing.T) {
	for _, p := range []string{"", ".", "/", "/src", "a//b", "../a", "a/../b", "a/./b", "[a", "{a", "a\x00", "a\nb", "\xff",
		strings.Repeat("{a,b}", 20), strings.Repeat("a", 5000), `a\`} {
		if _, err := Compile([]string{"ok", p}); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("%.20q: %v", p, err)
		}
	}
}

func TestLiteral(t *testing.T) {
	for _, p := range []string{"a/b.go", "app/[id]/page.tsx", "a*b", "a{b,c}", `a\b`, "a?", "[", "}", "#!", "a b"} {
		g := mustCompile(t, Literal(p))
		if !g.Match(p) || !g.MatchTree(p+"/below") || len(g.wild) > 0 {
			t.Errorf("the literal %q of %q does not match it", Literal(p), p)
		}
	}
	if g := mustCompile(t, Literal("[ab].go")); g.Match("a.go") {
		t.Error("the literal of a path matches another")
	}
}

func FuzzGlobs(f *testing.F) {
	f.Add("src/**/{a,b}*.go", "src/x/a.go")
	f.Add(`\[id\]/[^a-z]?`, "[id]/A1")
	f.Add("**/gen/", "a/gen/b")
	f.Fuzz(func(t *testing.T, pattern, path string) {
		if len(pattern) > 200 || len(path) > 200 || !projectbase.Path(path).Valid() || path == "." {
			return
		}
		g, err := Compile([]string{pattern})
		if err != nil {
			return
		}
		start := time.Now()
		matched := g.Match(path)
		if d := time.Since(start); d > 2*time.Second {
			t.Fatalf("%q takes %v", pattern, d)
		}
		for dir := projectbase.Path(path).Dir(); dir != "."; dir = dir.Dir() {
			if matched && !g.MayMatchBelow(string(dir)) {
				t.Fatalf("%q matches %q, but a walk would not enter %q", pattern, path, dir)
			}
			if g.MatchTree(string(dir)) && !matched {
				t.Fatalf("%q matches all of %q, but not %q", pattern, dir, path)
			}
		}
	})
}
