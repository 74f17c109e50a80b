package main

import (
	"fmt"
	"os"
	"strings"
	"syscall"
	"testing"

	"codegraph/projectbase/fresh/faulttest"
)

// mostMemory is the limit for the program's memory for each of these files, in
// bytes.
const mostMemory = 400 << 20

// nested returns text of n times open, then as often closed.
func nested(open, inner, closed string, n int) string {
	return strings.Repeat(open, n) + inner + strings.Repeat(closed, n)
}

// laughs returns definitions of which each holds the one before ten times.
func laughs(first, line string, n int) string {
	var b strings.Builder
	b.WriteString(first)
	for i := 1; i < n; i++ {
		fmt.Fprintf(&b, line, i, i-1)
	}
	return b.String()
}

var aliases = "a0: &a0 [x, x]\n" + laughs("", "a%[1]d: &a%[1]d [*a%[2]d, *a%[2]d, *a%[2]d, *a%[2]d, *a%[2]d, *a%[2]d, *a%[2]d, *a%[2]d, *a%[2]d, *a%[2]d]\n", 30)

var entities = "<?xml version=\"1.0\"?>\n<!DOCTYPE p [\n<!ENTITY e0 \"lol\">\n<!ENTITY out SYSTEM \"file:///etc/passwd\">\n" +
	laughs("", "<!ENTITY e%[1]d \"&e%[2]d;&e%[2]d;&e%[2]d;&e%[2]d;&e%[2]d;&e%[2]d;&e%[2]d;&e%[2]d;&e%[2]d;&e%[2]d;\">\n", 30) +
	"]>\n<project><groupId>&out;</groupId><artifactId>&e29;</artifactId></project>\n"

// bombs returns files, by name, that attempt to exhaust a reader's time or memory.
// They are files that configure indexing or describe a project.
func bombs() map[string]map[string]string {
	k := faulttest.Rounds(1000, 10_000)
	return map[string]map[string]string{
		"deep JSON":        {"package.json": nested("[", "", "]", 40*k), "tsconfig.json": nested(`{"a":`, "1", "}", 15*k), "composer.json": nested(`{"require":[`, "", "]}", 5*k)},
		"deep YAML":        {"pnpm-workspace.yaml": nested("- ", "x", "", 40*k), "a/pnpm-workspace.yaml": nested("[", "x", "]", 40*k), "b/pnpm-workspace.yaml": nested("? ", "x", "", 40*k)},
		"deep TOML":        {"Cargo.toml": "x = " + nested("[", "", "]", 40*k), "pyproject.toml": "x = " + nested("{a = ", "1", "}", 15*k), "a/Cargo.toml": strings.Repeat("a.", 40*k) + "b = 1\n"},
		"deep XML":         {"pom.xml": nested("<a>", "", "</a>", 12*k), "a.csproj": nested("<P>", "", "</P>", 12*k)},
		"aliases":          {"pnpm-workspace.yaml": "packages: *a29\n" + aliases, "data.yaml": aliases},
		"entities":         {"pom.xml": entities, "a.csproj": strings.ReplaceAll(entities, "project", "Project")},
		"deep scripts":     {"build.gradle": nested("a {", "", "}", 30*k), "CMakeLists.txt": nested("if(", "", ")", 20*k), "Gemfile": nested("group :x do\n", "", "end\n", 6*k), "Package.swift": nested("(", "", ")", 40*k)},
		"ignore patterns":  {".gitignore": strings.Repeat("*a*a*a*a*a*a*a*a*a*b\n", 5000) + strings.Repeat("**/", 2*k) + "x\n" + nested("[", "", "]", 2*k) + "\n", strings.Repeat("a", 200) + ".txt": "x"},
		"endless lines":    {"go.mod": "module " + strings.Repeat("x", 90*k), "requirements.txt": strings.Repeat("a==1;", 18*k), "setup.cfg": strings.Repeat("[", 90*k), "package.json": `{"name":"` + strings.Repeat("\\u0000", 10*k) + `"}`},
		"extends itself":   {"tsconfig.json": `{"extends":"./tsconfig.json"}`, "a/tsconfig.json": `{"extends":"../b/tsconfig.json"}`, "b/tsconfig.json": `{"extends":"../a/tsconfig.json"}`, "pom.xml": "<project><parent><relativePath>pom.xml</relativePath></parent></project>"},
		"expands itself":   {"gradle.properties": "a=${a}${a}\nb=${a}${b}", "build.gradle": `version = "${a}${b}"`, "pom.xml": "<project><properties><a>${b}${b}</a><b>${a}${a}</b></properties><version>${a}</version></project>"},
		"documents":        {"CLAUDE.md": nested("> ", "x", "", 30*k), "AGENTS.md": strings.Repeat("# ", 30*k), "sub/CLAUDE.md": strings.Repeat("```\n", 20*k)},
		"documents in all": {"CLAUDE.md": "@CLAUDE.md\n@../../../etc/passwd\n"},
	}
}

