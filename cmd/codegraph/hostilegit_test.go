package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"testing"

	"codegraph/projectbase/fresh/faulttest"
)

// TestHostileRepository works on repositories whose configuration names programs
// to run, or places elsewhere: none is run, and nothing is read or written there.
func TestHostileRepository(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	mark := h.path("mark")
	h.write("bin/canary", "#!/bin/sh\necho \"$0 $*\" >> "+mark+"\ncat\n")
	canary := h.path("bin/canary")
	if err := os.Chmod(canary, 0o755); err != nil {
		t.Fatal(err)
	}
	h.write("elsewhere/secret.go", "package secret // "+secret+"\n")
	mustCommit(t, h.path("elsewhere"))
	git := func(dir string, args ...string) {
		t.Helper()
		cmd := exec.Command("git", args...)
		cmd.Dir = h.path(dir)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	config := fmt.Sprintf(`
[core]
	fsmonitor = %[1]s
	hooksPath = %[2]s
	sshCommand = %[1]s
	gitProxy = %[1]s
	pager = %[1]s
	editor = %[1]s
	askPass = %[1]s
	alternateRefsCommand = %[1]s
	untrackedCache = true
[diff]
	external = %[1]s
[diff "evil"]
	textconv = %[1]s
	command = %[1]s
[filter "evil"]
	clean = %[1]s
	smudge = %[1]s
	process = %[1]s
	required = true
[merge "evil"]
	driver = %[1]s
[pager]
	log = %[1]s
	diff = %[1]s
[credential]
	helper = !%[1]s
[gpg]
	program = %[1]s
[log]
	showSignature = true
[remote "origin"]
	url = ext::%[1]s
	uploadpack = %[1]s
	promisor = true
	partialclonefilter = blob:none
[extensions]
	partialClone = origin
[submodule]
	recurse = true
[alias]
	log = !%[1]s
	diff = !%[1]s
`, canary, h.path("hooks"))
	for _, hook := range []string{"post-index-change", "pre-commit", "post-checkout", "reference-transaction", "fsmonitor-watchman"} {
		h.write("hooks/"+hook, h.read("bin/canary"))
		if err := os.Chmod(h.path("hooks/"+hook), 0o755); err != nil {
			t.Fatal(err)
		}
	}
	changes := map[string]func(dir string){
		"config": func(dir string) { h.write(dir+"/.git/config", h.read(dir+"/.git/config")+config) },
		"included": func(dir string) {
			h.write(dir+"/.git/more", config)
			h.write(dir+"/.git/config", h.read(dir+"/.git/config")+"[include]\n\tpath = more\n")
		},
		"work tree": func(dir string) { git(dir, "config", "core.worktree", h.path("elsewhere")) },
		"file elsewhere": func(dir string) {
			must(t, os.RemoveAll(h.path(dir+"/.git")))
			h.write(dir+"/.git", "gitdir: "+h.path("elsewhere/.git")+"\n")
		},
		"link elsewhere": func(dir string) {
			must(t, os.RemoveAll(h.path(dir+"/.git")))
			must(t, os.Symlink(h.path("elsewhere/.git"), h.path(dir+"/.git")))
		},
		"alternates":       func(dir string) { h.write(dir+"/.git/objects/info/alternates", h.path("elsewhere/.git/objects")+"\n") },
		"file in a circle": func(dir string) { must(t, os.RemoveAll(h.path(dir+"/.git"))); h.write(dir+"/.git", "gitdir: .git\n") },
		"file of garbage": func(dir string) {
			must(t, os.RemoveAll(h.path(dir+"/.git")))
			h.write(dir+"/.git", "gitdir: "+strings.Repeat("../", 5000)+"\x00\x1b[31m\n")
		},
	}
	n := 0
	for name, change := range changes {
		n++
		dir := fmt.Sprintf("r%d", n)
		h.write(dir+"/a.go", "package a\n\nfunc Sound() {}\n")
		h.write(dir+"/.gitattributes", "*.go diff=evil filter=evil merge=evil\n")
		mustCommit(t, h.path(dir))
		h.write(dir+"/b.go", "package a\n")
		git(dir, "add", "b.go")
		git(dir, "-c", "user.name=n", "-c", "user.email=e", "commit", "-q", "-m", "second")
		h.write(dir+"/a.go", "package a\n\nfunc Sound() { Sound() }\n")
		change(dir)
		h.env = []string{"GIT_DIR=" + h.path("elsewhere/.git"), "GIT_WORK_TREE=" + h.path("elsewhere"), "GIT_EXTERNAL_DIFF=" + canary, "GIT_PAGER=" + canary,
			"GIT_SSH_COMMAND=" + canary, "GIT_ASKPASS=" + canary, "GIT_EDITOR=" + canary, "PAGER=" + canary, "GIT_CONFIG_COUNT=1", "GIT_CONFIG_KEY_0=core.fsmonitor", "GIT_CONFIG_VALUE_0=" + canary,
			"GIT_INDEX_FILE=" + h.path("elsewhere/.git/index"), "GIT_OBJECT_DIRECTORY=" + h.path("elsewhere/.git/objects")}
		asked := [][]string{{"init"}, {"sync", "--git"}, {"diff-context"}, {"hotspots"}, {"export"},
			{"sync", "--git", "HEAD~1..HEAD"}, {"diff-context", "HEAD~1..HEAD"}, {"status"}, {"summary"}, {"tree"}, {"scan", "."}}
		for _, args := range asked[:faulttest.Rounds(5, len(asked))] {
			r := h.run(dir, args...)
			// If .git belongs to another repository, git reports that repository's files.
			another := strings.HasSuffix(name, " elsewhere") && args[0] == "diff-context"
			if strings.Contains(r.stdout, secret) || strings.Contains(r.stdout, "secret.go") && !another {
				t.Errorf("%s, %v: what lies elsewhere is told: %v", name, args, r)
			}
			h.clean(name, r.stderr)
		}
		if r := h.run(dir, "--json", "query", "Sound"); r.exit != 0 || total(t, r.stdout) != 1 {
			t.Errorf("%s: %v", name, r)
		}
		if ran, err := os.ReadFile(mark); err == nil {
			t.Errorf("%s: programs were run:\n%s", name, ran)
			must(t, os.Remove(mark))
		}
	}
	// The canary sings where somebody lets it.
	cmd := exec.Command("git", "-c", "core.fsmonitor="+canary, "status")
	cmd.Dir = h.path("elsewhere")
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if _, err := os.Stat(mark); err != nil {
		t.Errorf("the canary does not tell that it runs: %v", err)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
