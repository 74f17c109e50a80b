package git

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestSiblings(t *testing.T) {
	s := newSandbox(t)
	dir := s.dir
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	main, one, two, other := filepath.Join(dir, "main"), filepath.Join(dir, "one"), filepath.Join(dir, "two"), filepath.Join(dir, "other")
	for _, d := range []string{main, other} {
		if err := os.Mkdir(d, 0o755); err != nil {
			t.Fatal(err)
		}
		s.git(t, d, "init", "-q")
		s.git(t, d, "commit", "-q", "--allow-empty", "-m", "one")
	}
	s.git(t, main, "worktree", "add", "-q", "-b", "one", one)
	s.git(t, main, "worktree", "add", "-q", "-b", "two", two)

	siblings := func(root string) []string {
		t.Helper()
		r, err := Open(root)
		if err != nil {
			t.Fatal(err)
		}
		got := []string{}
		for _, o := range r.Siblings() {
			got = append(got, o.WorkTree)
		}
		return got
	}
	check := func(root string, want ...string) {
		t.Helper()
		if diff := cmp.Diff(want, siblings(root)); diff != "" {
			t.Errorf("siblings of %s (-want +got):\n%s", root, diff)
		}
	}
	check(main, one, two)
	check(one, main, two)
	check(other, []string{}...)

	// One work tree is deleted; another repository replaces the second one.
	if err := os.RemoveAll(one); err != nil {
		t.Fatal(err)
	}
	check(main, two)
	if err := os.Rename(other, one); err != nil {
		t.Fatal(err)
	}
	check(two, main)
}

// TestSiblingsElsewhere finds the main work tree of a repository with a
// separate git directory.
func TestSiblingsElsewhere(t *testing.T) {
	s := newSandbox(t)
	dir := s.dir
	if real, err := filepath.EvalSymlinks(dir); err == nil {
		dir = real
	}
	main, linked := filepath.Join(dir, "main"), filepath.Join(dir, "linked")
	s.git(t, dir, "init", "-q", "--separate-git-dir", filepath.Join(dir, "elsewhere"), main)
	s.git(t, main, "config", "core.worktree", main)
	s.git(t, main, "commit", "-q", "--allow-empty", "-m", "one")
	s.git(t, main, "worktree", "add", "-q", "-b", "linked", linked)
	r, err := Open(linked)
	if err != nil {
		t.Fatal(err)
	}
	if got := r.Siblings(); len(got) != 1 || got[0].WorkTree != main {
		t.Errorf("siblings: %v", got)
	}
}
