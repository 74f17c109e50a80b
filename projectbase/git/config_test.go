package git

import (
	"context"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
	mustWrite(t, s.env.Home+"/.gitconfig", "[include]\npath = other\n")
	mustWrite(t, s.env.Home+"/other", "[core]\nignoreCase = yes\n")
	mustWrite(t, dir+"/.git/config", "[core]\nrepositoryformatversion = 0\n")
	if !ask().FoldCase {
		t.Error("core.ignoreCase of an included file is not read")
	}
	mustWrite(t, dir+"/.git/config", "[core]\nrepositoryformatversion = 1\n[extensions]\nworktreeConfig\n")
	mustWrite(t, dir+"/.git/config.worktree", "[core]\nignoreCase = no\n")
	if ask().FoldCase {
		t.Error("core.ignoreCase of the work tree configuration is not read")
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
			if s.key != strings.ToLower(s.key) || len(s.value) > len(data) && s.value != "true" {
				t.Fatalf("%+v", s)
			}
		}
	})
}

func TestIncludedConfig(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	mustWrite(t, s.env.Home+"/.gitconfig", "[include]\npath = more\npath = ~/loop\npath = ~nobody/x\npath =\n")
	mustWrite(t, s.env.Home+"/more", "[includeIf \"onbranch:x\"]\npath = /abs/file\n")
	mustWrite(t, s.env.Home+"/loop", "[include]\npath = loop\n")
	mustWrite(t, dir+"/.git/config", "[include]\npath = ../shared\n[extensions]\nworktreeConfig = true\n")
	want := []string{dir + "/.git/config.worktree", s.env.Home + "/more", s.env.Home + "/loop", dir + "/shared", "/abs/file"}
	if diff := cmp.Diff(want, mustOpen(t, dir).IncludedConfig(s.env)); diff != "" {
		t.Error(diff)
	}
	var none *Repo
	if diff := cmp.Diff(want[1:3], none.IncludedConfig(s.env)[:2]); diff != "" {
		t.Error(diff)
	}
}
