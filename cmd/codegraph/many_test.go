package main

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/rogpeppe/go-internal/testscript"
)

// many N DIR makes N projects, DIR/p0001 and so on, which all declare Widget.
func many(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 2 {
		ts.Fatalf("usage: many N DIR")
	}
	n, err := strconv.Atoi(args[0])
	ts.Check(err)
	for i := range n {
		name := fmt.Sprintf("p%04d", i+1)
		dir := filepath.Join(ts.MkAbs(args[1]), name)
		ts.Check(os.MkdirAll(dir, 0o755))
		ts.Check(os.WriteFile(filepath.Join(dir, "go.mod"), []byte("module "+name+"\n"), 0o644))
		ts.Check(os.WriteFile(filepath.Join(dir, "a.go"), []byte("package "+name+"\n\nfunc Widget() {}\n"), 0o644))
	}
}

// matches FILE writes the projects of the matches in the JSON document on standard
// output to a file, in their order, a line each.
func matches(ts *testscript.TestScript, neg bool, args []string) {
	if neg || len(args) != 1 {
		ts.Fatalf("usage: matches FILE")
	}
	var answer struct{ Matches []struct{ Project string } }
	ts.Check(json.Unmarshal([]byte(ts.ReadFile("stdout")), &answer))
	var lines strings.Builder
	for _, m := range answer.Matches {
		fmt.Fprintln(&lines, m.Project)
	}
	ts.Check(os.WriteFile(ts.MkAbs(args[0]), []byte(lines.String()), 0o644))
}
