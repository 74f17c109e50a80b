package scan

import (
	"database/sql"
	"os"
	"path/filepath"
	"testing"

	"codegraph/catalog"
	"codegraph/projectbase/settings"

	"github.com/google/go-cmp/cmp"
	_ "modernc.org/sqlite"
)

// TestHostileIndexes scans malicious indexes: with other tables, values of wrong
// types, malformed packed data, huge data, and truncated files. Each affects at most
// its own entry.
func TestHostileIndexes(t *testing.T) {
	f := newFixture(t)
	writeTree(t, f.dir, twoModules)
	hostile := map[string][]string{
		"table":    {"CREATE TABLE extra(x)", "INSERT INTO extra VALUES(load_extension('evil'))"},
		"view":     {"CREATE VIEW evil AS SELECT * FROM metadata"},
		"shadowed": {"ALTER TABLE metadata RENAME TO real_metadata", "CREATE VIEW metadata AS SELECT * FROM real_metadata"},
		"trigger":  {"CREATE TRIGGER evil AFTER UPDATE ON metadata BEGIN DELETE FROM metadata; END"},
		"index":    {"CREATE INDEX evil ON metadata(value)"},
		"types":    {"UPDATE metadata SET value = 'no number'"},
		"huge":     {"UPDATE metadata SET value = printf('%.*c', 30000000, 'x') WHERE key = 'project_name'"},
		"packed":   {"UPDATE file SET facts = x'ffffffff'"},
		"outside":  {"INSERT INTO decider VALUES ('../lib/go.mod', 1, 1, 1, 1)"},
		"emptied":  {"DELETE FROM metadata"},
		"cut":      nil,
	}
	for name := range hostile {
		writeTree(t, f.dir, map[string]string{name + "/go.mod": "module example.com/" + name + "\n", name + "/a.go": "package p\n"})
	}
	for _, p := range f.scan().Projects {
		must(t, p.Err)
	}
	app, lib := f.known()["app"], f.known()["lib"]
	links, err := f.Catalog.Links(t.Context(), catalog.LinkQuery{})
	must(t, err)
	for name, statements := range hostile {
		file := filepath.Join(f.dir, name, ".codegraph", settings.IndexName)
		if statements == nil {
			must(t, os.Truncate(file, 9000))
			continue
		}
		db, err := sql.Open("sqlite", "file:"+file)
		must(t, err)
		done := 0
		for _, s := range statements {
			if _, err := db.ExecContext(t.Context(), s); err == nil {
				done++
			}
		}
		must(t, db.Close())
		if done == 0 {
			t.Errorf("%s: nothing was done to it", name)
		}
	}
	states := map[string]bool{}
	for _, p := range f.scan().Projects {
		states[filepath.Base(p.Root)] = p.Err == nil
	}
	for _, name := range []string{"table", "view", "shadowed", "trigger", "index", "huge", "cut"} {
		if states[name] {
			t.Errorf("%s was taken for a sound base", name)
		}
	}
	if !states["app"] || !states["lib"] {
		t.Errorf("sound projects failed: %v", states)
	}
	after, err := f.Catalog.Links(t.Context(), catalog.LinkQuery{})
	must(t, err)
	if diff := cmp.Diff(links, after); diff != "" {
		t.Errorf("links changed:\n%s", diff)
	}
	if diff := cmp.Diff([]catalog.Project{app, lib}, []catalog.Project{f.known()["app"], f.known()["lib"]}); diff != "" {
		t.Errorf("other projects changed:\n%s", diff)
	}
}
