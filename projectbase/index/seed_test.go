package index

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/git"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/write"

	"github.com/google/go-cmp/cmp"
)

// newWorkTrees returns an indexed project in the main work tree of a
// repository, and the same project in a second work tree with some changed
// files. inside is the directory of the project in the work trees.
func newWorkTrees(t *testing.T, inside string) (f *fixture, second Project) {
	t.Helper()
	f = newFixture(t, nil)
	tree := f.p.Root
	f.Git = git.Environment{Home: t.TempDir()}
	f.p = mustProject(t, filepath.Join(tree, inside))
	f.write("go.mod", "module example.com/m\n")
	f.write(".gitignore", ".codegraph/\n")
	for i := range 8 {
		f.write(fmt.Sprintf("p%d/f.go", i), fmt.Sprintf("package p%d\n\n// F%d is called by the next one.\nfunc F%d() { helper() }\n\nfunc helper() {}\n", i, i, i))
	}
	shell(t, tree, "init", "-q")
	shell(t, tree, "add", ".")
	shell(t, tree, "commit", "-qm", "one")
	f.mustInit(InitOptions{})
	other := filepath.Join(t.TempDir(), "second")
	shell(t, tree, "worktree", "add", "-q", "-b", "topic", other)
	second = mustProject(t, filepath.Join(other, inside))
	for name, text := range map[string]string{"p0/f.go": "package p0\n\nfunc Other() {}\n", "p9/f.go": "package p9\n\nfunc F9() {}\n"} {
		must(t, os.MkdirAll(filepath.Dir(filepath.Join(second.Root, name)), 0o755))
		must(t, os.WriteFile(filepath.Join(second.Root, name), []byte(text), 0o644))
	}
	must(t, os.Remove(filepath.Join(second.Root, "p1/f.go")))
	f.parsers.extracted = nil
	return f, second
}

func mustProject(t *testing.T, root string) Project {
	t.Helper()
	must(t, os.MkdirAll(root, 0o755))
	p, err := ProjectAt(root, settings.Locations{})
	must(t, err)
	return p
}

// mustMetadata returns the metadata of an index.
func mustMetadata(t *testing.T, dir string) (m store.Metadata) {
	t.Helper()
	base, err := read.Open(t.Context(), dir)
	must(t, err)
	defer base.Close()
	must(t, base.View(t.Context(), func(s *read.Snapshot) (err error) {
		m, err = s.Metadata()
		return err
	}))
	return m
}

// TestSeed checks that the index of a new work tree starts as a copy and ends
// equal to a fresh index.
func TestSeed(t *testing.T) {
	for _, inside := range []string{"", "service/api"} {
		t.Run("project in "+inside, func(t *testing.T) {
			f, second := newWorkTrees(t, inside)
			first := mustMetadata(t, f.p.Base)
			if _, err := f.Link(t.Context(), f.p, Link{Root: "/elsewhere"}, Wait{}); err != nil {
				t.Fatal(err)
			}
			main := f.p
			f.p = second
			r := f.mustInit(InitOptions{})
			if diff := cmp.Diff([]projectbase.Path{"p0/f.go", "p9/f.go"}, f.parsers.extracted); diff != "" {
				t.Errorf("extracted (-want +got):\n%s", diff)
			}
			if r.SeededFrom != main.Root || r.Rebuilt || r.FilesChanged != 2 || r.FilesRemoved != 1 {
				t.Errorf("report: from %q, rebuilt %v, %d changed, %d removed", r.SeededFrom, r.Rebuilt, r.FilesChanged, r.FilesRemoved)
			}
			m := mustMetadata(t, second.Base)
			if m.ProjectID == first.ProjectID || m.Other[store.KeyCopiedFrom] != first.ProjectID || m.ProjectName != filepath.Base(second.Root) || m.ProjectRoot != second.Root {
				t.Errorf("metadata: %+v", m)
			}
			f.checkFresh("a work tree begun with another's index")
			f.p = main
			f.checkFresh("the other work tree")
		})
	}
}

