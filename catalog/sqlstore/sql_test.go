package sqlstore

import (
	"database/sql"
	"fmt"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"codegraph/catalog/catalogtest"
)

// whole are the statements that read their tables from end to end, which is
// by design. All others use keys.
var whole = []string{"projects", "tags", "count_tags", "packages", "requirements", "manual_links", "links", "filters", "tables", "tokens", "nodes"}

// harmless are steps that look like reading a table and do not.
var harmless = regexp.MustCompile(`SCAN (json_each VIRTUAL TABLE|CONSTANT ROW)`)

// TestStatements prepares every statement against an empty catalog and refuses
// those that read a table from end to end.
func TestStatements(t *testing.T) {
	s := mustOpen(t, filepath.Join(t.TempDir(), "catalog.db"))
	c, err := s.writer.take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.writer.give(c, false)
	text := s.dialect.text
	for _, name := range mustNames(t, "sql/*.sql") {
		if !strings.HasPrefix(text(name), "-- ") {
			t.Errorf("%s: the first line does not say what it does", name)
		}
		if slices.Contains([]string{"begin_read", "begin_write", "commit", "rollback", "app", "format"}, name) {
			continue // nothing to plan
		}
		args := make([]any, parameters(text(name)))
		for i := range args {
			args[i] = "[]"
		}
		rows, err := c.raw.QueryContext(t.Context(), "EXPLAIN QUERY PLAN "+text(name), args...)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, step := range mustSteps(t, rows) {
			if strings.Contains(step, "SCAN ") && !harmless.MatchString(step) && !slices.Contains(whole, name) {
				t.Errorf("%s: %s", name, step)
			}
		}
	}
}

func mustSteps(t *testing.T, rows *sql.Rows) (steps []string) {
	t.Helper()
	defer rows.Close()
	for rows.Next() {
		var id, parent, unused int
		var step string
		if err := rows.Scan(&id, &parent, &unused, &step); err != nil {
			t.Fatal(err)
		}
		steps = append(steps, step)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return steps
}

// TestUnusedStatements finds statements that no code names.
func TestUnusedStatements(t *testing.T) {
	sources, err := filepath.Glob("*.go")
	if err != nil || len(sources) < 8 {
		t.Fatalf("%d sources, %v", len(sources), err)
	}
	var all strings.Builder
	for _, f := range sources {
		b, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		if !strings.HasSuffix(f, "_test.go") {
			all.Write(b)
		}
	}
	for _, name := range append(mustNames(t, "sql/*.sql"), mustNames(t, "sql/postgres/*.sql")...) {
		used := strings.Contains(all.String(), fmt.Sprintf("%q", name))
		if base, ending, ok := strings.Cut(name, "_"); ok && (ending == "by_key" || ending == "of") {
			// narrow composes these
			used = used || strings.Contains(all.String(), fmt.Sprintf("narrow(%q", base)) &&
				strings.Contains(all.String(), fmt.Sprintf("%q", "_"+ending))
		}
		if !used {
			t.Errorf("%s is used nowhere", name)
		}
	}
}

func mustNames(t *testing.T, pattern string) []string {
	t.Helper()
	names, err := fs.Glob(statements, pattern)
	if err != nil || len(names) == 0 {
		t.Fatalf("%d statements, %v", len(names), err)
	}
	for i, n := range names {
		names[i] = strings.TrimSuffix(path.Base(n), ".sql")
	}
	return names
}

// TestPostgresStatements has Postgres plan every statement, and refuses those
// that it must read a table from end to end for.
func TestPostgresStatements(t *testing.T) {
	s := mustOpenPostgres(t, catalogtest.Postgres(t))
	c, err := s.writer.take(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	defer s.writer.give(c, false)
	// Empty tables are read whole if that is allowed, and parameters that are
	// known may leave nothing to plan.
	if _, err := c.raw.ExecContext(t.Context(), "SET enable_seqscan = off; SET plan_cache_mode = force_generic_plan"); err != nil {
		t.Fatal(err)
	}
	own := mustNames(t, "sql/postgres/*.sql")
	for _, name := range append(mustNames(t, "sql/*.sql"), own...) {
		text := s.dialect.text(name)
		if !strings.HasPrefix(text, "-- ") {
			t.Errorf("%s: the first line does not say what it does", name)
		}
		if strings.Contains(text, "json_each") {
			t.Errorf("%s: a list is not spelled as in the others", name)
		}
		if slices.Contains(own, name) || slices.Contains([]string{"commit", "rollback", "app"}, name) {
			continue // nothing to plan, or not of our tables
		}
		if slices.Contains(whole, name) {
			continue
		}
		if _, err := c.raw.ExecContext(t.Context(), "PREPARE "+name+" AS "+text); err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		args := ""
		if n := parameters(text); n > 0 {
			args = "(NULL" + strings.Repeat(", NULL", n-1) + ")"
		}
		rows, err := c.raw.QueryContext(t.Context(), "EXPLAIN EXECUTE "+name+args)
		if err != nil {
			t.Errorf("%s: %v", name, err)
			continue
		}
		for _, step := range mustLines(t, rows) {
			if strings.Contains(step, "Seq Scan") {
				t.Errorf("%s: %s", name, step)
			}
		}
	}
}

func mustLines(t *testing.T, rows *sql.Rows) (lines []string) {
	t.Helper()
	defer rows.Close()
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			t.Fatal(err)
		}
		lines = append(lines, line)
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return lines
}

// parameters returns how many arguments a statement takes.
func parameters(sql string) int {
	for i := 30; i > 0; i-- {
		if regexp.MustCompile(fmt.Sprintf(`\$%d\b`, i)).MatchString(sql) {
			return i
		}
	}
	return 0
}
