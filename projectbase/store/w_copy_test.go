package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codegraph/migrations"
	"codegraph/projectbase"
)

func TestSeed(t *testing.T) {
	from, dir := quickDir(t), quickDir(t)
	files := smallTree(1)
	mustBuild(t, from, files)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	// A part of it is in the log only, and somebody else writes.
	w, err := OpenWriter(t.Context(), from)
	must(err)
	defer w.Close()
	must(w.Update(t.Context(), func(tx *Tx) error { return tx.SetLink(Link{Path: "/elsewhere"}) }))
	mustBeginWriting(t, from)

	must(Seed(t.Context(), dir, from, func(m *Metadata) { m.ProjectID = "other" }))
	mustHold(t, dir, sortedPaths(files))
	mustIntegrity(t, dir)
	if got := mustMeta(t, dir); got.ProjectID != "other" || got.SchemaVersion != "1.0" {
		t.Errorf("metadata of the copy: %+v", got)
	}
	if got := mustMeta(t, from); got.ProjectID != "" {
		t.Errorf("metadata of the original: %+v", got)
	}
	var generations []int64
	for _, d := range []string{from, dir} {
		mustView(t, d, func(s *Snapshot) error {
			generations = append(generations, s.Generation())
			l, err := s.Links()
			if len(l) != 1 {
				t.Errorf("links in %s: %v", d, l)
			}
			return err
		})
	}
	if generations[0] == generations[1] {
		t.Error("the copy has the generation of the original")
	}
	must(Update(t.Context(), dir, func(tx *Tx) error { return tx.SetLink(Link{Path: "/more"}) }))
	if err := Seed(t.Context(), dir, from, func(*Metadata) {}); !errors.Is(err, projectbase.ErrUsage) {
		t.Errorf("over a base: %v", err)
	}
}

// TestSeedRefuses makes sure that what is no sound base is not copied, and that
// nothing is left of the attempt.
func TestSeedRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil func(path string) error
		want  error
	}{
		"none":  {os.Remove, projectbase.ErrNotIndexed},
		"older": {func(path string) error { mustExec(t, path, "PRAGMA user_version = 1"); return nil }, projectbase.ErrOutdated},
		"newer": {func(path string) error { mustExec(t, path, "PRAGMA user_version = 99"); return nil }, projectbase.ErrTooNew},
		"cut":   {func(path string) error { return os.Truncate(path, 9000) }, projectbase.ErrCorrupt},
		"schema": {func(path string) error { mustExec(t, path, "CREATE TABLE more (x)"); return nil },
			projectbase.ErrCorrupt},
		"link": {func(path string) error {
			if err := os.Rename(path, path+".other"); err != nil {
				return err
			}
			return os.Symlink(path+".other", path)
		}, projectbase.ErrForeign},
	} {
		t.Run(name, func(t *testing.T) {
			from, dir := quickDir(t), quickDir(t)
			mustBuild(t, from, smallTree(1))
			if err := tt.spoil(filepath.Join(from, fileName)); err != nil {
				t.Fatal(err)
			}
			if err := Seed(t.Context(), dir, from, func(*Metadata) {}); !errors.Is(err, tt.want) {
				t.Errorf("error is %v, want %v", err, tt.want)
			}
			mustBeEmpty(t, dir)
		})
	}
	t.Run("ended", func(t *testing.T) {
		from, dir := quickDir(t), quickDir(t)
		mustBuild(t, from, smallTree(1))
		ctx, cancel := context.WithCancel(t.Context())
		if err := Seed(ctx, dir, from, func(*Metadata) { cancel() }); !errors.Is(err, context.Canceled) {
			t.Errorf("error is %v", err)
		}
		mustBeEmpty(t, dir)
	})
}

func mustBeEmpty(t *testing.T, dir string) {
	t.Helper()
	left, err := os.ReadDir(dir)
	if err != nil || len(left) > 0 {
		t.Errorf("left in the directory: %v, %v", left, err)
	}
}

