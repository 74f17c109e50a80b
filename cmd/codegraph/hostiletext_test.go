package main

import (
	"os/exec"
	"slices"
	"strings"
	"testing"

	"codegraph/cmd/internal/tools"
	"codegraph/projectbase/fresh/faulttest"
)

// evil contains terminal escape sequences and bidirectional control characters.
const evil = "\x1b[31m\x1b]0;t\x07\u202e\u2066\u009b2J"

// evilHouse is a project whose names, comments, manifests, documents and commits
// hold what no text for people may hold.
func evilHouse(t *testing.T) (h *house, project string) {
	t.Helper()
	h = newHouse(t)
	project = "p" + evil
	files := map[string]string{
		"a.go":                       "package p\n\n// Widget " + evil + " is one.\nfunc Widget() { Other() }\n\nfunc Other() { Widget() } // " + evil + "\n",
		"n" + evil + ".go":           "package p\n\nfunc Named() { Widget() }\n",
		"d" + evil + "/b.py":         "def named():\n    '''" + evil + "'''\n    return Widget" + evil + "()\n",
		"doc.md":                     "# Head " + evil + " line\n\n## Second" + evil + "\n",
		"CLAUDE.md":                  "# Rules " + evil + "\n\nText " + evil + "\n",
		"package.json":               `{"name":"evil\u001b[31m\u202e","version":"\u001b[2J","dependencies":{"x\u001b[31m":"\u202e1"}}`,
		"style.css":                  ".c" + evil + " { color: red }\n",
		"data.yaml":                  "\"k\\e[31m\\u202e\": 1\n",
		"data.toml":                  "\"k\\u001b\\u202e\" = 1\n",
		"t.ts":                       "import { Widget } from './x" + evil + "';\nexport class C { ['m" + evil + "']() { return Widget } }\n",
		"go.mod":                     "module example.com/p\n\nrequire example.com/x" + evil + " v1.0.0\n",
		".github/workflows/w.yml":    "name: \"" + "\\e[31m" + "\"\n",
		"sub" + evil + "/Cargo.toml": "[package]\nname = \"n\\u001b\\u202e\"\nversion = \"1\"\n",
	}
	for name, text := range files {
		h.write(project+"/"+name, text)
	}
	h.write("lib/lib.go", "package lib\n")
	h.must(".", "-q", "init", "lib")
	for _, args := range [][]string{{"init", "-q"}, {"add", "-A"}, {"-c", "user.name=Eve" + evil, "-c", "user.email=e" + evil + "@x", "commit", "-q", "-m", "first " + evil}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = h.path(project)
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
	}
	h.write(project+"/a.go", files["a.go"]+"\n// changed "+evil+"\nfunc Changed() {}\n")
	return h, project
}

