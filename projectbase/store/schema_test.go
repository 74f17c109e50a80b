package store

import (
	"context"
	"flag"
	"os"
	"path/filepath"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite schema.txt from the migrations")

// TestSchema compares what is believed to be a base with what the migrations
// make.
func TestSchema(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	if err := migrate(context.Background(), dir, path, nil); err != nil {
		t.Fatal(err)
	}
	c, err := connect(dir, path, readParams...)
	if err != nil {
		t.Fatal(err)
	}
	defer c.close()
	got, err := c.describeSchema()
	if err != nil {
		t.Fatal(err)
	}
	if *update {
		if err := os.WriteFile("schema.txt", []byte(got), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	if diff := cmp.Diff(schemaText, got); diff != "" && !*update {
		t.Errorf("schema.txt differs from the migrations; run with -update (-have +want):\n%s", diff)
	}
}
