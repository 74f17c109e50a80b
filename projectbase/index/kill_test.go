package index

import (
	"bufio"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/worker"

	_ "modernc.org/sqlite"
)

// childOperation is the environment variable that makes the test binary run one
// operation, to be killed meanwhile: "init", "rebuild", "update" or "sync";
// "pool" is an init with parser processes, "full" a rebuild in a process that
// may write files of childFileSize bytes only. childRoot is the project.
const (
	childOperation = "INDEX_TEST_CHILD"
	childRoot      = "INDEX_TEST_ROOT"
	childFileSize  = 64 << 10
)

func victimMain() int {
	p, err := ProjectAt(os.Getenv(childRoot), settings.Locations{})
	if err != nil {
		return 1
	}
	x := &Indexer{Languages: all.Set(), Parsers: &inProcess{}}
	ctx := context.Background()
	wait := Wait{Limit: time.Minute}
	fmt.Println("ready")
	switch os.Getenv(childOperation) {
	case "init":
		_, err = x.Init(ctx, p, InitOptions{Wait: wait})
	case "pool":
		err = initWithPool(ctx, x, p)
	case "full":
		signal.Ignore(syscall.SIGXFSZ)
		limit := syscall.Rlimit{Cur: childFileSize, Max: childFileSize}
		if err = syscall.Setrlimit(syscall.RLIMIT_FSIZE, &limit); err == nil {
			_, err = x.Init(ctx, p, InitOptions{Rebuild: true, Wait: wait})
		}
	case "rebuild":
		_, err = x.Init(ctx, p, InitOptions{Rebuild: true, Wait: wait})
	case "update":
		_, err = x.Update(ctx, p, []Edit{{File: "d0/f0.go"}, {File: "d1/f1.go"}}, UpdateOptions{Wait: wait})
	case "sync":
		_, err = x.Sync(ctx, p, SyncOptions{Wait: wait})
	}
	fmt.Println(err)
	return 0
}

func initWithPool(ctx context.Context, x *Indexer, p Project) error {
	pool, err := worker.NewPool(worker.Options{Engine: worker.Extraction(all.Set()), Workers: 2})
	if err != nil {
		return err
	}
	x.Parsers = pool
	_, err = x.Init(ctx, p, InitOptions{Wait: Wait{Limit: time.Minute}})
	return errors.Join(err, pool.Close())
}

// TestKilledAtAnyMoment kills writers. The index must have its old or its new
// content afterwards, also for readers that opened it before.
func TestKilledAtAnyMoment(t *testing.T) {
	rounds := 100
	if testing.Short() {
		rounds = 4
	}
	f := newFixture(t, nil)
	const files = 60
	for i := range files {
		f.write(fmt.Sprintf("d%d/f%d.go", i%7, i), fmt.Sprintf("package d\n\nvar common, v%d int\n", i))
	}
	turn := func(i int) { // change both files or none
		f.write("d0/f0.go", fmt.Sprintf("package d\n\nvar turn%d int\n", i%2))
		f.write("d1/f1.go", fmt.Sprintf("package d\n\nfunc turn%d() {}\n", i%2))
	}
	var states [2]string
	for i := range states {
		turn(i)
		f.mustInit(InitOptions{})
		states[i] = f.export()
	}
	old, err := read.Open(t.Context(), f.p.Base)
	must(t, err)
	defer old.Close()
	r := rand.New(rand.NewPCG(1, 1))
	ops := []string{"init", "rebuild", "update", "sync"}
	killed := 0
	for i := range rounds {
		turn(i)
		if f.kill(ops[i%len(ops)], time.Duration(r.IntN(40_000))*time.Microsecond) {
			killed++
		}
		if got := f.export(); got != states[0] && got != states[1] {
			t.Fatalf("round %d: the index has neither the old nor the new content:\n%s", i, got)
		}
		if err := ask(old, files-2); err != nil {
			t.Fatalf("round %d: the old handle: %v", i, err)
		}
		if i%10 == 9 {
			f.checkIntegrity()
		}
	}
	if killed < rounds/10 {
		t.Errorf("only %d of %d were killed in time", killed, rounds)
	}
	f.mustSync()
	f.checkFresh("killing")
}

