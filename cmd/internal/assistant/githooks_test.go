package assistant

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestSetupGit checks that existing hooks still run after setup, and that removal
// restores their original text.
func TestSetupGit(t *testing.T) {
	dir := t.TempDir()
	before := map[string]string{
		"post-commit":   "#!/usr/bin/env bash\nset -e\ncat >> $(git rev-parse --git-dir)/ran\nexit 3\n",
		"post-checkout": "#!/usr/bin/python3\nprint(1)\n",
		"post-merge":    "#!/bin/sh\nexit 0",
	}
	mustWrite(t, dir, before)
	for name := range before {
		if err := os.Chmod(filepath.Join(dir, name), 0o750); err != nil {
			t.Fatal(err)
		}
	}
	applyGit(t, SetupGit(dir))
	got := mustRead(t, dir)
	if got["post-checkout"+chained] != before["post-checkout"] || !strings.HasSuffix(got["post-checkout"], chainedHook) {
		t.Errorf("a hook in Python is not chained: %q", got)
	}
	if want := "#!/usr/bin/env bash\n" + scriptBlock() + "set -e\n"; !strings.HasPrefix(got["post-commit"], want) {
		t.Errorf("post-commit = %q, want it to start with %q", got["post-commit"], want)
	}
	for _, event := range gitEvents {
		if info, err := os.Stat(filepath.Join(dir, event)); err != nil || info.Mode().Perm()&0o111 != 0o111 {
			t.Errorf("%s: %v, %v", event, info.Mode(), err)
		}
	}
	for _, c := range applyGit(t, SetupGit(dir)) {
		if c.Action != Unchanged {
			t.Errorf("the second time, %s: %s", c.File, c.Action)
		}
	}
	applyGit(t, UnsetupGit(dir))
	if d := cmp.Diff(before, mustRead(t, dir)); d != "" {
		t.Errorf("undone (-before +after):\n%s", d)
	}
}

// TestSetupGitLeaves checks that setup does not make a disabled hook executable.
func TestSetupGitLeaves(t *testing.T) {
	dir := t.TempDir()
	mustWrite(t, dir, map[string]string{"post-commit": "#!/bin/sh\nrm -rf build\n"})
	changes := SetupGit(dir)
	if changes[0].Action != Refused || changes[0].Err == nil {
		t.Errorf("not executable: %s, %v", changes[0].Action, changes[0].Err)
	}
}

func applyGit(t *testing.T, changes []Change) []Change {
	t.Helper()
	for i := range changes {
		changes[i].Apply()
		if changes[i].Err != nil {
			t.Errorf("%s: %v", changes[i].File, changes[i].Err)
		}
	}
	return changes
}
