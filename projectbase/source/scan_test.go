package source

import (
	"context"
	"errors"
	"io/fs"
	"net"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/settings"
)

// byExtension knows Go and Python, and scripts by their first line.
func byExtension(p projectbase.Path, head func() []byte) string {
	switch p.Ext() {
	case ".go":
		return "go"
	case ".py":
		return "python"
	case "":
		if strings.HasPrefix(string(head()), "#!/bin/sh") {
			return "bash"
		}
	}
	return ""
}

// mustTree writes files, given as alternating names and texts. A name with a
// slash at its end is a directory.
func mustTree(t *testing.T, root string, files ...string) {
	t.Helper()
	for i := 0; i < len(files); i += 2 {
		name := filepath.Join(root, files[i])
		if strings.HasSuffix(files[i], "/") {
			if err := os.MkdirAll(name, 0o755); err != nil {
				t.Fatal(err)
			}
			continue
		}
		mustWrite(t, name, files[i+1])
	}
}

// mustScan scans with the default settings as modified by change.
func mustScan(t *testing.T, root string, change func(*Options)) *Listing {
	t.Helper()
	o := Options{Settings: settings.Default(), Classify: byExtension, SkipDirs: []string{".codegraph"},
		Git: git.Environment{Home: t.TempDir()}}
	if change != nil {
		change(&o)
	}
	l, err := Scan(context.Background(), root, o)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

// outline formats a listing as readable lines.
func outline(l *Listing) []string {
	lines := []string{}
	for _, f := range l.Files {
		lines = append(lines, string(f.Path)+" "+f.Language)
	}
	for _, s := range l.Skipped {
		p := string(s.Path)
		if s.Dir {
			p += "/"
		}
		lines = append(lines, p+" -"+string(s.Reason))
	}
	return lines
}

func TestScan(t *testing.T) {
	for _, tc := range []struct {
		name   string
		files  []string
		change func(*Options)
		want   []string
	}{
		{name: "source only", files: []string{"b/x.go", "", "a.py", "", "c.txt", "", "sh", "#!/bin/sh\n", "LICENSE", "free\n"},
			want: []string{"a.py python", "b/x.go go", "sh bash"}},
		{name: "our own and git's directories are not there",
			files: []string{"a.go", "", ".codegraph/x.go", "", "b/.codegraph/x.go", "", ".git/x.go", ""},
			want:  []string{"a.go go"}},
		{name: "ignored outside of a repository too",
			files: []string{".gitignore", "out/\n*_gen.go\n", "a.go", "", "a_gen.go", "", "out/b.go", "", "x_gen.txt", ""},
			want:  []string{"a.go go", "a_gen.go -ignored", "out/ -ignored"}},
		{name: "include descends",
			files:  []string{"src/a.go", "", "src/b/c.go", "", "src/b/d.py", "", "doc/e.go", "", "f.go", ""},
			change: func(o *Options) { o.Settings.Include = []string{"src/**/*.go"} },
			want:   []string{"src/a.go go", "src/b/c.go go", "doc/ -not_included", "f.go -not_included", "src/b/d.py -not_included"}},
		{name: "exclude wins over include",
			files: []string{"src/a.go", "", "src/gen/c.go", "", "src/b_test.go", ""},
			change: func(o *Options) {
				o.Settings.Include = []string{"src"}
				o.Settings.Exclude = []string{"**/gen", "**/*_test.go"}
			},
			want: []string{"src/a.go go", "src/b_test.go -excluded", "src/gen/ -excluded"}},
		{name: "an extra file wins over all but exclude",
			files: []string{".gitignore", "out\n", "out/deep/a.go", "", "out/deep/b.go", "", "out/x/c.go", "",
				"node_modules/m/d.go", "", "node_modules/m/e.go", "", "z/f.go", "", "z/g.go", ""},
			change: func(o *Options) {
				o.Settings.Include = []string{"nothing"}
				o.Settings.ExtraFiles = []string{"out/deep/a.go", "node_modules/m/d.go", "z"}
				o.Settings.Exclude = []string{"z/g.go"}
			},
			want: []string{"node_modules/m/d.go go", "out/deep/a.go go", "z/f.go go", "node_modules/m/e.go -cache",
				"out/deep/b.go -ignored", "out/x/ -ignored", "z/g.go -excluded"}},
		{name: "caches",
			files: []string{"node_modules/a.go", "", "target/a.go", "", "r/Cargo.toml", "", "r/target/a.go", "", "env/pyvenv.cfg", "", "env/a.py", "",
				"cs/p.csproj", "", "cs/obj/a.go", "", "obj/a.go", "", "m/CACHEDIR.TAG", "", "m/a.go", "", "vendor/a.go", ""},
			want: []string{"obj/a.go go", "target/a.go go", "vendor/a.go go", "cs/obj/ -cache", "env/ -cache", "m/ -cache", "node_modules/ -cache", "r/target/ -cache"}},
		{name: "languages",
			files:  []string{"a.go", "", "b.py", ""},
			change: func(o *Options) { o.Settings.Languages = []string{"go"} },
			want:   []string{"a.go go"}},
		{name: "size",
			files:  []string{"a.go", strings.Repeat("x", 2000), "b.go", strings.Repeat("x", 2001), "c.bin", strings.Repeat("x", 3000)},
			change: func(o *Options) { o.Settings.MaxFileSize = 2000 },
			want:   []string{"a.go go", "b.go -too_large"}},
		{name: "names",
			files: []string{"a\nb.go", "", "a\xffb/c.go", "", "ä.go", "", "\u0085.go", ""},
			want:  []string{"ä.go go", `"\u0085.go" -bad_name`, `"a\nb.go" -bad_name`, `"a\xffb"/ -bad_name`}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			root := t.TempDir()
			mustTree(t, root, tc.files...)
			for _, n := range []int{1, 4} {
				got := mustScan(t, root, func(o *Options) {
					o.Parallel = n
					if tc.change != nil {
						tc.change(o)
					}
				})
				if diff := cmp.Diff(tc.want, outline(got)); diff != "" {
					t.Errorf("%d at once (-want +got):\n%s", n, diff)
				}
			}
		})
	}
}