// TestFirstInitKilled kills the first init of a project while others read.
// Readers must find no index or the whole one.
func TestFirstInitKilled(t *testing.T) {
	rounds := 60
	if testing.Short() {
		rounds = 2
	}
	f := newFixture(t, nil)
	const files = 60
	for i := range files {
		f.write(fmt.Sprintf("d%d/f%d.go", i%7, i), fmt.Sprintf("package d\n\nvar common, v%d int\n", i))
	}
	start := time.Now()
	if f.kill("pool", time.Hour) {
		t.Fatal("the first init was killed after an hour")
	}
	window := time.Since(start)
	whole := f.export()
	r := rand.New(rand.NewPCG(2, 2))
	killed := 0
	for i := range rounds {
		if i%3 != 2 { // every third round continues with the files of the previous one
			must(t, os.RemoveAll(f.p.Base))
		}
		ctx, cancel := context.WithCancel(t.Context())
		polled := make(chan error, 1)
		go func() { polled <- pollFirst(ctx, f.p.Base, files) }()
		if f.kill("pool", time.Duration(r.Int64N(int64(window)))) {
			killed++
		}
		cancel()
		if err := <-polled; err != nil {
			t.Fatalf("round %d: a reader: %v", i, err)
		}
		got, err := export(t.Context(), f.p.Base)
		if !errors.Is(err, projectbase.ErrNotIndexed) && (err != nil || got != whole) {
			t.Fatalf("round %d: the index is neither missing nor whole: %v\n%s", i, err, got)
		}
	}
	if killed < rounds/10 {
		t.Errorf("only %d of %d were killed in time", killed, rounds)
	}
	f.mustInit(InitOptions{})
	f.checkIntegrity()
	f.checkFresh("killing the first init")
}

// pollFirst opens and reads an index until ctx ends. A missing index is an
// error only after it has existed.
func pollFirst(ctx context.Context, dir string, want int) error {
	seen := false
	for ctx.Err() == nil {
		base, err := read.Open(context.Background(), dir)
		if errors.Is(err, projectbase.ErrNotIndexed) && !seen {
			continue
		}
		if err != nil {
			return err
		}
		seen = true
		if err := errors.Join(ask(base, want), base.Close()); err != nil {
			return err
		}
	}
	return nil
}

// kill starts an operation in a child process and kills it after some time. It
// reports whether the kill came before the end.
func (f *fixture) kill(op string, after time.Duration) bool {
	f.Helper()
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childOperation+"="+op, childRoot+"="+f.p.Root)
	out, err := cmd.StdoutPipe()
	must(f.T, err)
	must(f.T, cmd.Start())
	lines := bufio.NewReader(out)
	if line, err := lines.ReadString('\n'); err != nil || line != "ready\n" {
		f.Fatalf("%q, %v", line, err)
	}
	timer := time.AfterFunc(after, func() { _ = cmd.Process.Kill() }) // the process may have ended
	defer timer.Stop()
	rest, err := io.ReadAll(lines)
	must(f.T, err)
	_ = cmd.Wait() // it was killed
	if s := string(rest); s != "" && s != "<nil>\n" {
		f.Errorf("%s: %s", op, s)
	}
	return len(rest) == 0
}

func (f *fixture) checkIntegrity() {
	f.Helper()
	db, err := sql.Open("sqlite", filepath.Join(f.p.Base, settings.IndexName))
	must(f.T, err)
	defer db.Close()
	var result string
	must(f.T, db.QueryRow("PRAGMA integrity_check").Scan(&result))
	if result != "ok" {
		f.Fatalf("integrity: %s", result)
	}
}

func TestFullDiskKeepsOldIndex(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.mustInit(InitOptions{})
	before := f.export()
	for i := range 50 {
		f.write(fmt.Sprintf("f%d.go", i), fmt.Sprintf("package a\n\n// %s\nvar v%d int\n", strings.Repeat(fmt.Sprintf("word%d ", i), 500), i))
	}
	cmd := exec.Command(os.Args[0])
	cmd.Env = append(os.Environ(), childOperation+"=full", childRoot+"="+f.p.Root)
	out, err := cmd.Output()
	if err != nil || string(out) == "ready\n<nil>\n" {
		t.Fatalf("%q, %v", out, err)
	}
	t.Logf("%s", out)
	if f.export() != before {
		t.Error("the index has changed")
	}
	f.mustSync()
	f.checkFresh("a full disk")
}
