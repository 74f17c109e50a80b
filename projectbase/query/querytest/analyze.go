package querytest

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"golang.org/x/tools/txtar"

	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/worker"
)

// inProcess parses in the test process, which is safe for harmless files.
type inProcess struct{}

func (inProcess) Extract(ctx context.Context, jobs <-chan worker.Job, deliver func(worker.Result) error) error {
	engine := worker.Extraction(all.Set())(time.Minute)
	defer engine.Close()
	for j := range jobs {
		facts, err := engine.File(j.File)
		if err != nil {
			return err
		}
		if err := deliver(worker.Result{Job: j, Facts: facts}); err != nil {
			return err
		}
	}
	return ctx.Err()
}

// MustAnalyze returns the index of a project with the files of an archive.
func MustAnalyze(t *testing.T, archive string) *query.Index {
	t.Helper()
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	root := filepath.Join(t.TempDir(), "p")
	for _, f := range txtar.Parse([]byte(archive)).Files {
		at := filepath.Join(root, filepath.FromSlash(f.Name))
		must(os.MkdirAll(filepath.Dir(at), 0o755))
		must(os.WriteFile(at, f.Data, 0o644))
	}
	p, err := index.ProjectAt(root, settings.Locations{})
	must(err)
	x := &index.Indexer{Languages: all.Set(), Parsers: inProcess{}}
	_, err = x.Init(t.Context(), p, index.InitOptions{})
	must(err)
	b, err := query.Open(t.Context(), p.Base, p.Root, all.Set())
	must(err)
	t.Cleanup(func() { b.Close() })
	return b
}
