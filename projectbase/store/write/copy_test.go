package write_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codegraph/migrations"
	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/storetest"
	"codegraph/projectbase/store/write"
)

func TestSeed(t *testing.T) {
	from, dir := storetest.QuickDir(t), storetest.QuickDir(t)
	files := storetest.SmallTree(1)
	storetest.MustBuild(t, from, files)
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	// A part of the index is only in the log, and another process writes.
	w, err := write.OpenWriter(t.Context(), from)
	must(err)
	defer w.Close()
	must(w.Update(t.Context(), func(tx *write.Tx) error { return tx.SetLink(store.Link{Path: "/elsewhere"}) }))
	storetest.MustBeginWriting(t, from)

	must(write.Seed(t.Context(), dir, from, func(m *store.Metadata) { m.ProjectID = "other" }))
	storetest.MustHold(t, dir, storetest.SortedPaths(files))
	storetest.MustIntegrity(t, dir)
	if got := storetest.MustMeta(t, dir); got.ProjectID != "other" || got.SchemaVersion != "1.0" {
		t.Errorf("metadata of the copy: %+v", got)
	}
	if got := storetest.MustMeta(t, from); got.ProjectID != "" {
		t.Errorf("metadata of the original: %+v", got)
	}
	var generations []int64
	for _, d := range []string{from, dir} {
		storetest.MustView(t, d, func(s *read.Snapshot) error {
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
	must(write.Update(t.Context(), dir, func(tx *write.Tx) error { return tx.SetLink(store.Link{Path: "/more"}) }))
	if err := write.Seed(t.Context(), dir, from, func(*store.Metadata) {}); !errors.Is(err, projectbase.ErrUsage) {
		t.Errorf("over an index: %v", err)
	}
}

// TestSeedRefuses checks that an invalid index is not copied and that a failed
// copy leaves nothing behind.
func TestSeedRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		spoil func(path string) error
		want  error
	}{
		"none":  {os.Remove, projectbase.ErrNotIndexed},
		"older": {func(path string) error { storetest.MustExec(t, path, "PRAGMA user_version = 1"); return nil }, projectbase.ErrOutdated},
		"newer": {func(path string) error { storetest.MustExec(t, path, "PRAGMA user_version = 99"); return nil }, projectbase.ErrTooNew},
		"cut":   {func(path string) error { return os.Truncate(path, 9000) }, projectbase.ErrCorrupt},
		"schema": {func(path string) error { storetest.MustExec(t, path, "CREATE TABLE more (x)"); return nil },
			projectbase.ErrCorrupt},
		"link": {func(path string) error {
			if err := os.Rename(path, path+".other"); err != nil {
				return err
			}
			return os.Symlink(path+".other", path)
		}, projectbase.ErrForeign},
	} {
		t.Run(name, func(t *testing.T) {
			from, dir := storetest.QuickDir(t), storetest.QuickDir(t)
			storetest.MustBuild(t, from, storetest.SmallTree(1))
			if err := tt.spoil(filepath.Join(from, store.FileName)); err != nil {
				t.Fatal(err)
			}
			if err := write.Seed(t.Context(), dir, from, func(*store.Metadata) {}); !errors.Is(err, tt.want) {
				t.Errorf("error is %v, want %v", err, tt.want)
			}
			mustBeEmpty(t, dir)
		})
	}
	t.Run("ended", func(t *testing.T) {
		from, dir := storetest.QuickDir(t), storetest.QuickDir(t)
		storetest.MustBuild(t, from, storetest.SmallTree(1))
		ctx, cancel := context.WithCancel(t.Context())
		if err := write.Seed(ctx, dir, from, func(*store.Metadata) { cancel() }); !errors.Is(err, context.Canceled) {
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

// mustAge turns the index in dir into one of the first version.
func mustAge(t *testing.T, dir string) {
	t.Helper()
	old := filepath.Join(t.TempDir(), store.FileName)
	storetest.MustMakeFirstFormat(t, old)
	from := filepath.Join(dir, store.FileName)
	storetest.MustExec(t, from, "PRAGMA wal_checkpoint(TRUNCATE)")
	var s strings.Builder
	s.WriteString("ATTACH '" + from + "' AS new; DELETE FROM state;\n")
	for _, table := range []string{"state", "file", "item", "dictionary", "posting", "symbol", "skipped", "directory", "decider", "dependencies", "metadata"} {
		s.WriteString("INSERT INTO main." + table + " SELECT * FROM new." + table + ";\n")
	}
	s.WriteString("INSERT INTO main.file_data SELECT file_id, items, refs, imports, header FROM new.file_data; DETACH new; PRAGMA journal_mode = wal")
	storetest.MustExec(t, old, s.String())
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
	dir := storetest.QuickDir(t)
	files := storetest.SmallTree(1)
	storetest.MustBuild(t, dir, files)
	if err := write.Update(t.Context(), dir, func(tx *write.Tx) error {
		if err := tx.SetMeta(store.Metadata{ExtractorVersion: "7", ProjectID: "mine"}); err != nil {
			return err
		}
		return tx.SetLink(store.Link{Path: "/elsewhere"})
	}); err != nil {
		t.Fatal(err)
	}
	mustAge(t, dir)
	if _, err := read.Open(t.Context(), dir); !errors.Is(err, projectbase.ErrOutdated) {
		t.Fatalf("the index that was made older: %v", err)
	}
	for range 2 { // the second call has nothing to do
		if err := write.Migrate(t.Context(), dir); err != nil {
			t.Fatal(err)
		}
	}
	storetest.MustHold(t, dir, nil) // the files are indexed again
	storetest.MustIntegrity(t, dir)
	if m := storetest.MustMeta(t, dir); m.ProjectID != "mine" || m.ExtractorVersion != "" {
		t.Errorf("metadata: %+v", m)
	}
	storetest.MustView(t, dir, func(s *read.Snapshot) error {
		l, err := s.Links()
		if len(l) != 1 {
			t.Errorf("links: %v", l)
		}
		return err
	})
	storetest.MustBuild(t, dir, files)
}

// TestMigrateRefuses checks that an index with an unexpected schema is not
// migrated, because running statements on it is unsafe.
func TestMigrateRefuses(t *testing.T) {
	for name, tt := range map[string]struct {
		statements string
		want       error
	}{
		"trigger":   {"CREATE TRIGGER t AFTER INSERT ON migration BEGIN DELETE FROM dependencies; END", projectbase.ErrCorrupt},
		"no number": {"PRAGMA user_version = 0", projectbase.ErrOutdated},
	} {
		t.Run(name, func(t *testing.T) {
			dir := storetest.QuickDir(t)
			storetest.MustBuild(t, dir, storetest.SmallTree(1))
			mustAge(t, dir)
			path := filepath.Join(dir, store.FileName)
			storetest.MustExec(t, path, tt.statements)
			if err := write.Migrate(t.Context(), dir); !errors.Is(err, tt.want) {
				t.Errorf("error is %v, want %v", err, tt.want)
			}
			c, err := database.Connect(dir, path, database.ReadParams...)
			if err != nil {
				t.Fatal(err)
			}
			defer c.Close()
			if v, err := c.Number("PRAGMA user_version"); err != nil || v >= migrations.ProjectBaseVersion {
				t.Errorf("version %d, %v", v, err)
			}
			if _, err := os.Lstat(filepath.Join(dir, store.BuildName)); !os.IsNotExist(err) {
				t.Errorf("left of the attempt: %v", err)
			}
		})
	}
}