// TestSeedSettings checks that a new work tree copies settings, unless it has
// its own.
func TestSeedSettings(t *testing.T) {
	f, second := newWorkTrees(t, "")
	f.mustInit(InitOptions{Exclude: []string{"p2/**"}})
	f.p = second
	f.mustInit(InitOptions{Exclude: []string{"p3/**"}})
	set, err := settings.Load(second.Base)
	must(t, err)
	if diff := cmp.Diff([]string{"p2/**", "p3/**"}, set.Exclude); diff != "" {
		t.Errorf("exclude (-want +got):\n%s", diff)
	}
	f.checkFresh("with the settings of both")

	must(t, write.Discard(second.Base))
	must(t, os.WriteFile(filepath.Join(second.Base, settings.FileName), []byte("{}"), 0o644))
	if r := f.mustInit(InitOptions{}); r.SeededFrom == "" {
		t.Error("a removed index was not seeded from the other work tree")
	}
	if !strings.Contains(f.export(), "p2/f.go") {
		t.Error("its own settings were replaced")
	}
	f.checkFresh("with settings of its own")
}

// TestSeedFallsBack checks that an unusable index is not copied and the work
// tree is indexed from its files.
func TestSeedFallsBack(t *testing.T) {
	file := func(p Project) string { return filepath.Join(p.Base, settings.IndexName) }
	for name, spoil := range map[string]func(f *fixture) error{
		"none":       func(f *fixture) error { return os.Remove(file(f.p)) },
		"cut":        func(f *fixture) error { return os.Truncate(file(f.p), 9000) },
		"no index":   func(f *fixture) error { return os.WriteFile(file(f.p), []byte("hello"), 0o644) },
		"extraction": func(f *fixture) error { return setExtractor(f.Context(), f.p, "0") },
		"gone tree":  func(f *fixture) error { return os.Rename(f.p.Root, f.p.Root+".moved") },
		"not for the asker": func(f *fixture) error {
			return nil
		},
	} {
		t.Run(name, func(t *testing.T) {
			f, second := newWorkTrees(t, "")
			must(t, spoil(f))
			f.p = second
			opts := InitOptions{}
			if name == "not for the asker" {
				opts.Sibling = func(string) bool { return false }
			}
			if name == "gone tree" {
				must(t, os.RemoveAll(filepath.Join(second.Root, ".git"))) // no repository
			}
			if r := f.mustInit(opts); r.SeededFrom != "" || !r.Rebuilt {
				t.Errorf("report: from %q, rebuilt %v", r.SeededFrom, r.Rebuilt)
			}
			f.checkFresh("from the files")
		})
	}
}

func setExtractor(ctx context.Context, p Project, version string) error {
	return write.Update(ctx, p.Base, func(tx *write.Tx) error {
		m, err := tx.Metadata()
		if err != nil {
			return err
		}
		m.ExtractorVersion = version
		return tx.SetMeta(m)
	})
}

// TestSeedWhileWritten checks that a copy does not wait for a writer of the
// original.
func TestSeedWhileWritten(t *testing.T) {
	f, second := newWorkTrees(t, "")
	lock, err := lock.Acquire(t.Context(), f.p.Base, 0, nil)
	must(t, err)
	defer lock.Release()
	w, err := write.OpenWriter(t.Context(), f.p.Base)
	must(t, err)
	defer w.Close()
	must(t, w.Update(t.Context(), func(tx *write.Tx) error {
		if _, err := tx.Remove("p2/f.go"); err != nil {
			return err
		}
		f.p = second
		ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
		defer cancel()
		r, err := f.Init(ctx, second, InitOptions{})
		if err == nil && r.SeededFrom == "" {
			t.Error("the index was not seeded from the other one")
		}
		return err
	}))
	f.checkFresh("begun while the other was written")
}

// TestSeedLeavesNothing checks that a work tree has no index if indexing
// failed.
func TestSeedLeavesNothing(t *testing.T) {
	f, second := newWorkTrees(t, "")
	f.p = second
	ctx, cancel := context.WithCancel(t.Context())
	_, err := f.Init(ctx, second, InitOptions{Progress: func(int, int, int64) { cancel() }})
	if !errors.Is(err, context.Canceled) {
		t.Fatalf("error is %v", err)
	}
	if _, err := os.Lstat(filepath.Join(second.Base, settings.IndexName)); !os.IsNotExist(err) {
		t.Errorf("there is an index: %v", err)
	}
	f.mustInit(InitOptions{})
	f.checkFresh("tried again")
}