// TestEvilTextOnTheCommandLine shows such a project on a terminal.
func TestEvilTextOnTheCommandLine(t *testing.T) {
	t.Parallel()
	h, p := evilHouse(t)
	asked := [][]string{{"init"}}
	readers, _ := split(tools.All())
	for _, s := range readers {
		if !requires(s) && !s.Streams() { // a stream is data for programs
			asked = append(asked, []string{verbOf(s)})
		}
	}
	for _, args := range append(asked, [][]string{
		{"status", "-v"}, {"query", "Widget"}, {"query", "named", "--mode", "contains"}, {"query", "e", "--mode", "contains"},
		{"query", "no" + evil}, {"signature", "n" + evil + ".go"}, {"tree", "--stats"},
		{"link", h.path("lib")}, {"link", h.path("lib" + evil)}, {"why", ".", "lib"}, {"symbol", "Widget"}, {"symbol", "Widget", "--source"}, {"symbol", evil},
		{"callers", "Widget"}, {"callers", "Widget", "--format", "dot"}, {"callers", "Widget", "--format", "mermaid"}, {"callees", "Widget"}, {"references", "Widget"},
		{"impact", "Widget", "--format", "dot"}, {"impact", "n" + evil + ".go"}, {"affected", "a.go"}, {"imports", "t.ts"}, {"importers", "a.go"},
		{"describe", "custom", "text " + evil, "--title", "T" + evil}, {"summary"},
		{"update", "n" + evil + ".go"}, {"update", "missing" + evil}, {"remove", "d" + evil + "/b.py"}, {"sync", "--git", "HEAD" + evil}, {"sync"}, {"scan", ".."},
		{"project", "show", "p" + evil}, {"project", "tag", ".", "tag" + evil}, {"projects", "--tag", evil}, {"-C", "missing" + evil, "status"}, {"init", evil},
		{"query", "Widget", "--scope", "all"}, {"query", "Widget", "--file", evil}, {"query", "Widget", "--since", evil}, {"config", "show"}, {evil},
		{"--catalog", "/missing" + evil + "/c.db", "projects"}, {"tree", "d" + evil}, {"unlink", "lib" + evil},
	}...) {
		r := h.run(p, args...)
		h.clean(strings.Join(args, " ")+", standard output", r.stdout)
		h.clean(strings.Join(args, " ")+", standard error", r.stderr)
		if r.stdout+r.stderr == "" {
			t.Errorf("%q: not a word", args)
		}
	}
}

// TestEvilTextToAssistants asks a server about such a project with every tool
// that only reads, in each of its formats for reading.
func TestEvilTextToAssistants(t *testing.T) {
	t.Parallel()
	h, p := evilHouse(t)
	h.must(p, "-q", "init")
	h.env = []string{"CODEGRAPH_LOG_LEVEL=debug"}
	s := h.newSession(p, nil)
	readers, _ := split(tools.All())
	offered := offers(t, s)
	asked := 0
	for _, spec := range readers {
		if !slices.Contains(offered, "codegraph_"+spec.Name) {
			continue
		}
		sc := schemaOf(t, spec)
		for _, format := range sc.Properties["format"].Enum {
			if format == "json" {
				continue
			}
			for _, name := range []string{"Widget", "Named", "named", "Head"} {
				in := sc.input(t, nil, "")
				for _, key := range []string{"name", "symbol", "term", "target"} {
					if in[key] != nil || key == "symbol" && sc.Properties[key].Type != "" {
						in[key] = name
					}
				}
				in["format"] = format
				r := s.ask(spec.Name, in)
				if r.text() == "" {
					t.Errorf("%s: %s", spec.Name, r.raw)
				}
				h.clean(spec.Name+" as "+format, r.text())
				asked++
			}
		}
	}
	for _, method := range []string{"resources/list", "prompts/list"} {
		h.clean(method, decoded(s.call(method, map[string]any{}).raw))
	}
	s.end()
	h.clean("the log", s.stderr.String())
	if asked < 4*len(offered)/2 {
		t.Errorf("only %d calls", asked)
	}
}

// decoded returns JSON with its escapes of characters as the characters.
func decoded(text string) string {
	return strings.NewReplacer(`\u001b`, "\x1b", `\u202e`, "\u202e", `\u009b`, "\u009b", `\u0007`, "\x07").Replace(text)
}

// TestCollidingNames: files whose names differ in nothing but case are files of
// their own.
func TestCollidingNames(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	names := []string{"Name.go", "NAME.go", "name.go", "Dir/x.go", "dir/x.go", "stra\u00dfe.go", "strasse.go", "caf\u00e9.go", "cafe\u0301.go"}
	for _, name := range names {
		h.write("p/"+name, "package p // Colliding\n")
	}
	if len(h.files("p")) < len(names) {
		faulttest.NotTested(t, "the file system folds case")
	}
	h.must("p", "-q", "init")
	out := h.must("p", "--json", "query", "Colliding")
	if total(t, out) != len(names) || slices.ContainsFunc(names, func(n string) bool { return !strings.Contains(out, `"file":"`+n+`"`) }) {
		t.Errorf("%s", out)
	}
}