// mustAge makes a base in dir that a program of the first version would have
// written.
func mustAge(t *testing.T, dir string) {
	t.Helper()
	old := filepath.Join(t.TempDir(), fileName)
	mustMigrateTo(t, old, 1)
	from := filepath.Join(dir, fileName)
	mustExec(t, from, "PRAGMA wal_checkpoint(TRUNCATE)")
	var s strings.Builder
	s.WriteString("ATTACH '" + from + "' AS new; DELETE FROM state;\n")
	for _, table := range []string{"state", "file", "item", "dictionary", "posting", "symbol", "skipped", "directory", "decider", "dependencies", "metadata"} {
		s.WriteString("INSERT INTO main." + table + " SELECT * FROM new." + table + ";\n")
	}
	s.WriteString("INSERT INTO main.file_data SELECT file_id, items, refs, imports, header FROM new.file_data; DETACH new; PRAGMA journal_mode = wal")
	mustExec(t, old, s.String())
	for _, end := range []string{"-wal", "-shm"} {
		if err := os.Remove(from + end); err != nil && !os.IsNotExist(err) {
			t.Fatal(err)
		}
	}
	data, err := os.ReadFile(old)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(from, data, 0o644); err != nil {
		t.Fatal(err)
	}
}

func TestMigrate(t *testing.T) {
	dir := quickDir(t)
	files := smallTree(1)
	mustBuild(t, dir, files)
	if err := Update(t.Context(), dir, func(tx *Tx) error {
		if err := tx.SetMeta(Metadata{ExtractorVersion: "7", ProjectID: "mine"}); err != nil {
			return err
		}
		return tx.SetLink(Link{Path: "/elsewhere"})
	}); err != nil {
		t.Fatal(err)
	}
	mustAge(t, dir)
	if _, err := Open(t.Context(), dir); !errors.Is(err, projectbase.ErrOutdated) {
		t.Fatalf("the base that was made older: %v", err)
	}
	for range 2 { // once it is done there is nothing to do
		if err := Migrate(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
	}
	mustHold(t, dir, sortedPaths(files))
	mustIntegrity(t, dir)
	if m := mustMeta(t, dir); m.ProjectID != "mine" || m.ExtractorVersion != "" {
		t.Errorf("metadata: %+v", m)
	}
	mustView(t, dir, func(s *Snapshot) error {
		l, err := s.Links()
		if len(l) != 1 {
			t.Errorf("links: %v", l)
		}
		return err
	})
	mustBuild(t, dir, files)
}

// TestMigrateRefuses: a base whose tables are not those of its version may be a
// stranger's, on which no statement is run.
func TestMigrateRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		statements string
		want       error
	}{
		"trigger":   {"CREATE TRIGGER t AFTER INSERT ON migration BEGIN DELETE FROM dependencies; END", projectbase.ErrCorrupt},
		"no number": {"PRAGMA user_version = 0", projectbase.ErrOutdated},
	} {
		t.Run(name, func(t *testing.T) {
			dir := quickDir(t)
			mustBuild(t, dir, smallTree(1))
			mustAge(t, dir)
			path := filepath.Join(dir, fileName)
			mustExec(t, path, tt.statements)
			if err := Migrate(t.Context(), dir); !errors.Is(err, tt.want) {
				t.Errorf("error is %v, want %v", err, tt.want)
			}
			c, err := connect(dir, path, readParams...)
			if err != nil {
				t.Fatal(err)
			}
			defer c.close()
			if v, err := c.number("PRAGMA user_version"); err != nil || v >= migrations.ProjectBaseVersion {
				t.Errorf("version %d, %v", v, err)
			}
			if _, err := os.Lstat(filepath.Join(dir, buildName)); !os.IsNotExist(err) {
				t.Errorf("left of the attempt: %v", err)
			}
		})
	}
}