// unread is a file of a bomb that cannot be read, as the summary must say.
var unread = map[string]string{"deep JSON": "package.json", "deep YAML": "pnpm-workspace.yaml", "deep TOML": "Cargo.toml", "deep XML": "pom.xml",
	"aliases": "pnpm-workspace.yaml", "entities": "pom.xml"}

// TestBombs indexes projects with such files beside a good one: the good one is
// found, time and memory are bounded, and nothing crashes.
func TestBombs(t *testing.T) {
	h := newHouse(t)
	n := 0
	for name, files := range bombs() {
		n++
		dir := fmt.Sprintf("b%d", n)
		h.write(dir+"/good.go", "package good\n\nfunc Good() {}\n")
		for file, text := range files {
			h.write(dir+"/"+file, text)
		}
		if said := h.digests(name, dir); unread[name] != "" && !strings.Contains(said, unread[name]+" was not read") {
			t.Errorf("%s: nobody is told that %s was not read:\n%s", name, unread[name], said)
		}
	}
}

// TestHugeFiles has the same files of 100 MB each, in turn.
func TestHugeFiles(t *testing.T) {
	h := newHouse(t)
	names := []string{"package.json", ".gitignore", "CLAUDE.md", ".git/config", "a.go", "tsconfig.json", "go.mod", "pom.xml", "Cargo.toml", "pnpm-workspace.yaml", ".git/info/exclude", ".gitmodules"}
	for i, name := range names[:faulttest.Rounds(5, len(names))] {
		dir := fmt.Sprintf("h%d", i)
		h.write(dir+"/good.go", "package good\n\nfunc Good() {}\n")
		mustCommit(t, h.path(dir))
		huge(t, h, dir+"/"+name)
		said := h.digests(name, dir)
		if name != ".git/config" && !strings.Contains(said, strings.TrimPrefix(name, ".git/")) {
			t.Errorf("%s: nobody is told that it was not read:\n%s", name, said)
		}
	}
	// Our own settings are people's: what cannot be read is told, not passed over.
	h.write("own/good.go", "package good\n")
	h.must("own", "-q", "init")
	huge(t, h, "own/.codegraph/config.json")
	if r := h.run("own", "query", "good"); r.exit != 2 || !strings.Contains(r.stderr, "config.json") {
		t.Errorf("config.json: %v", r)
	}
	if r := h.run("own", "doctor"); r.exit != 1 || !strings.Contains(r.stdout, "config.json") {
		t.Errorf("config.json: %v", r)
	}
}

// huge makes a file of 100 MB, the most of which is nothing.
func huge(t *testing.T, h *house, name string) {
	t.Helper()
	h.write(name, "{\n")
	must(t, os.Truncate(h.path(name), 100<<20))
}

// digests indexes a project and queries it. It returns the output.
func (h *house) digests(name, dir string) string {
	h.Helper()
	var said strings.Builder
	asked := [][]string{{"init"}, {"status", "-v"}, {"summary"}, {"query", "Good"}, {"docs"}, {"links"}}
	for _, args := range asked[:faulttest.Rounds(4, len(asked))] {
		cmd := h.command(dir, args...)
		r := h.finish(cmd, nil)
		if r.exit != 0 && r.exit != 3 {
			h.Errorf("%s, %v: %.1000v", name, args, r)
		}
		if usage, ok := cmd.ProcessState.SysUsage().(*syscall.Rusage); ok && usage.Maxrss<<10 > mostMemory {
			h.Errorf("%s, %v: %d MB of memory", name, args, usage.Maxrss>>10)
		}
		if strings.Contains(r.stdout, "root:x:0") {
			h.Errorf("%s, %v: a file of the machine is shown: %.1000v", name, args, r)
		}
		if args[0] == "query" && !strings.Contains(r.stdout, "good.go") {
			h.Errorf("%s: the good file is not found: %.1000v", name, r)
		}
		fmt.Fprintln(&said, r.stdout, r.stderr)
	}
	return said.String()
}