func TestScanSpecialFiles(t *testing.T) {
	root, outside := t.TempDir(), t.TempDir()
	mustTree(t, root, "d/a.go", "", "b.txt", "")
	mustTree(t, outside, "secret.go", "")
	for name, target := range map[string]string{
		"loop.go": "loop.go", "out.go": outside + "/secret.go", "outdir": outside, "in.go": "d/a.go", "d/up": "..",
		"dangling.go": "nowhere", "b": "b.txt", ".gitignore": outside + "/rules",
	} {
		if err := os.Symlink(target, filepath.Join(root, name)); err != nil {
			t.Fatal(err)
		}
	}
	mustWrite(t, outside+"/rules", "*.go\n")
	if err := syscall.Mkfifo(filepath.Join(root, "fifo.go"), 0o644); err != nil {
		t.Fatal(err)
	}
	l, err := net.Listen("unix", filepath.Join(root, "s"))
	if err != nil {
		t.Fatal(err)
	}
	defer l.Close()
	want := []string{"d/a.go go", "d/up/ -link", "dangling.go -link", "fifo.go -special", "in.go -link", "loop.go -link",
		"out.go -link", "outdir/ -link", "s -special"}
	if diff := cmp.Diff(want, outline(mustScan(t, root, nil))); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestScanUnreadable(t *testing.T) {
	root := t.TempDir()
	mustTree(t, root, "a/x.go", "", "b/y.go", "")
	denied := func(dir projectbase.Path) func(*Options) {
		return func(o *Options) {
			o.Hooks.Open = func(p projectbase.Path) error {
				if p == dir {
					return &fs.PathError{Op: "open", Path: string(p), Err: fs.ErrPermission}
				}
				return nil
			}
		}
	}
	l := mustScan(t, root, denied("a"))
	if diff := cmp.Diff([]string{"b/y.go go", "a/ -unreadable"}, outline(l)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if l.Skipped[0].Stat == (projectbase.Stat{}) {
		t.Error("an unreadable directory has no stamp, so it would never be tried again")
	}
	o := Options{Settings: settings.Default(), Classify: byExtension}
	denied(".")(&o)
	if _, err := Scan(context.Background(), root, o); !errors.Is(err, projectbase.ErrUnreadable) || !errors.Is(err, fs.ErrPermission) {
		t.Errorf("unreadable root: %v", err)
	}
	if _, err := Scan(context.Background(), filepath.Join(root, "none"), o); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("no root: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Scan(ctx, root, Options{Settings: settings.Default(), Classify: byExtension}); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestScanRepositories(t *testing.T) {
	s := newSandbox(t)
	mustTree(t, s.root,
		".gitignore", "out/\nnested_out/\n*.py\n",
		"a.go", "", "a.py", "", "out/tracked.go", "", "out/new.go", "", "out/sub/new.go", "",
		"node_modules/mine.go", "", "node_modules/new.go", "",
		"nested/.gitignore", "b.go\n", "nested/b.go", "", "nested/c.py", "", "nested/d.go", "",
		"nested_out/e.go", "", "plain/.git/x", "", "plain/f.go", "")
	s.git(t, s.root, "", "init", "-q")
	s.git(t, s.root, "", "add", "-f", "out/tracked.go", "node_modules/mine.go")
	for _, n := range []string{"nested", "nested_out"} {
		s.git(t, filepath.Join(s.root, n), "", "init", "-q")
	}
	scan := func(root string) *Listing {
		return mustScan(t, root, func(o *Options) { o.Git = s.env })
	}
	want := []string{"a.go go", "nested/c.py python", "nested/d.go go", "node_modules/mine.go go", "node_modules/new.go go",
		"out/tracked.go go", "plain/f.go go",
		"a.py -ignored", "nested/b.go -ignored", "nested_out/ -ignored", "out/new.go -ignored", "out/sub/ -ignored"}
	if diff := cmp.Diff(want, outline(scan(s.root))); diff != "" {
		t.Errorf("whole tree (-want +got):\n%s", diff)
	}
	// The ignore files above a root inside of a repository apply.
	mustTree(t, s.root, "in/g.py", "", "in/h.go", "")
	if diff := cmp.Diff([]string{"h.go go", "g.py -ignored"}, outline(scan(filepath.Join(s.root, "in")))); diff != "" {
		t.Errorf("part of a tree (-want +got):\n%s", diff)
	}
	// The user chose a root that its repository ignores.
	if diff := cmp.Diff([]string{"new.go go"}, outline(scan(filepath.Join(s.root, "out/sub")))); diff != "" {
		t.Errorf("ignored root (-want +got):\n%s", diff)
	}
	// A submodule is tracked even if a rule ignores its directory.
	s.git(t, filepath.Join(s.root, "nested_out"), "", "add", "e.go")
	s.git(t, filepath.Join(s.root, "nested_out"), "", "commit", "-qm", "x")
	s.git(t, s.root, "", "add", "-f", "nested_out")
	if got := strings.Join(outline(scan(s.root)), "\n"); !strings.Contains(got, "nested_out/e.go go") {
		t.Errorf("a tracked submodule is not entered:\n%s", got)
	}
}

func TestScanDeciders(t *testing.T) {
	s := newSandbox(t)
	s.git(t, s.root, "", "init", "-q")
	mustTree(t, s.root, ".gitignore", "x\n", "sub/.gitignore", "y\n", "script", "text\n", "a.go", "")
	config := filepath.Join(s.root, ".codegraph", "config.json")
	l := mustScan(t, s.root, func(o *Options) { o.Git = s.env; o.ConfigFile = config })
	got := map[string]bool{} // whether it exists
	for _, d := range l.Deciders {
		got[strings.Replace(strings.Replace(d.Path, s.root, "ROOT", 1), s.env.Home, "HOME", 1)] = d.Stat != projectbase.Stat{}
	}
	want := map[string]bool{
		".gitignore": true, "sub/.gitignore": true, "script": true,
		"ROOT/.codegraph/config.json": false, "ROOT/.git/index": false, "ROOT/.git/config": true, "ROOT/.git/info/exclude": true,
		"HOME/.gitconfig": false, "HOME/.config/git/config": false, "HOME/.config/git/ignore": false,
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func BenchmarkScan(b *testing.B) {
	root := b.TempDir()
	mustBigTree(b, root)
	o := Options{Settings: settings.Default(), Classify: byExtension, Git: git.Environment{Home: b.TempDir()}}
	b.ReportAllocs()
	for b.Loop() {
		l, err := Scan(context.Background(), root, o)
		if err != nil || len(l.Files) != 10_000 {
			b.Fatal(len(l.Files), err)
		}
	}
}

// mustBigTree writes 10,000 files into 500 directories, and an ignore file.
// All are older than the racy window.
func mustBigTree(b *testing.B, root string) {
	b.Helper()
	old := time.Now().Add(-time.Hour)
	for d := range 500 {
		dir := filepath.Join(root, "src", "part"+string(rune('a'+d%20)), "package"+string(rune('a'+d/20)))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		for f := range 20 {
			name := filepath.Join(dir, "some_file_"+string(rune('a'+f))+".go")
			if err := os.WriteFile(name, nil, 0o644); err != nil {
				b.Fatal(err)
			}
			if err := os.Chtimes(name, old, old); err != nil {
				b.Fatal(err)
			}
		}
	}
	if err := os.WriteFile(filepath.Join(root, ".gitignore"), []byte("*.o\n*.a\n/out\n*.log\ntmp/\n"), 0o644); err != nil {
		b.Fatal(err)
	}
}
