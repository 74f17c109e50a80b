package database_test

import (
	"errors"
	"path/filepath"
	"syscall"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/storetest"
)

// TestFailures checks that only errors about the file itself mean corruption,
// because a corrupt index is replaced.
func TestFailures(t *testing.T) {
	dir := storetest.QuickDir(t)
	storetest.MustBuild(t, dir, storetest.SmallTree(1))
	c, err := database.Connect(dir, filepath.Join(dir, store.FileName), database.WriteParams...)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	tests := []struct {
		name, sql string
		want      error
		damaged   bool
	}{
		{"statement without sense", "SELECT nothing", nil, false},
		{"no such table", "SELECT 1 FROM nowhere", nil, false},
		{"value too long", "SELECT length(zeroblob(2000000000))", nil, false},
		{"key of the wrong type", "INSERT INTO file(id) VALUES ('x')", nil, false},
		{"full", "PRAGMA max_page_count=1; CREATE TABLE big AS SELECT zeroblob(1000000)", syscall.ENOSPC, false},
		{"tables unreadable", "PRAGMA writable_schema=1; UPDATE sqlite_schema SET sql='CREATE nonsense'; PRAGMA writable_schema=RESET; SELECT * FROM file", projectbase.ErrCorrupt, true},
	}
	for _, tt := range tests {
		err := c.Script(tt.sql)
		if err == nil || errors.Is(err, projectbase.ErrCorrupt) != tt.damaged || tt.want != nil && !errors.Is(err, tt.want) {
			t.Errorf("%s: %v", tt.name, err)
		}
	}
}
