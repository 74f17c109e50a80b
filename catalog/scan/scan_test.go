package scan

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/sqlstore"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/worker"

	"github.com/google/go-cmp/cmp"
)

func TestMain(m *testing.M) {
	if worker.IsChild() {
		os.Exit(worker.Main(worker.Extraction(all.Set())))
	}
	os.Exit(m.Run())
}

// fixture scans a directory into a catalog of its own.
type fixture struct {
	testing.TB
	*Registrar
	dir     string
	file    string // of the catalog
	options Options
}

func newFixture(t testing.TB) *fixture {
	t.Helper()
	parsers, err := worker.NewPool(worker.Options{Engine: worker.Extraction(all.Set()), Workers: 1})
	must(t, err)
	file := filepath.Join(t.TempDir(), "catalog.db")
	s, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: file})
	must(t, err)
	t.Cleanup(func() {
		must(t, s.Close())
		parsers.Close()
	})
	x := &index.Indexer{Languages: all.Set(), Parsers: parsers}
	f := &fixture{TB: t, Registrar: &Registrar{Catalog: s, Node: "here"}, dir: t.TempDir(), file: file}
	f.options.Index = func(ctx context.Context, root string) error {
		p, err := index.ProjectAt(root, settings.Locations{})
		if err != nil {
			return err
		}
		_, err = x.Init(ctx, p, index.InitOptions{})
		return err
	}
	return f
}

func (f *fixture) scan() *Result {
	f.Helper()
	r, err := f.Tree(f.Context(), f.dir, f.options)
	must(f, err)
	return r
}

// known returns the catalog's projects as id by directory's name.
func (f *fixture) known() map[string]catalog.Project {
	f.Helper()
	list, err := f.Catalog.Projects(f.Context(), catalog.Query{})
	must(f, err)
	byName := map[string]catalog.Project{}
	for _, p := range list {
		byName[filepath.Base(p.Root)] = p
	}
	return byName
}

func (f *fixture) version() int64 {
	f.Helper()
	v, err := f.Catalog.Version(f.Context())
	must(f, err)
	return v
}

var twoModules = map[string]string{
	"app/go.mod": "module example.com/app\n\ngo 1.24\n\nrequire example.com/lib v1.0.0\n",
	"app/a.go":   "package app\n",
	"lib/go.mod": "module example.com/lib\n\ngo 1.24\n",
	"lib/l.go":   "package lib\n",
}

// TestSecondScanWritesNothing compares the states of the indexes and of the catalog.
func TestSecondScanWritesNothing(t *testing.T) {
	f := newFixture(t)
	writeTree(t, f.dir, twoModules)
	first := f.scan()
	if !first.Linked || len(first.Projects) != 2 || !first.Projects[0].Changed || first.Projects[0].Err != nil {
		t.Fatalf("first: %+v", first)
	}
	links, err := f.Catalog.Links(t.Context(), catalog.LinkQuery{})
	must(t, err)
	if len(links) != 1 || links[0].Package != "example.com/lib" {
		t.Errorf("links: %+v", links)
	}
	version, stamps, bytes := f.version(), f.stamps(), f.bytes()
	second := f.scan()
	if second.Linked || second.Projects[0].Changed || second.Projects[1].Changed || second.Projects[0].Took != 0 {
		t.Errorf("second: %+v", second)
	}
	if v := f.version(); v != version {
		t.Errorf("the catalog went from version %d to %d", version, v)
	}
	if f.bytes() != bytes {
		t.Error("the catalog's files were written")
	}
	if diff := cmp.Diff(stamps, f.stamps()); diff != "" {
		t.Error(diff)
	}
}

// stamps returns the times of the files of all indexes.
func (f *fixture) stamps() map[string]time.Time {
	f.Helper()
	stamps := map[string]time.Time{}
	for name, p := range f.known() {
		info, err := os.Stat(filepath.Join(p.Base, settings.IndexName))
		must(f, err)
		stamps[name] = info.ModTime()
	}
	return stamps
}

// bytes returns the contents of the catalog's files.
func (f *fixture) bytes() string {
	f.Helper()
	var all string
	for _, name := range []string{f.file, f.file + "-wal"} {
		b, err := os.ReadFile(name)
		must(f, err)
		all += string(b)
	}
	return all
}

// TestManyAtOnce enters more projects than go in together, copies of each other
// with the same id among them, whose original is gone: one of them is the original
// was, the others become projects of their own.
func TestManyAtOnce(t *testing.T) {
	f := newFixture(t)
	f.batch = 8
	writeTree(t, f.dir, twoModules)
	f.scan()
	for i := range 20 {
		must(t, os.CopyFS(filepath.Join(f.dir, fmt.Sprintf("copy%02d", i)), os.DirFS(filepath.Join(f.dir, "lib"))))
	}
	lib := f.known()["lib"].ID
	must(t, os.RemoveAll(filepath.Join(f.dir, "lib")))
	if r := f.scan(); len(r.Projects) != 21 {
		t.Fatalf("%d projects", len(r.Projects))
	}
	known := f.known()
	byID := map[catalog.ProjectID]bool{}
	for name, p := range known {
		byID[p.ID] = true
		if strings.HasPrefix(name, "copy") && (p.CopiedFrom == lib) == (p.ID == lib) {
			t.Errorf("%s with the id %s is copied from %q", name, p.ID, p.CopiedFrom)
		}
	}
	if len(known) != 21 || len(byID) != 21 || !byID[lib] {
		t.Errorf("%d projects with %d ids", len(known), len(byID))
	}
	version := f.version()
	for _, p := range f.scan().Projects {
		if p.Changed || p.Err != nil {
			t.Errorf("%s again: changed %v, %v", p.Root, p.Changed, p.Err)
		}
	}
	if f.version() != version {
		t.Error("the second scan changed the catalog")
	}
}

