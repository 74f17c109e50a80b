package scan

import (
	"context"
	"os"
	"path/filepath"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/projectbase/settings"
)

// settledScan scans at a time when all that was written is old enough to be
// told from the next change.
func (f *fixture) settledScan() *Result {
	f.Helper()
	f.Now = func() time.Time { return time.Now().Add(time.Minute) }
	return f.scan()
}

// reindex updates the index of a project.
func (f *fixture) reindex(name string) {
	f.Helper()
	must(f, f.options.Index(f.Context(), filepath.Join(f.dir, name)))
}

// TestUnchangedBasesStayShut scans a tree again after nothing, and after one
// change of each kind: unchanged projects are not opened, and the others get their
// entry brought up to date.
func TestUnchangedBasesStayShut(t *testing.T) {
	f := newFixture(t)
	writeTree(t, f.dir, twoModules)
	writeTree(t, f.dir, map[string]string{
		"app/.git/HEAD": "ref: refs/heads/main\n", "app/.git/config": "[core]\n\tbare = false\n",
		"app/.git/objects/x": "", "app/.git/refs/heads/main": "1111111111111111111111111111111111111111\n",
	})
	if first := f.settledScan(); first.Read != 2 {
		t.Fatalf("first: %+v", first)
	}
	shut := func(after string) {
		t.Helper()
		known := f.known()
		bytes := f.bytes()
		again := f.settledScan()
		if again.Read != 0 || again.Linked || f.bytes() != bytes {
			t.Errorf("after %s: %d bases were read, links changed: %v, the catalog was written: %v", after, again.Read, again.Linked, f.bytes() != bytes)
		}
		for _, p := range again.Projects {
			want := known[filepath.Base(p.Root)]
			if p.Err != nil || p.State != catalog.StateIndexed || p.Entry.ID != want.ID || p.Entry.Files != want.Files || p.Packages != 1 || p.Changed {
				t.Errorf("after %s: %+v, want %+v", after, p, want)
			}
		}
	}
	shut("nothing")
	changes := []struct {
		what   string
		change func()
		holds  func(app, lib catalog.Project, links []catalog.Link) bool
	}{
		{"an edit that is indexed", func() {
			writeTree(t, f.dir, map[string]string{"lib/l.go": "package lib\n\nfunc Added() {}\n", "lib/m.go": "package lib\n"})
			f.reindex("lib")
		}, func(_, lib catalog.Project, _ []catalog.Link) bool { return lib.Files == 2 }},
		{"a manifest that is not indexed yet", func() {
			writeTree(t, f.dir, map[string]string{"app/go.mod": "module example.com/app\n\ngo 1.24\n\nrequire example.com/lib v1.9.0\n"})
		}, func(_, _ catalog.Project, links []catalog.Link) bool { return links[0].Required == "v1.9.0" }},
		{"a commit", func() {
			writeTree(t, f.dir, map[string]string{"app/.git/refs/heads/main": "2222222222222222222222222222222222222222\n"})
		}, func(app, _ catalog.Project, _ []catalog.Link) bool { return app.Head[0] == '2' }},
		{"a time when it was missing", func() {
			_, err := f.Catalog.SetState(t.Context(), catalog.StateMissing, f.known()["lib"].ID)
			must(t, err)
		}, func(_, lib catalog.Project, _ []catalog.Link) bool { return lib.State == catalog.StateIndexed }},
		{"becoming a repository", func() {
			writeTree(t, f.dir, map[string]string{"lib/.git/HEAD": "ref: refs/heads/main\n"})
		}, func(_, lib catalog.Project, _ []catalog.Link) bool { return lib.Kind == catalog.KindGit }},
	}
	for _, c := range changes {
		c.change()
		if again := f.settledScan(); again.Read != 1 {
			t.Errorf("%s: %d bases were read", c.what, again.Read)
		}
		links, err := f.Catalog.Links(t.Context(), catalog.LinkQuery{})
		must(t, err)
		known := f.known()
		if len(links) != 1 || !c.holds(known["app"], known["lib"], links) {
			t.Errorf("%s: %+v\n%+v", c.what, known, links)
		}
		shut(c.what)
	}
}

// TestYoungBasesAreRead scans at once after indexing: a change in the same tick
// of the clock would not show in the times of an index.
func TestYoungBasesAreRead(t *testing.T) {
	f := newFixture(t)
	writeTree(t, f.dir, twoModules)
	now := time.Now()
	f.Now = func() time.Time { return now } // earlier than all times in the indexes
	f.scan()
	for _, name := range []string{"app", "lib"} {
		f.reindex(name)
	}
	bytes := f.bytes()
	for range 2 {
		if again := f.scan(); again.Read != 2 || f.bytes() != bytes {
			t.Errorf("%d bases were read, the catalog was written: %v", again.Read, f.bytes() != bytes)
		}
	}
}

// TestDamageIsSeen damages an otherwise unchanged index.
func TestDamageIsSeen(t *testing.T) {
	f := newFixture(t)
	writeTree(t, f.dir, twoModules)
	f.settledScan()
	file := filepath.Join(f.dir, "lib", ".codegraph", settings.IndexName)
	must(t, os.Truncate(file, 5000))
	f.settledScan()
	if s := f.known()["lib"].State; s != catalog.StateUnreadable {
		t.Errorf("damaged: %s", s)
	}
	must(t, os.Remove(file))
	f.options.Index = nil
	f.settledScan()
	if s := f.known()["lib"].State; s != catalog.StateMissing {
		t.Errorf("removed: %s", s)
	}
}

// TestMovedIsNotRecalled exchanges two projects: each base is as it was, in
// another place.
func TestMovedIsNotRecalled(t *testing.T) {
	f := newFixture(t)
	writeTree(t, f.dir, twoModules)
	f.settledScan()
	before := f.known()
	at := func(name string) string { return filepath.Join(f.dir, name) }
	for _, move := range [][2]string{{"app", "third"}, {"lib", "app"}, {"third", "lib"}} {
		must(t, os.Rename(at(move[0]), at(move[1])))
	}
	f.options.Index = func(context.Context, string) error { return os.ErrInvalid }
	f.settledScan()
	if after := f.known(); after["app"].ID == before["app"].ID || after["lib"].ID == before["lib"].ID {
		t.Errorf("the exchange was not seen: %+v", after)
	}
}
