package fresh

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/source"
	"codegraph/projectbase/store/read"
)

// watching returns a fixture whose index is watched and known.
func watching(t *testing.T, opts WatchOptions) (*fixture, *watched) {
	t.Helper()
	f := newFixture(t)
	f.Indexer.Now = nil
	f.Watcher = NewWatcher(f.Indexer, opts)
	t.Cleanup(func() { f.Watcher.Close() })
	f.want(ample, Fresh)
	b, _ := f.Watcher.of(f.p)
	f.untilKnown(b)
	return f, b
}

// untilKnown waits until the index is known to match its files.
func (f *fixture) untilKnown(b *watched) {
	f.Helper()
	base, err := read.Open(f.Context(), f.p.Base)
	if err != nil {
		f.Fatal(err)
	}
	defer base.Close()
	untilKnown(f, b, base)
}

func untilKnown(t testing.TB, b *watched, base *read.Index) {
	t.Helper()
	for end := time.Now().Add(20 * time.Second); !b.knows(t.Context(), base); {
		if time.Now().After(end) {
			b.mu.Lock()
			t.Fatalf("never known: %+v, %d changes, blind %v, %d directories", b.verified, b.changes, b.blind, len(b.dirs))
		}
		runtime.Gosched()
	}
}

// known reports whether the index is known to match its files.
func (f *fixture) known(b *watched) bool {
	f.Helper()
	base, err := read.Open(f.Context(), f.p.Base)
	if err != nil {
		f.Fatal(err)
	}
	defer base.Close()
	return b.knows(f.Context(), base)
}

func needNotices(t *testing.T) {
	t.Helper()
	if runtime.GOOS != "linux" || !source.Reach(t.TempDir()) {
		t.Skip("NOTICES OF THE FILE SYSTEM ARE NO PROOF HERE: nothing to test")
	}
}

// TestKnownUntilChanged checks that any change of the content makes the index
// unknown at once, and known again without a query.
func TestKnownUntilChanged(t *testing.T) {
	needNotices(t)
	do := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	f, b := watching(t, WatchOptions{})
	at := func(name string) string { return filepath.Join(f.p.Root, name) }
	steps := []struct {
		name string
		do   func()
	}{
		{"written", func() { f.write("a.go", "package a\n\nfunc One() {}\n") }},
		{"new", func() { f.write("c.go", "package a\n") }},
		{"saved by renaming", func() { f.write("a.tmp", "package a\n\nfunc Two() {}\n"); do(os.Rename(at("a.tmp"), at("a.go"))) }},
		{"removed", func() { do(os.Remove(at("c.go"))) }},
		{"new directories", func() { do(os.MkdirAll(at("x/y/z"), 0o755)); f.write("x/y/z/d.go", "package z\n") }},
		{"written deep", func() { f.write("x/y/z/d.go", "package z\n\nvar V int\n") }},
		{"directory renamed", func() { do(os.Rename(at("x"), at("w"))) }},
		{"written in it", func() { f.write("w/y/z/d.go", "package z\n\nvar W int\n") }},
		{"another in its place", func() {
			do(os.Rename(at("w"), at("v")))
			do(os.MkdirAll(at("w/y"), 0o755))
			f.write("w/y/e.go", "package y\n")
		}},
		{"written in the other", func() { f.write("w/y/e.go", "package y\n\nvar E int\n") }},
		{"ignored", func() { f.write(".gitignore", "b.go\n") }},
		{"settings", func() { f.write(".codegraph/config.json", `{"exclude":["w/**"]}`) }},
		{"rights", func() { do(os.Chmod(at("a.go"), 0o600)) }},
		{"directory removed", func() { do(os.RemoveAll(at("v"))) }},
	}
	for _, s := range steps {
		b.work <- struct{}{} // no update meanwhile
		s.do()
		if f.known(b) {
			t.Fatalf("%s: the index is still taken for fresh", s.name)
		}
		<-b.work
		f.want(ample, Fresh)
		f.untilKnown(b)
		f.want(Options{}, Fresh) // this query compares the files
	}
}

// TestUnindexedFilesCauseNoUpdate changes files that are not indexed.
func TestUnindexedFilesCauseNoUpdate(t *testing.T) {
	needNotices(t)
	f := newFixture(t)
	f.Indexer.Now = nil
	f.write(".gitignore", "*.log\nout/\n")
	if err := os.Mkdir(filepath.Join(f.p.Root, "out"), 0o755); err != nil {
		t.Fatal(err)
	}
	f.write("build.log", "1\n")
	f.Watcher = NewWatcher(f.Indexer, WatchOptions{})
	defer f.Watcher.Close()
	f.want(ample, Fresh)
	b, _ := f.Watcher.of(f.p)
	f.untilKnown(b)
	before := b.mark()
	for i := range 100 {
		f.write("build.log", fmt.Sprintln(i))
		f.write("out/made.go", fmt.Sprintln("package out //", i))
	}
	if !f.known(b) || b.mark() != before {
		t.Errorf("%d changes noticed", b.mark()-before)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.dirs[filepath.Join(f.p.Root, "out")] {
		t.Error("an ignored directory is watched")
	}
}

// TestRandomChangesWatched checks after random changes that a fresh answer
// agrees with a comparison of all files.
func TestRandomChangesWatched(t *testing.T) {
	needNotices(t)
	rounds := 100
	if testing.Short() {
		rounds = 20
	}
	f, _ := watching(t, WatchOptions{})
	r := rand.New(rand.NewPCG(7, 7))
	at := func(dir, file int) (string, string) {
		return fmt.Sprintf("d%d", dir), fmt.Sprintf("d%d/f%d.go", dir, file)
	}
	for i := range rounds {
		for range 1 + r.IntN(4) {
			dir, name := at(r.IntN(4), r.IntN(3))
			path := filepath.Join(f.p.Root, name)
			switch r.IntN(6) {
			case 0:
				_ = os.RemoveAll(filepath.Join(f.p.Root, dir)) // it need not be there
			case 1:
				other, _ := at(r.IntN(4), 0)
				_ = os.Rename(filepath.Join(f.p.Root, dir), filepath.Join(f.p.Root, other)) // it may not go
			case 2:
				_ = os.Remove(path) // it need not be there
			default:
				if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
					t.Fatal(err)
				}
				f.write(name, fmt.Sprintf("package d\n\nvar v%d int\n", i))
			}
		}
		s, err := f.Ensure(t.Context(), f.p, ample)
		if err != nil {
			t.Fatal(err)
		}
		if s.State == Fresh {
			f.want(Options{}, Fresh)
		}
	}
}

