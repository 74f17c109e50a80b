package fresh

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/worker"

	"github.com/google/go-cmp/cmp"
)

func TestMain(m *testing.M) {
	if worker.IsChild() {
		os.Exit(worker.Main(worker.Extraction(all.Set())))
	}
	for name, run := range programs {
		if root := os.Getenv(name); root != "" {
			os.Exit(run(root))
		}
	}
	os.Exit(m.Run())
}

// programs has the functions that the test binary runs if an environment
// variable names the root of a project.
var programs = map[string]func(root string) int{watcherRoot: victimMain}

type fixture struct {
	*testing.T
	*Keeper
	p index.Project
}

// newFixture returns an indexed project with the files a.go and b.go.
func newFixture(t *testing.T) *fixture {
	t.Helper()
	pool, err := worker.NewPool(worker.Options{Engine: worker.Extraction(all.Set()), Workers: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { pool.Close() })
	now := func() time.Time { return time.Unix(1_800_000_000, 0) }
	f := &fixture{T: t, Keeper: &Keeper{Indexer: &index.Indexer{Languages: all.Set(), Parsers: pool, Now: now}}}
	root := filepath.Join(t.TempDir(), "project")
	if f.p, err = index.ProjectAt(root, settings.Locations{}); err != nil {
		t.Fatal(err)
	}
	if err := os.Mkdir(root, 0o755); err != nil {
		t.Fatal(err)
	}
	f.write("a.go", "package a\n")
	f.write("b.go", "package a\n")
	if _, err := f.Indexer.Init(t.Context(), f.p, index.InitOptions{}); err != nil {
		t.Fatal(err)
	}
	return f
}

func (f *fixture) write(name, text string) {
	f.Helper()
	if err := os.WriteFile(filepath.Join(f.p.Root, name), []byte(text), 0o644); err != nil {
		f.Fatal(err)
	}
}

// want checks the result of Ensure, except for CheckedAt and Reason.
func (f *fixture) want(opts Options, state Word, pending ...projectbase.Path) State {
	f.Helper()
	got, err := f.Ensure(f.Context(), f.p, opts)
	if err != nil {
		f.Fatal(err)
	}
	short := State{State: got.State, Pending: got.Pending}
	if pending == nil {
		pending = []projectbase.Path{}
	}
	if diff := cmp.Diff(State{State: state, Pending: pending}, short); diff != "" {
		f.Errorf("%s\nreason: %s", diff, got.Reason)
	}
	return got
}

var ample = Options{Budget: time.Minute}

func TestChangesAreIndexedBeforeTheAnswer(t *testing.T) {
	f := newFixture(t)
	if s := f.want(ample, Fresh); s.CheckedAt != 1_800_000_000 {
		t.Errorf("checked at %d", s.CheckedAt)
	}
	f.write("a.go", "package a\n\nfunc Edited() {}\n")
	f.write("c.go", "package a\n\nfunc Added() {}\n")
	if err := os.Remove(filepath.Join(f.p.Root, "b.go")); err != nil {
		t.Fatal(err)
	}
	f.want(ample, Fresh)
	f.want(Options{}, Fresh)
	base, err := read.Open(t.Context(), f.p.Base)
	if err != nil {
		t.Fatal(err)
	}
	defer base.Close()
	err = base.View(t.Context(), func(s *read.Snapshot) error {
		for name, n := range map[string]int{"Edited": 1, "Added": 1, "Gone": 0} {
			found, err := s.SymbolsNamed(name, false)
			if err != nil || len(found) != n {
				t.Errorf("%s: %v, %v", name, found, err)
			}
		}
		files, err := s.Files()
		if len(files) != 2 {
			t.Errorf("files: %v", files)
		}
		return err
	})
	if err != nil {
		t.Error(err)
	}
}

func TestUnindexedChangesArePending(t *testing.T) {
	tests := map[string]struct {
		prepare func(f *fixture) (done func())
		opts    Options
	}{
		"no budget":    {func(*fixture) func() { return func() {} }, Options{}},
		"small budget": {func(f *fixture) func() { return func() {} }, Options{Budget: time.Nanosecond}},
		"auto_update is off": {func(f *fixture) func() {
			f.write(".codegraph/config.json", `{"auto_update":false}`)
			return func() {}
		}, ample},
		"another writer": {func(f *fixture) func() {
			lock, err := lock.Acquire(f.Context(), f.p.Base, 0, nil)
			if err != nil {
				f.Fatal(err)
			}
			return func() { lock.Release() }
		}, ample},
	}
	for name, tt := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t)
			done := tt.prepare(f)
			defer done()
			f.write("a.go", "package a // changed\n")
			f.write("c.go", "package a\n")
			if err := os.Remove(filepath.Join(f.p.Root, "b.go")); err != nil {
				t.Fatal(err)
			}
			before := mtime(t, f.p)
			if s := f.want(tt.opts, Pending, "a.go", "b.go", "c.go"); s.Reason == "" {
				t.Error("no reason")
			}
			if mtime(t, f.p) != before {
				t.Error("the index was written")
			}
		})
	}
}

