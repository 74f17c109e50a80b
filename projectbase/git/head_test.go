package git

import (
	"context"
	"errors"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
)

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
