package git

import (
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
)

func TestHistory(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	mustWrite(t, filepath.Join(dir, "dir", "b.go"), "changed")
	mustWrite(t, filepath.Join(dir, "odd\nname.go"), "x")
	t.Setenv("GIT_COMMITTER_DATE", "2001-02-03T04:05:06Z")
	s.git(t, dir, "add", ".")
	s.git(t, dir, "commit", "-q", "-m", "two\n\nwith a body")
	// This configuration would start programs or change the output.
	marker := filepath.Join(s.dir, "ran")
	for _, kv := range [][2]string{{"diff.external", "touch " + marker}, {"core.pager", "touch " + marker}, {"log.showSignature", "true"}, {"gpg.program", "touch " + marker},
		{"log.decorate", "full"}, {"format.pretty", "fuller"}, {"filter.x.clean", "touch " + marker}, {"log.follow", "true"}, {"core.fsmonitor", "touch " + marker}} {
		s.git(t, dir, "config", kv[0], kv[1])
	}
	mustWrite(t, filepath.Join(dir, ".gitattributes"), "* filter=x diff=x\n")
	all, err := History(t.Context(), dir, time.Unix(0, 0))
	if err != nil {
		t.Fatal(err)
	}
	commits := map[projectbase.Path]int{}
	for p, c := range all {
		commits[p] = c.Commits
	}
	if d := cmp.Diff(map[projectbase.Path]int{"a.go": 1, "dir/b.go": 2, "dir/sub/ä b.go": 1, "odd\nname.go": 1}, commits); d != "" {
		t.Errorf("commits (-want +got):\n%s", d)
	}
	if at := all["odd\nname.go"].Last; at != 981173106 {
		t.Errorf("last commit at %d", at)
	}
	below, err := History(t.Context(), filepath.Join(dir, "dir"), time.Unix(0, 0))
	if err != nil || below["b.go"].Commits != 2 || len(below) != 2 {
		t.Errorf("below a directory: %v, %v", below, err)
	}
	if none, err := History(t.Context(), dir, time.Now().Add(time.Hour)); err != nil || len(none) != 0 {
		t.Errorf("in the future: %v, %v", none, err)
	}
	if _, err := History(t.Context(), s.dir, time.Unix(0, 0)); !errors.Is(err, projectbase.ErrNotFound) {
		t.Errorf("outside of a repository: %v", err)
	}
	changes, err := Uncommitted(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]Change{{Path: ".gitattributes"}}, changes); d != "" {
		t.Errorf("uncommitted (-want +got):\n%s", d)
	}
	if _, err := os.Stat(marker); err == nil {
		t.Error("a configured program ran")
	}
}

func TestBlob(t *testing.T) {
	s := newSandbox(t)
	dir := s.repo(t, "r")
	mustWrite(t, filepath.Join(dir, "dir", "b.go"), "new")
	for _, tt := range []struct {
		dir, commit string
		file        projectbase.Path
		want        string
		err         error
	}{
		{dir, "HEAD", "dir/b.go", "dir/b.go", nil},
		{filepath.Join(dir, "dir"), "main", "b.go", "dir/b.go", nil},
		{dir, "HEAD", "gone.go", "", projectbase.ErrNotFound},
		{dir, "--all", "a.go", "", projectbase.ErrUsage},
	} {
		got, err := Blob(t.Context(), tt.dir, tt.commit, tt.file)
		if string(got) != tt.want || !errors.Is(err, tt.err) {
			t.Errorf("%s in %s: %q, %v", tt.file, tt.commit, got, err)
		}
	}
	s.git(t, dir, "rm", "-q", "a.go")
	mustWrite(t, filepath.Join(dir, "new.go"), "x")
	changes, err := Uncommitted(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]Change{{Path: "a.go", Deleted: true}, {Path: "dir/b.go"}, {Path: "new.go"}}, changes); d != "" {
		t.Errorf("uncommitted (-want +got):\n%s", d)
	}
}
