package database_test

import (
	"context"
	"flag"
	"fmt"
	"os"
	"path/filepath"
	"testing"

	"codegraph/migrations"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/storetest"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite schema.txt from the migrations")

// TestSchema compares schema.txt with the result of the migrations.
func TestSchema(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, store.FileName)
	if err := database.ApplyMigrations(context.Background(), dir, path, nil); err != nil {
		t.Fatal(err)
	}
	c, err := database.Connect(dir, path, database.ReadParams...)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	got, err := database.SchemaOf(c)
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("schema.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(database.SchemaText, got); diff != "" && !*update {
		t.Errorf("schema.txt differs from the migrations; run with -update (-have +want):\n%s", diff)
	}
}

// TestOldSchemas compares the schema files of older versions with the result of
// their migrations.
func TestOldSchemas(t *testing.T) {
	for version := int64(1); version < migrations.ProjectBaseVersion; version++ {
		name := fmt.Sprintf("schema.%d.txt", version)
		dir := t.TempDir()
		storetest.MustMakeFirstFormat(t, filepath.Join(dir, store.FileName))
		c, err := database.Connect(dir, filepath.Join(dir, store.FileName), database.ReadParams...)
		if err != nil {
			t.Fatal(err)
		}
		got, err := database.SchemaOf(c)
		if end := c.Close(); err != nil || end != nil {
			t.Fatal(err, end)
		}
		if *update {
			if err := os.WriteFile(name, []byte(got), 0o644); err != nil {
				t.Fatal(err)
			}
		}
		have, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(string(have), got); diff != "" {
			t.Errorf("%s differs from the migrations (-have +want):\n%s", name, diff)
		}
	}
}