// TestOneWatcher checks that one process watches an index until it ends or is
// killed.
func TestOneWatcher(t *testing.T) {
	f, _ := watching(t, WatchOptions{})
	other := NewWatcher(f.Indexer, WatchOptions{})
	var busy *projectbase.BusyError
	if err := other.Watch(f.p); !errors.As(err, &busy) || busy.PID != os.Getpid() {
		t.Fatalf("a second watcher: %v", err)
	}
	if err := other.Close(); err != nil {
		t.Error(err)
	}
	if err := f.Watcher.Close(); err != nil {
		t.Error(err)
	}
	third := NewWatcher(f.Indexer, WatchOptions{})
	defer third.Close()
	if err := third.Watch(f.p); err != nil {
		t.Errorf("after the first has ended: %v", err)
	}
}

// TestWatchedIndexRemoved checks that watching ends with the index and begins
// again with the next index.
func TestWatchedIndexRemoved(t *testing.T) {
	f, b := watching(t, WatchOptions{Rest: -1})
	f.removeIndex()
	if _, err := f.Ensure(t.Context(), f.p, ample); !errors.Is(err, projectbase.ErrNotIndexed) {
		t.Fatalf("%v", err)
	}
	f.write("a.go", "package a\n\nfunc After() {}\n")
	<-b.ended
	if _, err := f.Indexer.Init(t.Context(), f.p, index.InitOptions{}); err != nil {
		t.Fatal(err)
	}
	f.want(ample, Fresh)
	if again, _ := f.Watcher.of(f.p); again == nil || again == b {
		t.Error("the new index is not watched")
	}
}

// TestLostNotices checks that an overflow makes all indexes unknown and renews
// the watches.
func TestLostNotices(t *testing.T) {
	needNotices(t)
	f, b := watching(t, WatchOptions{})
	b.work <- struct{}{} // no update meanwhile
	f.Watcher.notice(source.Notice{})
	if f.known(b) {
		t.Error("the index is still taken for fresh")
	}
	<-b.work
	f.untilKnown(b)
	b.work <- struct{}{}
	f.write("a.go", "package a\n\nfunc After() {}\n")
	if f.known(b) {
		t.Error("the index is not watched any more")
	}
	<-b.work
}

// TestIdleWatcherSleeps checks that changes of an unused index cost nothing,
// and that it is released after a longer time.
func TestIdleWatcherSleeps(t *testing.T) {
	f, b := watching(t, WatchOptions{Rest: time.Second, Idle: 2 * time.Second})
	<-b.ended
	f.write("a.go", "package a\n\nfunc After() {}\n")
	f.want(ample, Fresh)
	if again, _ := f.Watcher.of(f.p); again == b {
		t.Error("the ended watcher is asked")
	}
}

// watcherRoot is the environment variable that makes the test binary watch the
// named project until it is killed.
const watcherRoot = "FRESH_TEST_ROOT"

// TestWithoutWatches checks that each query compares the files if the system
// has no watches.
func TestWithoutWatches(t *testing.T) {
	f, b := watching(t, WatchOptions{Rest: -1, Poll: 10 * time.Millisecond})
	b.mu.Lock()
	b.blind = projectbase.ErrLimit
	b.verified = verified{}
	b.mu.Unlock()
	b.releaseWatches()
	f.write("a.go", "package a\n\nfunc After() {}\n")
	if f.known(b) {
		t.Fatal("known without watches")
	}
	f.want(ample, Fresh)
}

func TestWatcherEndsWithItsProcess(t *testing.T) {
	f := newFixture(t)
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), watcherRoot+"="+f.p.Root)
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	line := make([]byte, 9)
	if _, err := out.Read(line); err != nil || string(line) != "watching\n" {
		t.Fatalf("%q, %v", line, err)
	}
	w := NewWatcher(f.Indexer, WatchOptions{})
	defer w.Close()
	var busy *projectbase.BusyError
	if err := w.Watch(f.p); !errors.As(err, &busy) || busy.PID != cmd.Process.Pid {
		t.Errorf("while it runs: %v", err)
	}
	if err := cmd.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = cmd.Wait() // it was killed
	second := NewWatcher(f.Indexer, WatchOptions{})
	defer second.Close()
	if err := second.Watch(f.p); err != nil {
		t.Errorf("after it was killed: %v", err)
	}
}

func victimMain(root string) int {
	p, err := index.ProjectAt(root, settings.Locations{})
	if err != nil {
		return 1
	}
	x := &index.Indexer{Languages: all.Set()}
	w := NewWatcher(x, WatchOptions{Rest: -1})
	if err := w.Watch(p); err != nil {
		return 1
	}
	fmt.Println("watching")
	select {}
}
