package git

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// sandbox is a directory where git finds only the settings of the test.
type sandbox struct {
	dir string
	env Environment
}

func newSandbox(t *testing.T) sandbox {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Fatalf("this test compares with git: %v", err)
	}
	s := sandbox{dir: t.TempDir()}
	s.env.Home = filepath.Join(s.dir, "home")
	mustWrite(t, filepath.Join(s.env.Home, "x"), "")
	t.Setenv("HOME", s.env.Home)
	t.Setenv("XDG_CONFIG_HOME", "")
	return s
}

// git runs git in dir and returns its trimmed output.
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

// checkIndex compares Index with the output of git ls-files.
func (s sandbox) checkIndex(t *testing.T, dir string) {
	t.Helper()
	want := strings.Split(strings.TrimRight(s.git(t, dir, "ls-files", "-z"), "\x00"), "\x00")
	slices.Sort(want)
	if diff := cmp.Diff(slices.Compact(want), mustIndex(t, mustOpen(t, dir)).Names()); diff != "" {
		t.Errorf("tracked files (-git +ours):\n%s", diff)
	}
}