// TestMovedAndCopied moves a project, which keeps its id, and copies one,
// which gets an id of its own.
func TestMovedAndCopied(t *testing.T) {
	f := newFixture(t)
	writeTree(t, f.dir, twoModules)
	f.scan()
	before := f.known()
	_, err := f.Catalog.Tag(t.Context(), before["lib"].ID, "core")
	must(t, err)
	must(t, os.Rename(filepath.Join(f.dir, "lib"), filepath.Join(f.dir, "moved")))
	must(t, os.CopyFS(filepath.Join(f.dir, "copy"), os.DirFS(filepath.Join(f.dir, "app"))))
	for range 2 {
		f.scan()
		after := f.known()
		if len(after) != 3 {
			t.Fatalf("projects: %v", after)
		}
		if m := after["moved"]; m.ID != before["lib"].ID || m.State != catalog.StateIndexed || !cmp.Equal(m.Tags, []string{"core"}) {
			t.Errorf("moved: %+v", m)
		}
		if a := after["app"]; a.ID != before["app"].ID || a.CopiedFrom != "" {
			t.Errorf("the original: %+v", a)
		}
		if c := after["copy"]; c.ID == before["app"].ID || c.ID == "" || c.CopiedFrom != before["app"].ID {
			t.Errorf("copied: %+v", c)
		}
	}
	base, err := read.Open(t.Context(), filepath.Join(f.dir, "copy", ".codegraph"))
	must(t, err)
	defer base.Close()
	must(t, base.View(t.Context(), func(s *read.Snapshot) error {
		m, err := s.Metadata()
		if id := f.known()["copy"].ID; m.ProjectID != string(id) {
			t.Errorf("the copied base bears %s, the catalog %s", m.ProjectID, id)
		}
		return err
	}))
}

// TestMissingComesBack deletes a project and restores it.
func TestMissingComesBack(t *testing.T) {
	f := newFixture(t)
	writeTree(t, f.dir, twoModules)
	f.scan()
	id := f.known()["lib"].ID
	away := filepath.Join(t.TempDir(), "away")
	must(t, os.Rename(filepath.Join(f.dir, "lib"), away))
	for range 2 {
		if r := f.scan(); len(r.Missing) != 1 || r.Missing[0].ID != id {
			t.Errorf("missing: %+v", r.Missing)
		}
		if s := f.known()["lib"].State; s != catalog.StateMissing {
			t.Errorf("state %s", s)
		}
	}
	must(t, os.Rename(away, filepath.Join(f.dir, "lib")))
	f.options.Depth = 1
	if r := f.scan(); len(r.Missing) != 0 {
		t.Errorf("missing: %+v", r.Missing)
	}
	if p := f.known()["lib"]; p.State != catalog.StateIndexed || p.ID != id {
		t.Errorf("came back as %+v", p)
	}
}

// TestOneFailureStopsNothing scans indexes that are damaged in different ways.
func TestOneFailureStopsNothing(t *testing.T) {
	f := newFixture(t)
	writeTree(t, f.dir, twoModules)
	writeTree(t, f.dir, map[string]string{"broken/go.mod": "module broken\n", "broken/b.go": "package b\n", "empty/go.mod": "module empty\n",
		"strange/.codegraph/index.db": "somebody else's file, of which nothing is known"})
	real := f.options.Index
	f.options.Jobs = 2
	f.options.Index = func(ctx context.Context, root string) error {
		if filepath.Base(root) == "broken" {
			return errors.Join(errors.New("the disk is on fire"), projectbase.ErrUnreadable)
		}
		return real(ctx, root)
	}
	var told []int
	f.options.Indexed = func(done, total int) { told = append(told, done*10+total) }
	states := map[string]catalog.State{}
	for _, p := range f.scan().Projects {
		states[filepath.Base(p.Root)] = p.State
		if (p.Err == nil) != (p.State == catalog.StateIndexed) {
			t.Errorf("%s: %s, error %v", p.Root, p.State, p.Err)
		}
	}
	want := map[string]catalog.State{"app": "indexed", "lib": "indexed", "broken": "not_indexed", "empty": "not_indexed", "strange": "unreadable"}
	if diff := cmp.Diff(want, states); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff([]int{14, 24, 34, 44}, told); diff != "" {
		t.Errorf("progress:\n%s", diff)
	}
}

// TestScanRefuses scans what cannot be looked through.
func TestScanRefuses(t *testing.T) {
	f := newFixture(t)
	if _, err := f.Tree(t.Context(), filepath.Join(f.dir, "nowhere"), f.options); !errors.Is(err, projectbase.ErrUnreadable) {
		t.Errorf("nothing there: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := f.Tree(ctx, f.dir, f.options); !errors.Is(err, context.Canceled) {
		t.Errorf("cancelled: %v", err)
	}
}

func TestCredentialsAreNotStored(t *testing.T) {
	for remote, want := range map[string]string{
		"https://me:secret@host/a/b.git": "https://host/a/b.git",
		"https://token@host/a":           "https://host/a",
		"ssh://git:secret@host/a":        "ssh://git@host/a",
		"git@host:a/b.git":               "git@host:a/b.git",
		"/src/a":                         "/src/a",
		"http://[broken":                 "",
	} {
		if got := withoutCredentials(remote); got != want {
			t.Errorf("%s: %s, want %s", remote, got, want)
		}
	}
}
