package source

import (
	"strings"
	"testing"
)

func TestIgnoreRules(t *testing.T) {
	for _, tc := range []struct {
		name, ignore string
		path         string // with a slash at the end for a directory
		want         bool
	}{
		{"a name matches anywhere", "foo\n", "a/b/foo", true},
		{"a rooted name only at the top", "/foo\n", "a/foo", false},
		{"a slash inside roots", "a/foo\n", "b/a/foo", false},
		{"only directories", "foo/\n", "foo", false},
		{"a directory", "foo/\n", "foo/", true},
		{"the last rule decides", "*.o\n!x.o\n", "x.o", false},
		{"a star ends at a slash", "a/*.o\n", "a/b/x.o", false},
		{"two stars do not", "a/**/x.o\n", "a/b/c/x.o", true},
		{"two stars stand for nothing too", "a/**/x.o\n", "a/x.o", true},
		{"two stars after a special element", "[ab]/**/x.o\n", "a/b/c/x.o", true},
		{"two stars in an element are one", "[ab]**/x.o\n", "a/b/x.o", false},
		{"two stars at the end", "a/**\n", "a/b", true},
		{"a literal start before two stars is cut off first", "foo**/bar\n", "fooa/b/bar", true},
		{"a byte order mark", "\xef\xbb\xbffoo\n", "foo", true},
		{"line ends of Windows", "foo\r\nbar\r\n", "bar", true},
		{"a last line without its end", "foo", "foo", true},
		{"blanks at the end", "foo   \n", "foo", true},
		{"a kept blank", "foo\\ \n", "foo ", true},
		{"a tab is no blank", "foo\t\n", "foo", false},
		{"a comment", "#foo\n", "#foo", false},
		{"no comment", "\\#foo\n", "#foo", true},
		{"no negation", "\\!foo\n", "!foo", true},
		{"a class", "[[:digit:]]x\n", "7x", true},
		{"a negated class", "[!0-9]x\n", "7x", false},
		{"a class without end", "[abc\n", "a", false},
		{"a NUL byte ends a line", "foo\x00bar\n", "foo", true},
		{"letters have a case", "FOO\n", "foo", false},
	} {
		t.Run(tc.name, func(t *testing.T) {
			chain := (*ignoreChain)(nil).with(parseIgnore([]byte(tc.ignore), "", false))
			path, dir := strings.CutSuffix(tc.path, "/")
			if got := chain.ignores(path, dir); got != tc.want {
				t.Errorf("%q ignores %q: %v", tc.ignore, tc.path, got)
			}
		})
	}
}

// With an exponential algorithm, each of these takes years.
func TestHostilePatternEnds(t *testing.T) {
	for _, text := range []string{strings.Repeat("a/", 200) + "a", strings.Repeat("a", 400)} {
		for _, piece := range []string{"**/", "**/a/", "*a", "**/*a*", "**/*/a*", "**/[a]*/", "*?"} {
			for _, path := range []bool{true, false} {
				if pattern := strings.Repeat(piece, 60) + "[b]"; wildmatch(pattern, text, path, false) {
					t.Errorf("%.20q matches %.20q", pattern, text)
				}
			}
		}
	}
}

func FuzzIgnore(f *testing.F) {
	f.Add([]byte("*.o\n!x/\n/a/**/b\n"), "a/x.o")
	f.Add([]byte("\xef\xbb\xbf[[:alpha:]-z]\\ \r\n"), "q ")
	f.Add([]byte("**/**/a**b/*?[!]\n"), "a/b/c")
	f.Fuzz(func(t *testing.T, data []byte, path string) {
		if len(data) > 2000 || len(path) > 500 {
			return
		}
		for _, fold := range []bool{false, true} {
			l := parseIgnore(data, "", fold)
			for i := range l.rules {
				if r := l.rules[i]; r.literal > len(r.pattern) || r.pattern == "" && r.flags&ruleName != 0 {
					t.Fatalf("rule %+v of %q", r, data)
				}
			}
			chain := (*ignoreChain)(nil).with(l)
			list, rule := chain.rule(path, false)
			if rule != nil && (list != l || rule.flags&ruleDir != 0) {
				t.Fatalf("rule %+v decides on the file %q", rule, path)
			}
		}
	})
}

func BenchmarkIgnores(b *testing.B) {
	// A list as long as generated ignore files.
	var lines strings.Builder
	for _, ext := range strings.Split("o a so dll exe pyc class jar log tmp swp bak orig rej out test prof cov egg whl", " ") {
		lines.WriteString("*." + ext + "\n" + ext + "/\n/" + ext + "/build\n")
	}
	chain := (*ignoreChain)(nil).with(parseIgnore([]byte(lines.String()), "", false))
	b.ReportAllocs()
	for b.Loop() {
		if chain.ignores("src/internal/deep/tree/file_name.go", false) {
			b.Fatal("ignored")
		}
	}
}
