package write_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"testing"

	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
)

// BenchmarkBuild measures writing a full index. Budget: 1.3 s of CPU time, and
// 1.2 bytes of index for a byte of source.
func BenchmarkBuild(b *testing.B) {
	c := bigCorpus(b)
	refs, symbols := 0, 0
	for _, f := range c.facts {
		refs += len(f.References)
		symbols += len(f.Symbols)
	}
	runtime.GC()
	b.ResetTimer()
	start := cpuTime()
	var size int64
	for range b.N {
		dir := b.TempDir()
		c.build(b, dir)
		fi, err := os.Stat(filepath.Join(dir, store.FileName))
		if err != nil {
			b.Fatal(err)
		}
		size = fi.Size()
	}
	b.ReportMetric((cpuTime()-start).Seconds()/float64(b.N), "cpu-s/op")
	b.ReportMetric(float64(size)/float64(c.bytes), "base/source")
	b.ReportMetric(float64(c.occ), "occurrences")
	b.ReportMetric(float64(refs), "references")
	b.ReportMetric(float64(symbols), "symbols")
	if testing.Verbose() {
		b.Log(tableSizes(b, filepath.Dir(b.TempDir())))
	}
}

func tableSizes(b *testing.B, parent string) string {
	dirs, err := filepath.Glob(filepath.Join(parent, "*", store.FileName))
	if err != nil || len(dirs) == 0 {
		b.Fatal("no index to measure", err)
	}
	c, err := database.Connect(filepath.Dir(dirs[0]), dirs[0], database.ReadParams...)
	if err != nil {
		b.Fatal(err)
	}
	defer c.Close()
	s, err := c.Prepare("sizes", "SELECT name, sum(pgsize) FROM dbstat GROUP BY 1 ORDER BY 2 DESC LIMIT 9")
	if err != nil {
		b.Fatal(err)
	}
	r, err := c.QueryStmt(s)
	if err != nil {
		b.Fatal(err)
	}
	out := ""
	for r.Next() {
		out += fmt.Sprintf("%s %.2f MB; ", r.Text(0), float64(r.Int64(1))/1e6)
	}
	return out
}

func TestMain(m *testing.M) {
	code := m.Run()
	if bigDir != "" {
		os.RemoveAll(bigDir)
	}
	os.Exit(code)
}
