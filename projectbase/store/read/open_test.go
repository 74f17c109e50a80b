package read_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/storetest"

	"github.com/google/go-cmp/cmp"
)

// TestOpenRefuses opens damaged, foreign and outdated files.
func TestOpenRefuses(t *testing.T) {
	edit := func(statements string) func(*testing.T, string) {
		return func(t *testing.T, path string) { storetest.MustExec(t, path, statements) }
	}
	write := func(content string) func(*testing.T, string) {
		return func(t *testing.T, path string) {
			if err := os.WriteFile(path, []byte(content), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	tests := []struct {
		name    string
		spoil   func(t *testing.T, path string)
		want    error
		rebuilt bool // a build may replace it
	}{
		{"nothing", func(t *testing.T, path string) { os.Remove(path) }, projectbase.ErrNotIndexed, true},
		{"empty file", write(""), projectbase.ErrCorrupt, true},
		{"text", write("hello"), projectbase.ErrCorrupt, true},
		{"long garbage", write(string(make([]byte, 50000))), projectbase.ErrCorrupt, true},
		{"foreign", edit("PRAGMA application_id = 7"), projectbase.ErrForeign, false},
		{"newer", edit("PRAGMA user_version = 99"), projectbase.ErrTooNew, false},
		{"older", edit("PRAGMA user_version = 0"), projectbase.ErrOutdated, true},
		{"extra table", edit("CREATE TABLE more (x)"), projectbase.ErrCorrupt, true},
		{"extra trigger", edit("CREATE TRIGGER t AFTER UPDATE ON state BEGIN SELECT 1; END"), projectbase.ErrCorrupt, true},
		{"other view", edit("DROP VIEW files; CREATE VIEW files AS SELECT 1 AS id"), projectbase.ErrCorrupt, true},
		{"table as view", edit("ALTER TABLE item RENAME TO other; CREATE VIEW item (id, term, n) AS SELECT 1, 'x', 1"), projectbase.ErrCorrupt, true},
		{"missing index", edit("DROP INDEX symbol_name"), projectbase.ErrCorrupt, true},
		{"no state", edit("DELETE FROM state"), projectbase.ErrCorrupt, true},
		{"wrong type", edit("DELETE FROM file; INSERT INTO file VALUES (1, 'a', 'go', 1, NULL, x'00')"), projectbase.ErrCorrupt, true},
		{"path out of the root", edit("UPDATE file SET path = '../x' WHERE id = 1"), projectbase.ErrCorrupt, true},
		{"broken postings", edit("UPDATE posting SET data = x'ffffff'"), projectbase.ErrCorrupt, true},
		{"broken dictionary", edit("UPDATE dictionary SET spellings = x'03'"), projectbase.ErrCorrupt, true},
		{"broken references", edit("UPDATE file_data SET refs = x'0501'"), projectbase.ErrCorrupt, true},
		{"broken bindings", edit("UPDATE file_data SET bindings = x'0501'"), projectbase.ErrCorrupt, true},
		{"items gone", edit("DELETE FROM item"), projectbase.ErrCorrupt, true},
		{"truncated", func(t *testing.T, path string) {
			if err := os.Truncate(path, 9000); err != nil {
				t.Fatal(err)
			}
		}, projectbase.ErrCorrupt, true},
		{"analyzed", edit("ANALYZE"), nil, true},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			dir := storetest.QuickDir(t)
			storetest.MustBuild(t, dir, storetest.SmallTree(1))
			tt.spoil(t, filepath.Join(dir, store.FileName))
			if err := storetest.ReadAll(dir); !errors.Is(err, tt.want) {
				t.Errorf("reading: %v, want %v", err, tt.want)
			}
			before, _ := os.ReadFile(filepath.Join(dir, store.FileName))
			err := storetest.Build(dir, storetest.SmallTree(2))
			if (err == nil) != tt.rebuilt {
				t.Fatalf("building over it: %v", err)
			}
			if !tt.rebuilt {
				if !errors.Is(err, tt.want) {
					t.Errorf("building over it: %v, want %v", err, tt.want)
				}
				after, _ := os.ReadFile(filepath.Join(dir, store.FileName))
				if string(before) != string(after) {
					t.Error("the refused file was changed")
				}
				return
			}
			if diff := cmp.Diff(storetest.WantContent(storetest.SmallTree(2)), storetest.MustContent(t, dir)); diff != "" {
				t.Errorf("after building (-want +got):\n%s", diff)
			}
			storetest.MustIntegrity(t, dir)
		})
	}
}

// readOnlyEnv is the environment variable with the directory that
// TestReadOnlyDirectory reads in a process without write access.
const readOnlyEnv = "STORE_TEST_READONLY"

func TestReadOnlyDirectory(t *testing.T) {
	if dir := os.Getenv(readOnlyEnv); dir != "" {
		checkReadOnly(t, dir)
		return
	}
	dir := t.TempDir()
	storetest.MustBuild(t, dir, storetest.SmallTree(1))
	if err := os.Chmod(dir, 0o555); err != nil {
		t.Fatal(err)
	}
	defer os.Chmod(dir, 0o755)
	if os.Geteuid() == 0 {
		storetest.AsNobody(t, readOnlyEnv+"="+dir)
		return
	}
	checkReadOnly(t, dir)
}

func checkReadOnly(t *testing.T, dir string) {
	t.Helper()
	if diff := cmp.Diff(storetest.WantContent(storetest.SmallTree(1)), storetest.MustContent(t, dir)); diff != "" {
		t.Error(diff)
	}
	if _, err := lock.Acquire(context.Background(), dir, 0, nil); !errors.Is(err, projectbase.ErrReadOnly) {
		t.Errorf("Acquire: %v", err)
	}
}
