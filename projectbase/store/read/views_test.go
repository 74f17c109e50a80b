package read_test

import (
	"database/sql"
	"fmt"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/storetest"

	"github.com/google/go-cmp/cmp"
)

// viewQueries read the specification's tables; the answers are lines of text.
var viewQueries = map[string]string{
	"files": `SELECT path || ' ' || hash || ' ' || (last_indexed > 0) FROM files`,
	"items": `SELECT term FROM items`,
	"occurrences": `SELECT f.path || ':' || o.line_number || ' ' || o.line_id || ' ' || o.line_type || ' ' || i.term
		FROM occurrences o JOIN files f ON f.id = o.file_id JOIN items i ON i.id = o.item_id`,
	"lines":      `SELECT f.path || ':' || l.line_number || ' ' || l.id || ' ' || l.line_type FROM lines l JOIN files f ON f.id = l.file_id`,
	"signatures": `SELECT f.path || ' ' || ifnull(s.header_comments, '-') FROM signatures s JOIN files f ON f.id = s.file_id`,
	"methods": `SELECT f.path || ':' || line_number || ' ' || name || '|' || prototype || '|' || ifnull(visibility, '-') || is_static || is_async
		FROM methods m JOIN files f ON f.id = m.file_id`,
	"types":        `SELECT f.path || ':' || line_number || ' ' || name || ' ' || kind FROM types t JOIN files f ON f.id = t.file_id`,
	"dependencies": `SELECT path || ifnull(name, '-') || ifnull(last_checked, 0) FROM dependencies`,
	"metadata":     `SELECT key || '=' || value FROM metadata`,
}

// wantViews returns the expected answers of viewQueries.
func wantViews(files map[projectbase.Path]storetest.Source) map[string][]string {
	out := map[string][]string{"dependencies": nil, "metadata": {"schema_version=1.0"}}
	add := func(view, format string, args ...any) { out[view] = append(out[view], fmt.Sprintf(format, args...)) }
	items := map[string]bool{}
	for path, src := range files {
		add("files", "%s %s 1", path, src.Meta.Hash)
		header := src.Facts.Header
		if header == "" {
			header = "-"
		}
		add("signatures", "%s %s", path, header)
		objects := map[uint32]projectbase.LineType{}
		for _, p := range src.Facts.Postings {
			term := src.Facts.Terms.Text(p.Term)
			items[term] = true
			var k projectbase.LineKey
			for rest, ok := p.Keys, true; ; {
				if k, rest, ok = rest.Next(k); !ok {
					break
				}
				id := k.Line()*4 + uint32(max(int(k.Type())-3, 0))
				add("occurrences", "%s:%d %d %s %s", path, k.Line(), id, k.Type(), term)
				objects[id] = max(objects[id], k.Type())
			}
		}
		for id, typ := range objects {
			add("lines", "%s:%d %d %s", path, id/4, id, typ)
		}
		for _, s := range src.Facts.Symbols {
			visibility, prototype := s.Visibility.String(), s.Prototype
			if visibility == "" {
				visibility = "-"
			}
			if prototype == "" {
				prototype = s.Signature
			}
			if s.Kind.IsCallable() {
				bit := map[bool]int{true: 1}
				add("methods", "%s:%d %s|%s|%s%d%d", path, s.NameLine, s.Name, prototype, visibility,
					bit[s.Flags.Has(projectbase.FlagStatic)], bit[s.Flags.Has(projectbase.FlagAsync)])
			}
			if s.Kind.IsType() {
				add("types", "%s:%d %s %s", path, s.NameLine, s.Name, s.Kind)
			}
		}
	}
	for term := range items {
		add("items", "%s", term)
	}
	return out
}

// TestViews reads the specification's tables with SQL only and compares them
// with the facts.
func TestViews(t *testing.T) {
	dir := storetest.QuickDir(t)
	w := storetest.NewWorld(42)
	w.Words = slices.DeleteFunc(w.Words, func(s string) bool { return strings.ContainsAny(s, "\n\x00") }) // lines of text
	files := map[projectbase.Path]storetest.Source{}
	terms := &projectbase.Terms{}
	for i := range 12 {
		p := projectbase.Path(fmt.Sprintf("f%d.go", i))
		files[p] = w.Source(p, terms)
	}
	storetest.MustBuild(t, dir, files)
	want := wantViews(files)
	path := filepath.Join(dir, store.FileName)
	for view, query := range viewQueries {
		slices.Sort(want[view])
		if diff := cmp.Diff(want[view], mustStrings(t, path, query)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", view, diff)
		}
		shell, err := exec.LookPath("sqlite3")
		if err != nil {
			t.Logf("%s not checked with the sqlite3 shell: %v", view, err)
			continue
		}
		out, err := exec.Command(shell, "-readonly", path, query).CombinedOutput()
		if err != nil {
			t.Errorf("sqlite3: %s: %v: %s", view, err, out)
			continue
		}
		var got []string
		if s := strings.TrimSuffix(string(out), "\n"); s != "" {
			got = strings.Split(s, "\n")
		}
		slices.Sort(got)
		if diff := cmp.Diff(want[view], got); diff != "" {
			t.Errorf("sqlite3: %s (-want +got):\n%s", view, diff)
		}
	}
}

func mustStrings(t *testing.T, path, query string) []string {
	t.Helper()
	db, err := sql.Open("sqlite", database.Dsn(path, database.ReadParams...))
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	rows, err := db.Query(query)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatal(err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	slices.Sort(out)
	return out
}
