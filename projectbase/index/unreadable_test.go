package index

import (
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/worker"

	"github.com/google/go-cmp/cmp"
)

// age makes all file times old. A change still shows in them.
func age(_ projectbase.Path, s projectbase.Stat) projectbase.Stat {
	s.ModTime -= int64(time.Hour)
	s.Changed -= int64(time.Hour)
	return s
}

func TestUnreadableFileIsRetried(t *testing.T) {
	tests := map[string]func(f *fixture){
		"sync": func(f *fixture) { f.mustSync() },
		"update": func(f *fixture) {
			_, err := f.update(true, Edit{File: "a.go"})
			must(f.T, err)
		},
		"init": func(f *fixture) { f.mustInit(InitOptions{}) },
	}
	for name, lose := range tests {
		t.Run(name, func(t *testing.T) {
			f := newFixture(t, twoFiles)
			f.Hooks.Stat = age
			f.mustInit(InitOptions{})
			f.Hooks.Open = func(p projectbase.Path) error {
				if p == "a.go" {
					return syscall.EACCES
				}
				return nil
			}
			must(t, os.Chmod(f.path("a.go"), 0))
			lose(f)
			if r := f.mustSync(); r.FilesIndexed != 1 || r.SkippedCounts[projectbase.SkipUnreadable] != 1 {
				t.Fatalf("report %+v", r)
			}
			f.Hooks.Open = nil
			must(t, os.Chmod(f.path("a.go"), 0o644))
			if r := f.mustSync(); r.FilesIndexed != 2 {
				t.Errorf("report %+v", r)
			}
		})
	}
}

// TestUnreadableFileIsNotRetried checks that an unreadable file is read again
// only if its file information changes.
func TestUnreadableFileIsNotRetried(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.Hooks.Stat = age
	tried := 0
	f.Hooks.Open = func(p projectbase.Path) error {
		if p != "a.go" {
			return nil
		}
		tried++
		return syscall.EIO
	}
	f.mustInit(InitOptions{})
	f.mustSync()
	before := tried
	f.mustSync()
	if tried != before || tried == 0 {
		t.Errorf("tried %d times, then %d", before, tried)
	}
}

func TestChangingFileIsReported(t *testing.T) {
	f := newFixture(t, twoFiles)
	f.mustInit(InitOptions{})
	n := 0
	f.Hooks.Stat = func(p projectbase.Path, s projectbase.Stat) projectbase.Stat {
		if p == "a.go" {
			n++
			f.write("a.go", "package a\n"+strings.Repeat("\n", n))
		}
		return s
	}
	if diff := cmp.Diff([]projectbase.Path{"a.go"}, f.mustSync().Unread); diff != "" {
		t.Error(diff)
	}
	f.Hooks.Stat = nil
	if r := f.mustSync(); len(r.Unread) != 0 || r.FilesChanged != 1 {
		t.Errorf("report %+v", r)
	}
}

// slowParser is a parser that always runs into its time limit.
type slowParser struct{ *inProcess }

func (p slowParser) Extract(ctx context.Context, jobs <-chan worker.Job, deliver func(worker.Result) error) error {
	late := make(chan worker.Job, 10)
	for j := range jobs {
		j.Partial = projectbase.PartialTimeout
		late <- j
	}
	close(late)
	return p.inProcess.Extract(ctx, late, deliver)
}

// TestPartialReasonsAreKept checks that a text that could not be parsed in a
// language is parsed again only if the text or the extraction changes.
func TestPartialReasonsAreKept(t *testing.T) {
	f := newFixture(t, map[string]string{"a.py": "x = 1\n"})
	f.Parsers = slowParser{f.parsers}
	if r := f.mustInit(InitOptions{}); len(r.Partial) != 1 {
		t.Fatalf("report %+v", r)
	}
	f.Parsers = f.parsers
	f.write("b.py", "x = 1\n")
	f.write("c.go", "x = 1\n")
	want := []projectbase.Path{"a.py", "b.py"}
	if diff := cmp.Diff(want, partialPaths(f.mustSync())); diff != "" {
		t.Errorf("the reason must depend on the language:\n%s", diff)
	}
	f.write("b.py", "x = 2\n")
	if diff := cmp.Diff(want[:1], partialPaths(f.mustSync())); diff != "" {
		t.Errorf("the reason must depend on the text:\n%s", diff)
	}
	must(t, setExtractor(t.Context(), f.p, "0"))
	if got := partialPaths(f.mustSync()); len(got) != 0 {
		t.Errorf("not tried again by another extraction: %v", got)
	}
	f.Parsers = slowParser{f.parsers}
	f.mustInit(InitOptions{Rebuild: true})
	f.Parsers = f.parsers
	if got := partialPaths(f.mustInit(InitOptions{Rebuild: true})); len(got) != 0 {
		t.Errorf("not tried again by a rebuild: %v", got)
	}
}

func partialPaths(r *Report) []projectbase.Path {
	var out []projectbase.Path
	for _, p := range r.Partial {
		out = append(out, p.Path)
	}
	return out
}

func TestSyncWithoutReadableGit(t *testing.T) {
	f := newFixture(t, twoFiles)
	p := &scenarioRunner{fixture: f}
	commit := func() {
		p.gitCommand("add", "-A")
		p.gitCommand("commit", "-q", "-m", "m")
	}
	p.gitCommand("init", "-q")
	commit()
	f.mustInit(InitOptions{})
	f.write("a.go", "package a\n\nvar committed int\n")
	f.write("new.go", "package a\n")
	commit()
	before := f.export()
	f.Hooks.Open = func(p projectbase.Path) error {
		if p == "." {
			return syscall.EIO
		}
		return nil
	}
	r, err := f.Sync(t.Context(), f.p, SyncOptions{Git: true})
	if !errors.Is(err, projectbase.ErrUnreadable) {
		t.Errorf("%+v, %v", r, err)
	}
	if diff := cmp.Diff(before, f.export()); diff != "" {
		t.Errorf("the index was changed by half:\n%s", diff)
	}
	f.Hooks.Open = nil
	if r, err := f.Sync(t.Context(), f.p, SyncOptions{Git: true}); err != nil || r.FilesChanged != 2 {
		t.Errorf("%+v, %v", r, err)
	}
}
