package git

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
)

// sandbox is a directory in which git finds no settings but ours.
type sandbox struct {
	dir string
	env Environment
}

func newSandbox(t *testing.T) sandbox {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatalf("git decides what is right here: %v", err)
	}
	s := sandbox{dir: t.TempDir()}
	s.env.Home = filepath.Join(s.dir, "home")
	mustWrite(t, filepath.Join(s.env.Home, "x"), "")
	t.Setenv("HOME", s.env.Home)
	t.Setenv("XDG_CONFIG_HOME", "")
	return s
}

// git runs git in dir and returns what it prints, without blanks around it.
func (s sandbox) git(t *testing.T, dir string, args ...string) string {
	t.Helper()
	cmd := exec.Command("git", args...)
	cmd.Dir = dir
	cmd.Env = append(os.Environ(), "GIT_CONFIG_NOSYSTEM=1",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@a", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@a")
	var text bytes.Buffer
	cmd.Stderr = &text
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, text.Bytes())
	}
	return strings.TrimSpace(string(out))
}

// repo makes a repository with one commit of three files.
func (s sandbox) repo(t *testing.T, name string, args ...string) string {
	t.Helper()
	dir := filepath.Join(s.dir, name)
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	s.git(t, dir, append([]string{"init", "-q", "-b", "main"}, args...)...)
	for _, f := range []string{"a.go", "dir/b.go", "dir/sub/ä b.go"} {
		mustWrite(t, filepath.Join(dir, f), f)
	}
	s.git(t, dir, "add", ".")
	s.git(t, dir, "commit", "-qm", "first")
	return dir
}

func mustWrite(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o644); err != nil {
		t.Fatal(err)
	}
}

