package git

import (
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
)

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

// Programs that a hostile configuration names must not start.
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
	// The configured programs do start without the overrides.
	for _, name := range []string{"GIT_DIR", "GIT_INDEX_FILE"} {
		os.Unsetenv(name)
	}
	cmd := exec.Command("git", "status")
	cmd.Dir = dir
	cmd.Run() // it may fail because of the output of the configured program
	if _, err := os.ReadFile(mark); err != nil {
		t.Errorf("the configured program did not start: %v", err)
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
