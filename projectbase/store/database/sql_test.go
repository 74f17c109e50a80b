package database_test

import (
	"fmt"
	"io/fs"
	"os"
	"regexp"
	"strings"
	"testing"

	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/storetest"
)

// small tables may be read whole; so may dictionary, for searches within terms,
// and file.
var scans = map[string]string{"outlines": "o", "files": "file", "dictionary": "dictionary", "schema": "sqlite_schema"}

var sources = os.DirFS("..")

var smallTables = regexp.MustCompile(`\bSCAN (skipped|directory|decider|dependencies|metadata|j VIRTUAL)`)

// TestStatements prepares every statement on an empty index and rejects full
// scans of large tables.
func TestStatements(t *testing.T) {
	dir := t.TempDir()
	storetest.MustBuild(t, dir, nil)
	c, err := database.Connect(dir, dir+"/"+store.FileName, database.ReadParams...)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	names, err := fs.Glob(database.Statements, "sql/*.sql")
	if err != nil || len(names) < 30 {
		t.Fatalf("%d testStatements, %v", len(names), err)
	}
	for _, path := range names {
		name := strings.TrimSuffix(strings.TrimPrefix(path, "sql/"), ".sql")
		if !strings.HasPrefix(database.Text(name), "-- ") {
			t.Errorf("%s: the first line does not say what it does", path)
		}
		switch name {
		case "create_symbol_name", "begin_read", "begin_write", "commit", "rollback":
			continue // no query plan
		}
		s, err := c.Prepare("plan "+name, "EXPLAIN QUERY PLAN "+database.Text(name))
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		args := make([]any, parameters(database.Text(name)))
		for i := range args {
			args[i] = int64(1)
		}
		r, err := c.QueryStmt(s, args...)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			continue
		}
		for r.Next() {
			step := r.Text(3)
			allowed := !strings.Contains(step, "SCAN ") || smallTables.MatchString(step) || strings.Contains(step, "CONSTANT ROW") ||
				scans[name] != "" && strings.Contains(step, scans[name])
			if !allowed {
				t.Errorf("%s: %s", path, step)
			}
		}
		if err := r.Done(); err != nil {
			t.Errorf("%s: %v", path, err)
		}
	}
}

// TestUnusedStatements finds statements that no code uses.
func TestUnusedStatements(t *testing.T) {
	src, err := fs.Glob(sources, "*/*.go")
	if err != nil || len(src) < 10 {
		t.Fatalf("%d sources, %v", len(src), err)
	}
	var all strings.Builder
	for _, f := range src {
		if strings.HasSuffix(f, "_test.go") {
			continue
		}
		b, err := fs.ReadFile(sources, f)
		if err != nil {
			t.Fatal(err)
		}
		all.Write(b)
	}
	names, _ := fs.Glob(database.Statements, "sql/*.sql")
	for _, path := range names {
		name := strings.TrimSuffix(strings.TrimPrefix(path, "sql/"), ".sql")
		if !strings.Contains(all.String(), fmt.Sprintf("%q", name)) {
			t.Errorf("%s is used nowhere", path)
		}
	}
}

// parameters returns the number of arguments of a statement.
func parameters(sql string) int {
	_, sql, _ = strings.Cut(sql, "\n")
	n := strings.Count(sql, "?")
	for i := 9; i > 0; i-- {
		if strings.Contains(sql, fmt.Sprint("?", i)) {
			return i
		}
	}
	return n
}