func mtime(t *testing.T, p index.Project) string {
	t.Helper()
	var out string
	for _, end := range []string{"", "-wal"} {
		if info, err := os.Stat(filepath.Join(p.Base, "index.db"+end)); err == nil {
			out += fmt.Sprint(info.ModTime(), info.Size(), " ")
		}
	}
	return out
}

func TestTouchedFilesAreNotPending(t *testing.T) {
	f := newFixture(t)
	future := time.Now().Add(time.Hour)
	if err := os.Chtimes(filepath.Join(f.p.Root, "a.go"), future, future); err != nil {
		t.Fatal(err)
	}
	f.want(Options{}, Fresh)
}

func TestProjectWithoutIndex(t *testing.T) {
	f := newFixture(t)
	p, err := index.ProjectAt(t.TempDir(), settings.Locations{})
	if err != nil {
		t.Fatal(err)
	}
	_, err = f.Ensure(t.Context(), p, ample)
	var hint *projectbase.HintError
	if !errors.Is(err, projectbase.ErrNotIndexed) || !errors.As(err, &hint) || len(hint.Hints) == 0 {
		t.Errorf("error is %v", err)
	}
}

func TestBrokenConfigurationKeepsIndexUsable(t *testing.T) {
	f := newFixture(t)
	f.write(".codegraph/config.json", `{"exclud":["x"]}`)
	if s := f.want(ample, Unknown); s.Reason == "" {
		t.Error("no reason")
	}
}

func TestCancelledIsAnError(t *testing.T) {
	f := newFixture(t)
	f.write("a.go", "package a // changed\n")
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Ensure(ctx, f.p, ample); !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

func TestRemovedRootIsUnknown(t *testing.T) {
	f := newFixture(t)
	moved := f.p
	moved.Root = filepath.Join(t.TempDir(), "gone")
	got, err := f.Ensure(t.Context(), moved, ample)
	if err != nil || got.State != Unknown || got.Reason == "" {
		t.Errorf("%+v, %v", got, err)
	}
}

func TestChangingFileIsPending(t *testing.T) {
	f := newFixture(t)
	f.write("b.go", "package a // changed\n")
	n := 0
	f.Indexer.Hooks.Stat = func(p projectbase.Path, s projectbase.Stat) projectbase.Stat {
		if p == "a.go" {
			n++
			f.write("a.go", "package a\n"+strings.Repeat("\n", n))
		}
		return s
	}
	if s := f.want(ample, Pending, "a.go"); s.Reason == "" || len(s.Gone) > 0 {
		t.Errorf("%+v", s)
	}
	f.Indexer.Hooks.Stat = nil
	f.want(ample, Fresh)
}

// TestOneComparison checks that a query after an edit reads the file
// information of each file once.
func TestOneComparison(t *testing.T) {
	f := newFixture(t)
	f.want(ample, Fresh)
	var mu sync.Mutex
	looks := map[projectbase.Path]int{}
	f.Indexer.Hooks.Stat = func(p projectbase.Path, s projectbase.Stat) projectbase.Stat {
		mu.Lock()
		defer mu.Unlock()
		looks[p]++
		return s
	}
	// Wait until the file times are no longer recent.
	for settled := false; !settled; {
		f.want(ample, Fresh)
		clear(looks)
		f.want(ample, Fresh)
		settled = looks["a.go"] == 1 && looks["b.go"] == 1
	}
	clear(looks)
	f.write("a.go", "package a\n\nfunc Edited() {}\n")
	f.want(ample, Fresh)
	if looks["b.go"] != 1 {
		t.Errorf("the file information of an unchanged file was read %d times", looks["b.go"])
	}
}
