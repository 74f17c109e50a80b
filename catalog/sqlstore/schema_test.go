package sqlstore

import (
	"database/sql"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"codegraph/migrations"

	"github.com/google/go-cmp/cmp"
)

var update = flag.Bool("update", false, "rewrite testdata/schema.sql from the migrations")

// TestSchema compares the result of the migrations with the reviewed schema, so that
// no published migration changes unnoticed.
func TestSchema(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "catalog.db"))
	rows, err := s.readers.db.QueryContext(t.Context(),
		"SELECT sql FROM sqlite_schema WHERE sql IS NOT NULL AND name <> 'migration' AND name NOT LIKE 'sqlite%' ORDER BY type DESC, name")
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var all strings.Builder
	for rows.Next() {
		var text string
		if err := rows.Scan(&text); err != nil {
			t.Fatal(err)
		}
		all.WriteString(text + ";\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	golden := filepath.Join("testdata", "schema.sql")
	if *update {
		if err := os.WriteFile(golden, []byte(all.String()), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	want, err := os.ReadFile(golden)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), all.String()); diff != "" {
		t.Errorf("run with -update after a new migration (-want +got):\n%s", diff)
	}
}

// TestVersion makes sure that the migrations end at the version that programs
// ask for, in the file and in their own list.
func TestVersion(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "catalog.db"))
	for _, q := range []string{"PRAGMA user_version", "SELECT max(version_id) FROM migration"} {
		var got sql.NullInt64
		if err := s.readers.db.QueryRowContext(t.Context(), q).Scan(&got); err != nil || got.Int64 != migrations.CatalogVersion {
			t.Errorf("%s: %v, %v", q, got, err)
		}
	}
}
