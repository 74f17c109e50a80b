//go:build linux

package worker

import (
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
)

// The benchmarks extract GOROOT/src/cmd, some 44 MB of Go, in this process and
// through children. Their cpu-s/op may differ by no more than the noise.

func goSources(b *testing.B) []File {
	b.Helper()
	root, err := exec.Command("go", "env", "GOROOT").Output()
	if err != nil {
		b.Fatal(err)
	}
	var files []File
	size := int64(0)
	err = filepath.WalkDir(filepath.Join(strings.TrimSpace(string(root)), "src", "cmd"), func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || !strings.HasSuffix(path, ".go") {
			return err
		}
		source, err := os.ReadFile(path)
		size += int64(len(source))
		files = append(files, File{Path: projectbase.Path(d.Name()), Language: "go", Source: source})
		return err
	})
	if err != nil || len(files) == 0 {
		b.Fatalf("%d files, %v", len(files), err)
	}
	b.SetBytes(size)
	return files
}

// cpu returns the CPU time of this process and its ended children.
func cpu(b *testing.B) time.Duration {
	var sum int64
	for _, who := range []int{syscall.RUSAGE_SELF, syscall.RUSAGE_CHILDREN} {
		var u syscall.Rusage
		if err := syscall.Getrusage(who, &u); err != nil {
			b.Fatal(err)
		}
		sum += u.Utime.Nano() + u.Stime.Nano()
	}
	return time.Duration(sum)
}

func BenchmarkInProcess(b *testing.B) {
	files := goSources(b)
	before := cpu(b)
	for b.Loop() {
		engine := Extraction(all.Set())(time.Minute)
		for _, f := range files {
			if _, err := engine.File(f); err != nil {
				b.Fatal(err)
			}
		}
		engine.Close()
	}
	b.ReportMetric((cpu(b)-before).Seconds()/float64(b.N), "cpu-s/op")
}

func BenchmarkPool(b *testing.B) {
	files := goSources(b)
	before := cpu(b)
	for b.Loop() {
		p, err := NewPool(Options{Engine: Extraction(all.Set()), Env: []string{"FAKE_CHILD=real"}})
		if err != nil {
			b.Fatal(err)
		}
		jobs := make(chan Job)
		go func() {
			defer close(jobs)
			for _, f := range files {
				jobs <- Job{File: f}
			}
		}()
		partial := 0
		err = p.Extract(b.Context(), jobs, func(r Result) error {
			if r.Facts.Partial != "" {
				partial++
			}
			return nil
		})
		if err != nil || partial > 0 {
			b.Fatalf("%d files were not parsed, %v", partial, err)
		}
		p.Close()
	}
	b.ReportMetric((cpu(b)-before).Seconds()/float64(b.N), "cpu-s/op")
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		b.Fatal(err)
	}
	b.ReportMetric(float64(u.Maxrss)/1024, "child-MB")
}