func mustOpen(t *testing.T, dir string) *Repo {
	t.Helper()
	r, err := Open(dir)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func mustIndex(t *testing.T, r *Repo) *Index {
	t.Helper()
	ix, err := r.Index(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	return ix
}

// checkIndex compares what we read with what git lists.
func (s sandbox) checkIndex(t *testing.T, dir string) {
	t.Helper()
	want := strings.Split(strings.TrimRight(s.git(t, dir, "ls-files", "-z"), "\x00"), "\x00")
	slices.Sort(want)
	if diff := cmp.Diff(slices.Compact(want), mustIndex(t, mustOpen(t, dir)).Names()); diff != "" {
		t.Errorf("tracked files (-git +ours):\n%s", diff)
	}
}

func TestIndexForms(t *testing.T) {
	for _, tc := range []struct {
		name   string
		init   []string
		change func(t *testing.T, s sandbox, dir string)
	}{
		{"version 2", nil, nil},
		{"version 3", nil, func(t *testing.T, s sandbox, dir string) {
			mustWrite(t, dir+"/intended.go", "")
			s.git(t, dir, "add", "-N", "intended.go")
			s.git(t, dir, "update-index", "--skip-worktree", "a.go")
		}},
		{"version 4", nil, func(t *testing.T, s sandbox, dir string) {
			for i := range 300 {
				mustWrite(t, fmt.Sprintf("%s/dir/%d/%s.go", dir, i%7, strings.Repeat("x", i)[:min(i, 200)]), "")
			}
			s.git(t, dir, "add", ".")
			s.git(t, dir, "update-index", "--index-version", "4")
		}},
		{"sha256", []string{"--object-format=sha256"}, nil},
		{"sha256, version 4", []string{"--object-format=sha256"}, func(t *testing.T, s sandbox, dir string) {
			s.git(t, dir, "update-index", "--index-version", "4")
		}},
		{"split", nil, func(t *testing.T, s sandbox, dir string) {
			s.git(t, dir, "update-index", "--split-index")
			mustWrite(t, dir+"/later.go", "")
			s.git(t, dir, "add", "later.go")
		}},
		{"conflict", nil, func(t *testing.T, s sandbox, dir string) {
			for i, name := range []string{"one", "two"} {
				s.git(t, dir, "checkout", "-q", "-b", name, "main")
				mustWrite(t, dir+"/a.go", fmt.Sprint(i))
				s.git(t, dir, "commit", "-qam", name)
			}
			cmd := exec.Command("git", "merge", "one")
			cmd.Dir = dir
			if err := cmd.Run(); err == nil {
				t.Fatal("no conflict")
			}
		}},
	} {
		t.Run(tc.name, func(t *testing.T) {
			s := newSandbox(t)
			dir := s.repo(t, "r", tc.init...)
			if tc.change != nil {
				tc.change(t, s, dir)
			}
			s.checkIndex(t, dir)
		})
	}
}

func TestSparseIndex(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	s.git(t, dir, "sparse-checkout", "set", "--cone", "--sparse-index", "none")
	data, err := os.ReadFile(dir + "/.git/index")
	if err != nil {
		t.Fatal(err)
	}
	if _, err := parseIndex(data, 20); !errors.Is(err, errAskGit) {
		t.Fatalf("the index is not sparse: %v", err)
	}
	s.checkIndex(t, dir)
}

func TestIndexQuestions(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	sub := s.repo(t, "r/mod")
	s.git(t, dir, "add", "mod")
	ix := mustIndex(t, mustOpen(t, dir))
	for name, want := range map[string]bool{"a.go": true, "dir/b.go": true, "dir": false, "a.g": false, "mod": true, "mod/a.go": false, "": false} {
		if got := ix.Has(name); got != want {
			t.Errorf("has %q: %v", name, got)
		}
	}
	for name, want := range map[string]bool{"dir": true, "dir/sub": true, "dir/su": false, "di": false, "a.go": false, "mod": true, "mo": false, ".": true, "z": false, "dir/b.go": false} {
		if got := ix.HasBelow(name); got != want {
			t.Errorf("has something below %q: %v", name, got)
		}
	}
	s.checkIndex(t, sub)
	empty := filepath.Join(s.dir, "empty")
	if err := os.Mkdir(empty, 0o755); err != nil {
		t.Fatal(err)
	}
	s.git(t, empty, "init", "-q")
	if ix := mustIndex(t, mustOpen(t, empty)); ix.Len() != 0 || ix.HasBelow(".") {
		t.Errorf("tracked in an empty repository: %v", ix.Names())
	}
}

func TestIndexMalformed(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	data, err := os.ReadFile(dir + "/.git/index")
	if err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string][]byte{
		"empty": {}, "short": data[:40], "cut": slices.Concat(data[:100], data[len(data)-20:]), "no header": append([]byte("XXXX"), data[4:]...),
		"too many entries": slices.Concat(data[:8], []byte{0xff, 0xff, 0xff, 0xff}, data[12:]),
		"more entries":     slices.Concat(data[:8], []byte{0, 0, 0, 4}, data[12:]),
	} {
		if _, err := parseIndex(bad, 20); !errors.Is(err, projectbase.ErrMalformed) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func FuzzIndex(f *testing.F) {
	entry := func(version byte, name string) []byte {
		b := append([]byte("DIRC\x00\x00\x00"), version, 0, 0, 0, 1)
		b = append(b, make([]byte, statLen+20)...)
		b = append(b, 0, byte(len(name)))
		if version == 4 {
			b = append(b, 0)
		}
		b = append(b, name...)
		return append(b, make([]byte, 8-(62+len(name))%8+20)...)
	}
	f.Add(entry(2, "a/b.go"), false)
	f.Add(entry(4, "a/b.go"), false)
	f.Add(append(entry(3, "x"), "TREE\x00\x00\x00\x01x"...), true)
	f.Fuzz(func(t *testing.T, data []byte, long bool) {
		hashLen := 20
		if long {
			hashLen = 32
		}
		ix, err := parseIndex(data, hashLen)
		if err != nil {
			return
		}
		if !slices.IsSorted(ix.names) || len(ix.names) > len(data) {
			t.Fatalf("names %q", ix.names)
		}
		for _, n := range ix.names {
			if !ix.Has(n) || strings.Contains(n, "/") && !ix.HasBelow(n[:strings.IndexByte(n, '/')]) {
				t.Fatalf("does not find its own %q", n)
			}
		}
	})
}

func TestHead(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	check := func(what, dir, branch string) {
		t.Helper()
		want := Head{Commit: s.git(t, dir, "rev-parse", "HEAD"), Branch: branch}
		got, err := mustOpen(t, dir).Head(context.Background())
		if err != nil {
			t.Errorf("%s: %v", what, err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s (-git +ours):\n%s", what, diff)
		}
	}
	check("loose", dir, "main")
	s.git(t, dir, "pack-refs", "--all")
	check("packed", dir, "main")
	s.git(t, dir, "checkout", "-q", "-b", "topic/x")
	check("branch with a slash", dir, "topic/x")
	tree := filepath.Join(s.dir, "tree")
	s.git(t, dir, "worktree", "add", "-q", "-b", "other", tree)
	mustWrite(t, tree+"/new.go", "")
	s.git(t, tree, "add", ".")
	s.git(t, tree, "commit", "-qm", "second")
	check("work tree", tree, "other")
	s.checkIndex(t, tree)
	if r := mustOpen(t, tree); r.ExcludeFile() != filepath.Join(dir, ".git/info/exclude") || r.CommonDir != filepath.Join(dir, ".git") {
		t.Errorf("work tree %+v", r)
	}
	s.git(t, dir, "checkout", "-q", "--detach")
	check("detached", dir, "")
	empty := filepath.Join(s.dir, "empty")
	mustWrite(t, empty+"/x", "")
	s.git(t, empty, "init", "-q", "-b", "unborn")
	if h, err := mustOpen(t, empty).Head(context.Background()); err != nil || h != (Head{Branch: "unborn"}) {
		t.Errorf("before the first commit: %+v, %v", h, err)
	}
	for _, text := range []string{"ref: ../../x", "ref: refs/../../x", "zzz", "", "ref: refs/heads/self"} {
		mustWrite(t, empty+"/.git/refs/heads/self", "ref: refs/heads/self\n")
		mustWrite(t, empty+"/.git/HEAD", text)
		if h, err := mustOpen(t, empty).Head(context.Background()); !errors.Is(err, projectbase.ErrMalformed) {
			t.Errorf("HEAD %q: %+v, %v", text, h, err)
		}
	}
}

func TestOpen(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	if r, err := Find(filepath.Join(dir, "dir/sub")); err != nil || r.WorkTree != dir {
		t.Errorf("from below: %+v, %v", r, err)
	}
	for name, text := range map[string]string{"file": "nonsense", "nowhere": "gitdir: ../none", "empty": "", "fake": "gitdir: fakedir"} {
		at := filepath.Join(s.dir, name)
		mustWrite(t, at+"/.git", text)
		if _, err := Open(at); !errors.Is(err, projectbase.ErrNotFound) {
			t.Errorf("%s: %v", name, err)
		}
	}
	linked := filepath.Join(s.dir, "linked")
	mustWrite(t, linked+"/.git", "gitdir: ../r/.git\r\n")
	if r, err := Open(linked); err != nil || r.Dir != filepath.Join(dir, ".git") {
		t.Errorf("linked: %+v, %v", r, err)
	}
}

func TestIgnoring(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	ask := func() Ignoring { return mustOpen(t, dir).Ignoring(context.Background(), s.env) }
	want := Ignoring{GlobalFile: filepath.Join(s.env.Home, ".config/git/ignore")}
	if diff := cmp.Diff(want, ask()); diff != "" {
		t.Errorf("no settings (-want +got):\n%s", diff)
	}
	for _, tc := range []struct{ global, local, file string }{
		{"[core]\n\texcludesFile = ~/mine\n", "", s.env.Home + "/mine"},
		{"[Core] ExcludesFile=\"/a b\" ; why\n", "", "/a b"},
		{"[core]\nexcludesfile = /a\\\n/b # c\n", "", "/a/b"},
		{"[core \"sub\"]\nexcludesfile = /no\n", "", want.GlobalFile},
		{"[core]\nexcludesfile = /a\n", "[core]\nexcludesfile = /b\n", "/b"},
		{"[include]\npath = other\n", "", s.env.Home + "/included"},
		{"[includeIf \"gitdir:" + dir + "/\"]\npath = other\n", "", s.env.Home + "/included"},
		{"[core]\nexcludesfile = relative\n", "", ""},
		{"[core]\nexcludesfile =\n", "", ""},
	} {
		mustWrite(t, s.env.Home+"/.gitconfig", tc.global)
		mustWrite(t, s.env.Home+"/other", "[core]\nexcludesFile = ~/included\n")
		mustWrite(t, dir+"/.git/config", "[core]\nrepositoryformatversion = 0\n"+tc.local)
		if got := ask(); got.GlobalFile != tc.file {
			t.Errorf("%q and %q: %q, want %q", tc.global, tc.local, got.GlobalFile, tc.file)
		}
		if tc.file != "" && tc.file != want.GlobalFile {
			if out := s.git(t, dir, "config", "--path", "core.excludesfile"); out != tc.file {
				t.Errorf("git itself says %q, the test %q", out, tc.file)
			}
		}
	}
	mustWrite(t, dir+"/.git/config", "[core]\nignoreCase\n")
	if !ask().FoldCase {
		t.Error("a key without value is true")
	}
	var none *Repo
	if got := none.Ignoring(context.Background(), Environment{}); got != (Ignoring{}) {
		t.Errorf("nowhere: %+v", got)
	}
}

func FuzzConfig(f *testing.F) {
	f.Add([]byte("[core]\n\texcludesFile = \"~/x\\\"\" ; c\n[a \"b\\\"c\"]\nk\n"))
	f.Add([]byte("[a.b]k=v\\\r\nw\n#\n[x"))
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, s := range parseConfig(data) {
			if s.key != strings.ToLower(s.key) || len(s.value) > len(data) {
				t.Fatalf("%+v", s)
			}
		}
	})
}

func TestChanged(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	mustWrite(t, dir+"/a.go", "changed")
	mustWrite(t, dir+"/dir/new\nline.go", "")
	s.git(t, dir, "mv", "dir/b.go", "dir/c.go")
	s.git(t, dir, "add", ".")
	s.git(t, dir, "commit", "-qm", "second")
	got, err := Changed(context.Background(), dir, "HEAD~1", "main")
	if err != nil {
		t.Fatal(err)
	}
	want := []Change{{Path: "a.go"}, {Path: "dir/b.go", Deleted: true}, {Path: "dir/c.go"}, {Path: "dir/new\nline.go"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	got, err = Changed(context.Background(), dir+"/dir", "HEAD~1", "HEAD")
	if err != nil {
		t.Fatal(err)
	}
	want = []Change{{Path: "b.go", Deleted: true}, {Path: "c.go"}, {Path: "new\nline.go"}}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Errorf("below (-want +got):\n%s", diff)
	}
	for _, name := range []string{"", "--output=/tmp/x", "none", "a\nb", "HEAD:a.go"} {
		if _, err := Changed(context.Background(), dir, name, "HEAD"); !errors.Is(err, projectbase.ErrUsage) {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// What a hostile configuration names must not start.
func TestRunStartsNothing(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	mark := filepath.Join(s.dir, "mark")
	bad := filepath.Join(s.dir, "bad")
	mustWrite(t, bad, "#!/bin/sh\necho $0 >> "+mark+"\n")
	if err := os.Chmod(bad, 0o755); err != nil {
		t.Fatal(err)
	}
	for _, hook := range []string{"post-index-change", "pre-commit", "post-checkout", "reference-transaction"} {
		if err := os.Symlink(bad, filepath.Join(dir, ".git/hooks", hook)); err != nil {
			t.Fatal(err)
		}
	}
	config := fmt.Sprintf("[core]\nfsmonitor = %[1]s\npager = %[1]s\neditor = %[1]s\nhooksPath = %[2]s/.git/hooks\n[diff]\nexternal = %[1]s\n"+
		"[diff \"x\"]\ntextconv = %[1]s\ncommand = %[1]s\n[filter \"x\"]\nclean = %[1]s\nsmudge = %[1]s\n[pager]\nls-files = %[1]s\ndiff-tree = %[1]s\n[alias]\nls-files = !%[1]s\n", bad, dir)
	mustWrite(t, dir+"/.git/config", config)
	mustWrite(t, dir+"/.gitattributes", "* diff=x filter=x\n")
	for name, value := range map[string]string{"GIT_EXTERNAL_DIFF": bad, "GIT_PAGER": bad, "GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere", "PAGER": bad} {
		t.Setenv(name, value)
	}
	ctx := context.Background()
	mustWrite(t, dir+"/a.go", "changed")
	for _, args := range [][]string{{"ls-files", "-z", "-c", "--stage"}, {"diff-tree", "-r", "-p", "--no-ext-diff", "--no-textconv", "HEAD"}, {"rev-parse", "HEAD"}} {
		if _, err := (Command{Dir: dir, Args: args}).Run(ctx); err != nil {
			t.Errorf("git %v: %v", args, err)
		}
	}
	if _, err := Changed(ctx, dir, "HEAD", "HEAD"); err != nil {
		t.Error(err)
	}
	if text, err := os.ReadFile(mark); err == nil {
		t.Errorf("started: %s", text)
	}
	// The trap itself must work.
	for _, name := range []string{"GIT_DIR", "GIT_INDEX_FILE"} {
		os.Unsetenv(name)
	}
	cmd := exec.Command("git", "status")
	cmd.Dir = dir
	cmd.Run() // it may well fail on what the trap answers
	if _, err := os.ReadFile(mark); err != nil {
		t.Errorf("the trap does not spring: %v", err)
	}
}

func TestRunLimits(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	ctx := context.Background()
	if _, err := (Command{Dir: dir, Args: []string{"ls-files"}, MaxOutput: 5}).Run(ctx); !errors.Is(err, projectbase.ErrLimit) {
		t.Errorf("much output: %v", err)
	}
	if _, err := (Command{Dir: dir, Args: []string{"ls-files"}, Timeout: time.Nanosecond}).Run(ctx); !errors.Is(err, projectbase.ErrLimit) {
		t.Errorf("no time: %v", err)
	}
	if _, err := (Command{Dir: dir, Args: []string{"no-such-command"}}).Run(ctx); err == nil || !strings.Contains(err.Error(), "no-such-command") {
		t.Errorf("a wrong command: %v", err)
	}
	ctx, cancel := context.WithCancel(ctx)
	cancel()
	if _, err := (Command{Dir: dir, Args: []string{"ls-files"}}).Run(ctx); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}
