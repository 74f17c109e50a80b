package index

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
)

func TestSecondWriterWaits(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.mustInit(InitOptions{})
	lock, err := lock.Acquire(t.Context(), f.p.Base, 0, nil)
	must(t, err)
	var busy *projectbase.BusyError
	if _, err := f.Sync(t.Context(), f.p, SyncOptions{}); !errors.As(err, &busy) || busy.PID != os.Getpid() {
		t.Errorf("error is %v", err)
	}
	f.write("a.go", "package a\n\nvar later int\n")
	waits := 0
	r, err := f.Sync(t.Context(), f.p, SyncOptions{Wait: Wait{Limit: time.Minute, OnWait: func(pid int) {
		waits++
		if pid != os.Getpid() {
			t.Errorf("the holder is %d", pid)
		}
		must(t, lock.Release())
	}}})
	if err != nil || waits != 1 || r.FilesChanged != 1 {
		t.Errorf("%+v, %v after %d waits", r, err, waits)
	}
}

// TestReadersDuringRebuild reads all the time while an index is rebuilt.
func TestReadersDuringRebuild(t *testing.T) {
	f := newFixture(t, nil)
	files := 3000
	if testing.Short() {
		files = 300
	}
	for i := range files {
		f.write(fmt.Sprintf("d%d/f%d.go", i%7, i), fmt.Sprintf("package d\n\nvar common, v%d int\n", i))
	}
	f.mustInit(InitOptions{})
	ctx, cancel := context.WithCancel(t.Context())
	failed := make(chan error, 1)
	asked := 0
	go func() { failed <- poll(ctx, f.p.Base, files, &asked) }()
	for range 3 {
		f.mustInit(InitOptions{Rebuild: true})
	}
	cancel()
	if err := <-failed; err != nil {
		t.Error(err)
	}
	if asked == 0 {
		t.Error("nothing was asked")
	}
}

// poll reads an open index, and opens and reads it again, until ctx ends.
func poll(ctx context.Context, dir string, want int, asked *int) error {
	base, err := read.Open(context.Background(), dir)
	if err != nil {
		return err
	}
	defer base.Close()
	for ; ctx.Err() == nil; *asked++ {
		if err := ask(base, want); err != nil {
			return err
		}
		other, err := read.Open(context.Background(), dir)
		if err != nil {
			return err
		}
		err = ask(other, want)
		if end := other.Close(); err == nil {
			err = end
		}
		if err != nil {
			return err
		}
	}
	return nil
}

func ask(base *read.Index, want int) error {
	return base.View(context.Background(), func(s *read.Snapshot) error {
		items, err := s.ItemsExact("common", true)
		if err != nil {
			return err
		}
		if len(items) != 1 || int(items[0].Occurrences) != want {
			return fmt.Errorf("found %v instead of %d", items, want)
		}
		return nil
	})
}

func TestCancelKeepsOldIndex(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.mustInit(InitOptions{})
	before := f.export()
	f.write("a.go", "package a\n\nvar never int\n")
	for _, rebuild := range []bool{false, true} {
		ctx, cancel := context.WithCancel(t.Context())
		_, err := f.Init(ctx, f.p, InitOptions{Rebuild: rebuild, Exclude: []string{"sub"}, Progress: func(int, int, int64) { cancel() }})
		if !errors.Is(err, context.Canceled) {
			t.Errorf("error is %v", err)
		}
		if f.export() != before {
			t.Error("the index has changed")
		}
		if s, err := settings.Load(f.p.Base); err != nil || len(s.Exclude) > 0 {
			t.Errorf("the configuration has changed: %v, %v", s.Exclude, err)
		}
	}
}

