package fresh

import (
	"database/sql"
	"errors"
	"os"
	"path/filepath"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/storetest"
	"codegraph/projectbase/store/write"
)

// setExtractor turns the index into one that another version extracted.
func (f *fixture) setExtractor(version string) {
	f.Helper()
	err := write.Update(f.Context(), f.p.Base, func(tx *write.Tx) error {
		m, err := tx.Metadata()
		if err != nil {
			return err
		}
		m.ExtractorVersion = version
		return tx.SetMeta(m)
	})
	if err != nil {
		f.Fatal(err)
	}
}

// firstSchema replaces the index by one of the first schema, with a link.
func (f *fixture) firstSchema() {
	f.Helper()
	name := filepath.Join(f.p.Base, settings.IndexName)
	for _, end := range []string{"", "-wal", "-shm"} {
		if err := os.Remove(name + end); err != nil && !os.IsNotExist(err) {
			f.Fatal(err)
		}
	}
	storetest.MustMakeFirstFormat(f.T, name)
	db, err := sql.Open("sqlite", "file:"+name)
	if err != nil {
		f.Fatal(err)
	}
	defer db.Close()
	if _, err := db.Exec(`INSERT INTO metadata VALUES ('project_id', 'mine'), ('extractor_version', ?);
		INSERT INTO dependencies (path) VALUES ('/elsewhere')`, f.Indexer.Languages.Version()); err != nil {
		f.Fatal(err)
	}
}

// mustKeep checks the links and the id of the project.
func (f *fixture) mustKeep() {
	f.Helper()
	base, err := read.Open(f.Context(), f.p.Base)
	if err != nil {
		f.Fatal(err)
	}
	defer base.Close()
	err = base.View(f.Context(), func(s *read.Snapshot) error {
		m, err := s.Metadata()
		if err != nil {
			return err
		}
		l, err := s.Links()
		if m.ProjectID != "mine" || len(l) != 1 || l[0].Path != "/elsewhere" {
			f.Errorf("project %q, links %v", m.ProjectID, l)
		}
		return err
	})
	if err != nil {
		f.Fatal(err)
	}
}

// TestOutdatedExtraction checks that facts of another version are not used.
func TestOutdatedExtraction(t *testing.T) {
	f := newFixture(t)
	f.setExtractor("0")
	s := f.want(Options{Budget: time.Nanosecond}, Pending, "a.go", "b.go")
	if !s.Outdated || s.Reason == "" {
		t.Errorf("without time to extract again: %+v", s)
	}
	if s := f.want(Options{Budget: time.Minute}, Fresh); s.Outdated {
		t.Error("the index is outdated after a complete extraction")
	}
}

// TestOutdatedSchema checks that an index of an older schema can be queried and
// is extracted again, and that links stay.
func TestOutdatedSchema(t *testing.T) {
	f := newFixture(t)
	f.firstSchema()
	s := f.want(Options{Budget: time.Nanosecond}, Pending, "a.go", "b.go")
	if !s.Outdated {
		t.Errorf("after the schema was brought up to date: %+v", s)
	}
	f.mustKeep()
	f.want(Options{Budget: time.Minute}, Fresh)
	f.mustKeep()
}

// TestOutdatedInServer checks that a server updates an outdated index after the
// answer.
func TestOutdatedInServer(t *testing.T) {
	f := newFixture(t)
	f.firstSchema()
	done := make(chan struct{}, 10)
	f.Watcher = NewWatcher(f.Indexer, WatchOptions{Indexed: func(index.Project, *index.Report) { done <- struct{}{} }})
	defer f.Watcher.Close()
	f.want(Options{Budget: time.Nanosecond}, Pending, "a.go", "b.go")
	select {
	case <-done:
	case <-time.After(time.Minute):
		t.Fatal("nothing was indexed")
	}
	f.want(Options{Budget: time.Nanosecond}, Fresh)
	f.mustKeep()
}

// TestOutdatedLinked checks that an outdated index that is a link is not
// written.
func TestOutdatedLinked(t *testing.T) {
	f := newFixture(t)
	f.firstSchema()
	if err := os.Remove(filepath.Join(f.p.Base, "lock")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("/nowhere", filepath.Join(f.p.Base, "lock")); err != nil {
		t.Fatal(err)
	}
	_, err := f.Ensure(t.Context(), f.p, Options{Budget: time.Minute})
	if !errors.Is(err, projectbase.ErrNotAllowed) {
		t.Errorf("error is %v", err)
	}
}
