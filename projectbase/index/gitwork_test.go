package index

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"codegraph/projectbase/git"
	"codegraph/projectbase/settings"
)

// shell runs git without the user's settings.
func shell(t *testing.T, dir string, args ...string) {
	t.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e@example.com", "-c", "protocol.file.allow=always",
		"-c", "init.defaultBranch=main", "-c", "commit.gpgsign=false"}, args...)...)
	cmd.Dir = dir
	for _, kv := range os.Environ() {
		if !strings.HasPrefix(kv, "GIT_") {
			cmd.Env = append(cmd.Env, kv)
		}
	}
	cmd.Env = append(cmd.Env, "HOME="+t.TempDir(), "GIT_CONFIG_NOSYSTEM=1", "GIT_EDITOR=true")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// TestSyncAfterGitCommands runs common git commands. After each, a sync must
// give a fresh index.
func TestSyncAfterGitCommands(t *testing.T) {
	other := filepath.Join(t.TempDir(), "other")
	if err := os.Mkdir(other, 0o755); err != nil {
		t.Fatal(err)
	}
	shell(t, other, "init", "-q")
	if err := os.WriteFile(filepath.Join(other, "sub.go"), []byte("package sub\n\nfunc Sub() {}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	shell(t, other, "add", ".")
	shell(t, other, "commit", "-qm", "sub")

	f := newFixture(t, map[string]string{"a.go": "package a\n\nfunc A() {}\n", "b/b.go": "package b\n\nfunc B() {}\n",
		"c/c.go": "package c\n", ".gitignore": "made/\n.codegraph/\n", "made/m.go": "package made\n"})
	f.Git = git.Environment{Home: t.TempDir()}
	run := func(args ...string) func() { return func() { shell(t, f.p.Root, args...) } }
	write := func(name, text string) func() { return func() { f.write(name, text) } }
	run("init", "-q")()
	run("add", ".")()
	run("commit", "-qm", "one")()
	f.mustInit(InitOptions{})
	steps := []struct {
		name string
		do   []func()
	}{
		{"a branch", []func(){run("switch", "-qc", "topic"), write("a.go", "package a\n\nfunc Topic() {}\n"), write("t.go", "package a\n"),
			run("add", "."), run("commit", "-qm", "topic")}},
		{"back", []func(){run("switch", "-q", "main")}},
		{"a commit beside it", []func(){write("b/b.go", "package b\n\nfunc B2() {}\n"), run("commit", "-qam", "two")}},
		{"rebase", []func(){run("switch", "-q", "topic"), run("rebase", "-q", "main")}},
		{"stash", []func(){write("a.go", "package a\n\nfunc Stashed() {}\n"), write("u.go", "package a\n"), run("stash", "-qu")}},
		{"stash pop", []func(){run("stash", "pop", "-q")}},
		{"reset", []func(){run("add", "."), run("reset", "-q", "--hard", "main")}},
		{"merge", []func(){run("merge", "-q", "--no-edit", "topic")}},
		{"a tracked file in an ignored directory", []func(){run("add", "-f", "made/m.go")}},
		{"no longer tracked", []func(){run("rm", "-q", "--cached", "made/m.go")}},
		{"a submodule", []func(){run("submodule", "add", "-q", other, "sub")}},
		{"a submodule that is taken out", []func(){run("submodule", "deinit", "-f", "sub")}},
		{"and brought back", []func(){run("submodule", "update", "-q", "--init")}},
		{"a sparse checkout", []func(){run("add", "."), run("commit", "-qm", "sub"), run("sparse-checkout", "set", "b")}},
		{"a whole one", []func(){run("sparse-checkout", "disable")}},
		{"a moved directory", []func(){run("mv", "c", "d")}},
		{"a detached head", []func(){run("checkout", "-qf", "HEAD~1")}},
		{"a clean tree", []func(){run("clean", "-qfd")}},
		{"no repository", []func(){func() {
			if err := os.RemoveAll(f.path(".git")); err != nil {
				t.Fatal(err)
			}
		}}},
	}
	for _, s := range steps {
		for _, do := range s.do {
			do()
		}
		f.mustSync()
		f.checkFresh(s.name)
	}
}

// TestWorktree checks that each work tree of a repository has its own index
// with its own id.
func TestWorktree(t *testing.T) {
	f := newFixture(t, map[string]string{"a.go": "package a\n\nfunc A() {}\n", ".gitignore": ".codegraph/\n"})
	f.Git = git.Environment{Home: t.TempDir()}
	shell(t, f.p.Root, "init", "-q")
	shell(t, f.p.Root, "add", ".")
	shell(t, f.p.Root, "commit", "-qm", "one")
	first := f.mustInit(InitOptions{})
	main := f.p
	var err error
	if f.p, err = ProjectAt(filepath.Join(t.TempDir(), "second"), settings.Locations{}); err != nil {
		t.Fatal(err)
	}
	shell(t, main.Root, "worktree", "add", "-q", "-b", "topic", f.p.Root)
	f.write("b.go", "package a\n\nfunc OnlyHere() {}\n")
	second := f.mustInit(InitOptions{})
	if second.ProjectID == first.ProjectID || second.ProjectID == "" {
		t.Errorf("ids %q and %q", first.ProjectID, second.ProjectID)
	}
	f.checkFresh("a new work tree")
	f.p = main
	f.mustSync()
	f.checkFresh("another work tree beside it")
	if strings.Contains(f.export(), "OnlyHere") {
		t.Error("a file of the other work tree is in the index")
	}
}
