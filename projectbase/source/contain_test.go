package source

import (
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
)

func TestContain(t *testing.T) {
	dir := t.TempDir()
	root, outside := filepath.Join(dir, "root"), filepath.Join(dir, "root-outside")
	mustTree(t, root, "a/b.go", "", "a/dir/", "", "x y/", "", "[id].ts", "")
	mustTree(t, outside, "secret", "")
	for name, target := range map[string]string{
		"root/in": "a", "root/in.go": "a/b.go", "root/abs": root + "/a", "root/out": outside, "root/outrel": "../root-outside/secret",
		"root/loop": "loop", "root/dangling": "a/new/deep", "root/danglingout": "../nowhere", "root/a/up": "..", "root/back": "../root/a",
		"alias": "root", "into": "alias/a", "root/deep": "a/dir",
	} {
		if err := os.Symlink(target, filepath.Join(dir, name)); err != nil {
			t.Fatal(err)
		}
	}
	for _, tc := range []struct {
		path string
		want projectbase.Path // "" means not allowed
	}{
		{"a/b.go", "a/b.go"}, {"./a//b.go", "a/b.go"}, {"a/", "a"}, {".", "."}, {"a/..", "."},
		{root, "."}, {root + "/a/b.go", "a/b.go"}, {root + "/", "."},
		{dir + "/alias/a/b.go", "a/b.go"}, {dir + "/alias/new/x.go", "new/x.go"},
		{dir + "/alias/a..b", "a..b"}, {dir + "/alias/deep/../x.go", "a/x.go"}, {dir + "/into/b.go", "a/b.go"}, {dir + "/into", "a"},
		{"a/new.go", "a/new.go"}, {"new/deep/x.go", "new/deep/x.go"}, {"[id].ts", "[id].ts"}, {"x y", "x y"}, {"ä.go", "ä.go"},
		{"..x", "..x"}, {"a/...", "a/..."}, {"a:b", "a:b"},
		{"in/b.go", "a/b.go"}, {"in.go", "a/b.go"}, {"abs/b.go", "a/b.go"}, {"in/new.go", "a/new.go"},
		{"dangling", "a/new/deep"}, {"dangling/x", "a/new/deep/x"}, {"a/up/a/b.go", "a/b.go"}, {"in/../a/b.go", "a/b.go"},
		{"", ""}, {"..", ""}, {"../root-outside/secret", ""}, {"../root/a/b.go", ""}, {"a/../../root/a", ""}, {"/etc/passwd", ""}, {"/", ""},
		{outside + "/secret", ""}, {root + "/../root-outside/secret", ""}, {dir + "/alias/../root-outside/secret", ""}, {dir + "/into/../../root-outside/secret", ""}, {dir + "/none/../root/a/b.go", ""},
		{"out/secret", ""}, {"out", ""}, {"outrel", ""}, {"out/new", ""}, {"danglingout", ""}, {"loop", ""}, {"loop/x", ""}, {"back/b.go", ""},
		{"new/../a/b.go", ""}, {"a/b.go/x", ""}, {"a/up/../x", ""},
		{"a\x00b", ""}, {"a\nb", ""}, {"a\xffb", ""}, {"a\x7fb", ""},
		{`C:\Windows`, ""}, {"C:/Windows", ""}, {"c:", ""}, {`\\server\share`, ""}, {"//server/share", ""}, {`\x`, ""},
	} {
		got, err := Contain(root, tc.path)
		if got != tc.want || (err != nil) != (tc.want == "") {
			t.Errorf("%q is %q, %v; want %q", tc.path, got, err, tc.want)
		}
		if err != nil && !errors.Is(err, projectbase.ErrNotAllowed) {
			t.Errorf("%q: %v does not wrap ErrNotAllowed", tc.path, err)
		}
	}
}

func TestContainWithoutRoot(t *testing.T) {
	_, err := Contain(filepath.Join(t.TempDir(), "none"), "a.go")
	if !errors.Is(err, projectbase.ErrUnreadable) || errors.Is(err, projectbase.ErrNotAllowed) {
		t.Errorf("no root: %v", err)
	}
}

func FuzzContain(f *testing.F) {
	dir := f.TempDir()
	root := filepath.Join(dir, "root")
	if err := os.MkdirAll(root+"/a/b", 0o755); err != nil {
		f.Fatal(err)
	}
	for name, target := range map[string]string{"up": "..", "a/in": "b", "a/b/far": "../../..", "abs": "/"} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			f.Fatal(err)
		}
	}
	for _, p := range []string{"a/b", "up/root/a", "a/in/../x", "a/b/far", "abs/etc", root + "/a", "a//./b/"} {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, path string) {
		p, err := Contain(root, path)
		if err != nil {
			return
		}
		if !p.Valid() {
			t.Fatalf("%q is %q, which is no Path", path, p)
		}
		real, err := filepath.EvalSymlinks(filepath.Join(root, string(p)))
		if err == nil && real != filepath.Join(root, string(p)) {
			t.Fatalf("%q is %q, which leads to %s", path, p, real)
		}
	})
}
