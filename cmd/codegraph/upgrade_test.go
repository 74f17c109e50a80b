package main

import (
	"database/sql"
	"os"
	"path/filepath"
	"strings"
	"testing"

	_ "modernc.org/sqlite"
)

// TestUpgradeIndex opens an index of format 2 with a note and a manual link. The
// previous program made both files of testdata/upgrade as catalog/sqlstore's
// upgrade_test.go says, with: codegraph describe purpose 'It greets people.' The
// index was dumped by Python's sqlite3 iterdump, with its pragmas.
func TestUpgradeIndex(t *testing.T) {
	h := newHouse(t)
	h.env = []string{"CODEGRAPH_MACHINE=fixture"} // elsewhere the index would be a copy
	h.write("app/go.mod", "module example.com/app\n\nrequire example.com/lib v1.0.0\n")
	h.write("app/main.go", "package main\n\nimport \"example.com/lib\"\n\nfunc main() { println(lib.Greet(\"you\")) }\n")
	h.write("tool/tool.go", "package tool\n\nfunc Run() {}\n")
	for name, to := range map[string]string{"summary.md": "app/.codegraph/summary.md", "index-2.sql": "index-2.sql"} {
		text, err := os.ReadFile(filepath.Join("testdata", "upgrade", name))
		if err != nil {
			t.Fatal(err)
		}
		h.write(to, strings.ReplaceAll(string(text), "/src/", h.path("")+"/"))
	}
	db, err := sql.Open("sqlite", "file:"+h.path("app/.codegraph/index.db"))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := db.Exec(h.read("index-2.sql")); err != nil {
		t.Fatal(err)
	}
	if err := db.Close(); err != nil {
		t.Fatal(err)
	}
	for args, want := range map[string]string{
		"query Greet": "main.go", "symbol main": "5 function main", "links": "helper", "summary": "It greets people.", "status --json": "3fbd9881148436eef093f8bedf628196",
	} {
		if out := h.must("app", strings.Fields(args)...); !strings.Contains(out, want) {
			t.Errorf("codegraph %s: %q is missing in\n%s", args, want, out)
		}
	}
}
