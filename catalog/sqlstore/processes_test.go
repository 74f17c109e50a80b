package sqlstore

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"

	"codegraph/catalog"
)

const (
	processVariable = "SQLSTORE_TEST_PROCESS" // number of the process; its working directory has the catalog
	processes       = 8
	rounds          = 15
)

// TestProcesses starts processes that all find no catalog, make it, and write
// and read at once.
func TestProcesses(t *testing.T) {
	if number := os.Getenv(processVariable); number != "" {
		testProcess(t, number)
		return
	}
	dir := t.TempDir()
	cmds := make([]*exec.Cmd, processes)
	outs := make([]bytes.Buffer, processes)
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	for i := range cmds {
		cmd := exec.CommandContext(t.Context(), program, "-test.run=^TestProcesses$")
		cmd.Dir = dir
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", processVariable, i))
		cmd.Stdout, cmd.Stderr = &outs[i], &outs[i]
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		cmds[i] = cmd
	}
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v\n%s", i, err, &outs[i])
		}
	}
	s := mustOpen(t, filepath.Join(dir, "catalog.db"))
	m, err := s.Manifests(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if len(m.Projects) != processes*rounds+1 || len(m.Packages) != 2*processes*rounds {
		t.Errorf("%d projects and %d packages; an entry was lost", len(m.Projects), len(m.Packages))
	}
	for _, p := range m.Projects {
		if p.ID == "shared" && len(p.Tags) != processes {
			t.Errorf("tags of the shared project: %q", p.Tags)
		}
	}
}

func testProcess(t *testing.T, number string) {
	ctx := t.Context()
	s, err := Open(ctx, Options{Path: "catalog.db", Wait: time.Minute})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	shared := entry("shared")
	if _, err := s.Enter(ctx, shared); err != nil {
		t.Fatal(err)
	}
	if _, err := s.Tag(ctx, "shared", "p"+number); err != nil {
		t.Fatal(err)
	}
	for i := range rounds {
		e := entry(fmt.Sprintf("p%s-%d", number, i))
		e.Packages = []catalog.Package{{Ecosystem: "go", Key: "one"}, {Ecosystem: "go", Key: "two"}}
		if _, err := s.Enter(ctx, e); err != nil {
			t.Fatal(err)
		}
		stamp := catalog.Stamp{Index: catalog.FileStamp{Size: 1}, Terms: int64(i), Taken: int64(time.Hour)}
		if err := s.PutFilter(ctx, "shared", stamp, filterOf([]string{"always", fmt.Sprint(number, i)})); err != nil {
			t.Fatal(err)
		}
		c, err := s.Candidates(ctx, catalog.TermQuery{Mode: catalog.TermExact, Text: "always", Present: map[catalog.ProjectID]catalog.Stamp{"shared": stamp}})
		if err != nil || len(c.May) != 1 {
			t.Fatalf("Candidates: %+v, %v", c, err)
		}
		m, err := s.Manifests(ctx)
		if err != nil {
			t.Fatal(err)
		}
		if len(m.Packages) != 2*(len(m.Projects)-1) {
			t.Fatalf("%d packages of %d projects: half of an entry", len(m.Packages), len(m.Projects))
		}
		if _, err := s.ReplaceLinks(ctx, m.Revision, nil); err != nil && !errors.Is(err, catalog.ErrStale) {
			t.Fatal(err)
		}
	}
}
