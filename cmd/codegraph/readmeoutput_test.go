package main

import (
	"flag"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var updateOutput = flag.Bool("update-readme", false, "write the output of the program to README.md")

// readmeOutput is a marker and the block after it: a command and its output.
var readmeOutput = regexp.MustCompile("(?m)^<!-- output: ([a-z_]+) -->\n```\n\\$ codegraph (.*)\n((?s:.*?))```$")

// TestOutputOfREADME runs the commands of README.md in the source of modules
// that this module requires, and compares their output.
func TestOutputOfREADME(t *testing.T) {
	t.Parallel()
	modules := map[string]string{"client_golang": "github.com/prometheus/client_golang"}
	const file = "../../README.md"
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	blocks := readmeOutput.FindAllSubmatchIndex(text, -1)
	if len(blocks) == 0 {
		t.Fatalf("%s has no block with output", file)
	}
	h := newHouse(t)
	for name, path := range modules {
		h.copyModule(path, name)
		h.must(".", "-q", "init", name)
	}
	out, last := "", 0
	for _, b := range blocks {
		project, command := string(text[b[2]:b[3]]), string(text[b[4]:b[5]])
		if modules[project] == "" {
			t.Fatalf("unknown project %q in a marker", project)
		}
		out += string(text[last:b[6]]) + strings.TrimRight(h.must(project, strings.Fields(command)...), "\n") + "\n"
		last = b[7]
	}
	out += string(text[last:])
	if *updateOutput {
		if err := os.WriteFile(file, []byte(out), 0o644); err != nil {
			t.Fatal(err)
		}
		return
	}
	if d := cmp.Diff(string(text), out); d != "" {
		t.Errorf("README.md is out of date; run: go test ./cmd/codegraph -run TestOutputOfREADME -update-readme (-README +program):\n%s", d)
	}
}

// copyModule copies the source of a required module to the directory name.
func (h *house) copyModule(module, name string) {
	h.Helper()
	dir, err := exec.Command("go", "list", "-m", "-f", "{{.Dir}}", module).Output()
	if err != nil {
		h.Fatalf("go list -m %s: %v", module, err)
	}
	if err := os.CopyFS(h.path(name), os.DirFS(strings.TrimSpace(string(dir)))); err != nil {
		h.Fatal(err)
	}
	// Files of the module cache are read-only.
	err = filepath.WalkDir(h.path(name), func(path string, _ os.DirEntry, err error) error {
		if err != nil {
			return err
		}
		return os.Chmod(path, 0o755)
	})
	if err != nil {
		h.Fatal(err)
	}
}