func TestInitRefuses(t *testing.T) {
	tests := []struct {
		name    string
		prepare func(f *fixture)
		opts    InitOptions
		want    error
		text    string // of the error and its hint
	}{
		{"no directory", func(f *fixture) { f.p.Root = f.path("nowhere") }, InitOptions{}, projectbase.ErrNotFound, "nowhere"},
		{"a file", func(f *fixture) { f.p.Root = f.path("a.go") }, InitOptions{}, projectbase.ErrUsage, "a.go is not a directory"},
		{"nothing", func(f *fixture) {
			must(f.T, os.Remove(f.path("a.go")))
			f.write("sub/b.go", "x")
			f.write(".gitignore", "sub\n")
		}, InitOptions{}, projectbase.ErrNothing, "no supported source files found"},
		{"unknown language", func(*fixture) {}, InitOptions{Languages: []string{"klingon"}}, projectbase.ErrUsage, `"klingon"`},
		{"bad glob", func(*fixture) {}, InitOptions{Exclude: []string{"[a"}}, projectbase.ErrUsage, "[a"},
		{"file in the way", func(f *fixture) { f.write(".codegraph", "") }, InitOptions{}, projectbase.ErrReadOnly, "CODEGRAPH_BASES"},
		{"foreign", func(f *fixture) { f.write(".codegraph/index.db", "SQLite format 3\x00"+strings.Repeat("\x00", 4096)) },
			InitOptions{}, projectbase.ErrForeign, "CODEGRAPH_DIR"},
		{"bad configuration", func(f *fixture) { f.write(".codegraph/config.json", "{") }, InitOptions{}, projectbase.ErrUsage, "config.json"},
		{"busy", func(f *fixture) {
			must(f.T, os.Mkdir(f.p.Base, 0o755))
			lock, err := lock.Acquire(f.Context(), f.p.Base, 0, nil)
			must(f.T, err)
			f.Cleanup(func() { must(f.T, lock.Release()) })
		}, InitOptions{}, nil, fmt.Sprint(os.Getpid())},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := newFixture(t, twoFiles)
			tt.prepare(f)
			_, err := f.Init(t.Context(), f.p, tt.opts)
			if err == nil || tt.want != nil && !errors.Is(err, tt.want) {
				t.Fatalf("error is %v", err)
			}
			text := err.Error()
			var hint *projectbase.HintError
			if errors.As(err, &hint) {
				text += " " + hint.Hints[0].Text
			}
			if !strings.Contains(text, tt.text) {
				t.Errorf("error is %q", text)
			}
			if _, err := os.Stat(f.p.Base); tt.want == projectbase.ErrNothing && err == nil {
				t.Error("a directory was made for nothing")
			}
			if tt.want == projectbase.ErrForeign {
				checkOnlyIndex(t, f.p.Base)
			}
		})
	}
}

// checkOnlyIndex checks that a directory has only an index.db and SQLite's
// files beside it.
func checkOnlyIndex(t *testing.T, dir string) {
	t.Helper()
	entries, err := os.ReadDir(dir)
	must(t, err)
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), settings.IndexName) {
			t.Errorf("%s was made in %s", e.Name(), dir)
		}
	}
}

// TestNewerIndexIsUnchanged checks that an index of a newer version is refused
// and that nothing is written beside it.
func TestNewerIndexIsUnchanged(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.mustInit(InitOptions{})
	name := filepath.Join(f.p.Base, settings.IndexName)
	data := mustRead(t, name)
	data[63] = 99 // the last byte of user_version
	must(t, os.RemoveAll(f.p.Base))
	must(t, os.Mkdir(f.p.Base, 0o755))
	must(t, os.WriteFile(name, data, 0o644))
	for _, opts := range []InitOptions{{}, {Rebuild: true}, {Exclude: []string{"sub"}}} {
		if _, err := f.Init(t.Context(), f.p, opts); !errors.Is(err, projectbase.ErrTooNew) {
			t.Errorf("Init %+v: %v", opts, err)
		}
	}
	checkOnlyIndex(t, f.p.Base)
	if !bytes.Equal(data, mustRead(t, name)) {
		t.Error("the index has changed")
	}
}

func TestCorruptIndexIsRebuilt(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.mustInit(InitOptions{})
	want := f.export()
	name := f.path(".codegraph/" + settings.IndexName)
	data := mustRead(t, name)
	copy(data[4096:], bytes.Repeat([]byte("garbage"), len(data)/7))
	must(t, os.WriteFile(name, data, 0o644))
	f.Indexer = &Indexer{Languages: f.Languages, Parsers: f.Parsers} // without cached state
	if r := f.mustInit(InitOptions{}); !r.Rebuilt {
		t.Errorf("report %+v", r)
	}
	if f.export() != want {
		t.Error("the index is another")
	}
}
