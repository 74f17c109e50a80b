package fresh

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/search"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/worker"
)

// BenchmarkSave measures the time from a save to the answer, in a watched
// project of 10,000 files. Budget: 25 ms of CPU time.
func BenchmarkSave(b *testing.B) {
	pool, err := worker.NewPool(worker.Options{Engine: worker.Extraction(all.Set())})
	if err != nil {
		b.Fatal(err)
	}
	defer pool.Close()
	k := &Keeper{Indexer: &index.Indexer{Languages: all.Set(), Parsers: pool}}
	root := b.TempDir()
	for i := range 10000 {
		dir := filepath.Join(root, fmt.Sprint("pkg", i%100))
		if err := os.MkdirAll(dir, 0o755); err != nil {
			b.Fatal(err)
		}
		var text strings.Builder
		fmt.Fprintf(&text, "package pkg%d\n", i%100)
		for f := range 8 {
			fmt.Fprintf(&text, "\n// Handle%dOf%d answers.\nfunc Handle%dOf%d(n int) int {\n\treturn render%d(n)\n}\n", f, i, f, i, f)
		}
		if err := os.WriteFile(filepath.Join(dir, fmt.Sprintf("file%d.go", i)), []byte(text.String()), 0o644); err != nil {
			b.Fatal(err)
		}
	}
	p, err := index.ProjectAt(root, settings.Locations{})
	if err != nil {
		b.Fatal(err)
	}
	if _, err := k.Indexer.Init(b.Context(), p, index.InitOptions{}); err != nil {
		b.Fatal(err)
	}
	k.Watcher = NewWatcher(k.Indexer, WatchOptions{})
	defer k.Watcher.Close()
	base, err := query.Open(b.Context(), p.Base, p.Root, all.Set())
	if err != nil {
		b.Fatal(err)
	}
	defer base.Close()
	ask := func(i int) int {
		if _, err := k.Ensure(context.Background(), p, Options{Budget: time.Minute, Base: base.Store()}); err != nil {
			b.Fatal(err)
		}
		r, err := search.Run(context.Background(), base, search.Query{Term: fmt.Sprint("Saved", i), Limit: 100})
		if err != nil {
			b.Fatal(err)
		}
		return r.Total
	}
	ask(0)
	w, _ := k.Watcher.of(p)
	for i := 0; b.Loop(); i++ {
		b.StopTimer()
		untilKnown(b, w, base.Store()) // wait as between two saves
		b.StartTimer()
		if err := os.WriteFile(filepath.Join(root, "pkg0", "saved.go"), []byte(fmt.Sprintf("package pkg0\n\nfunc Saved%d() {}\n", i)), 0o644); err != nil {
			b.Fatal(err)
		}
		if n := ask(i); n != 1 {
			b.Fatalf("the answer has %d matches", n)
		}
	}
}
