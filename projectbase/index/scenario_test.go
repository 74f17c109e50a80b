package index

import (
	"errors"
	"fmt"
	"hash/fnv"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/settings"
)

// scenarioRunner runs a scenario.
type scenarioRunner struct {
	*fixture
	scenario scenario
	whole    bool            // a change needs a sync to be found
	touched  map[string]bool // files that changed since the last update
	old      []string        // earlier texts of files
}

// setClock simulates the file times of file systems: coarse ones, where many
// edits share a time, and exact ones, where every edit has its own time, long
// ago.
func (p *scenarioRunner) setClock() {
	switch p.scenario.clock {
	case "coarse":
		p.Hooks.Stat = func(_ projectbase.Path, s projectbase.Stat) projectbase.Stat {
			const tick = int64(2 * time.Second)
			s.ModTime, s.Changed, s.Inode = s.ModTime/tick*tick, s.Changed/tick*tick, 1
			return s
		}
	case "exact":
		p.Hooks.Stat = func(path projectbase.Path, s projectbase.Stat) projectbase.Stat {
			h := fnv.New32()
			if entries, err := os.ReadDir(p.path(string(path))); err == nil {
				for _, e := range entries {
					fmt.Fprintln(h, e.Name(), e.Type())
				}
			} else if data, err := os.ReadFile(p.path(string(path))); err == nil {
				h.Write(data)
			}
			s.ModTime, s.Changed, s.Inode = 1, 1+int64(h.Sum32()), 1
			return s
		}
	}
}

var names = []string{"a.go", "b.go", "c.py", "d/e.go", "d/f.go", "d/g/h.py", "i/j.go", "i/k.py", "tool", "weird name.go", "d/ü.go", "note.txt", "x.h", "d/y.h", "d/z.c"}

func (p *scenarioRunner) name(n int) string { return names[n%len(names)] }

// text returns one of many small files.
func (p *scenarioRunner) text(n int) string {
	words := []string{"alpha", "beta", "Gamma", "delta_x", "Épsilon", "zeta9"}
	w := func(k int) string { return words[(n/k)%len(words)] }
	switch n % 7 {
	case 0:
		return fmt.Sprintf("package p\n\n// %s does %s.\nfunc %s() { %s(%q) }\n", w(1), w(3), w(1), w(5), w(7))
	case 1:
		return fmt.Sprintf("package p\n\ntype %s struct {\n\t%s int // %s\n}\n\nfunc (x *%s) %s() {}\n", w(1), w(2), w(3), w(1), w(5))
	case 2:
		return fmt.Sprintf("#!/usr/bin/env python3\n# %s\ndef %s(a, b=%q):\n    return %s(a)\n", w(1), w(2), w(3), w(5))
	case 3:
		return fmt.Sprintf("package p\n\nvar %s = `%s\n%s`\n\nfunc broken( {\n", w(1), w(2), w(3))
	case 4:
		return fmt.Sprintf("struct %s { int %s; };\nint %s(void);\n", w(1), w(2), w(3))
	case 5:
		return fmt.Sprintf("namespace n { class %s { int %s(); }; }\n", w(1), w(2))
	}
	return strings.Repeat(fmt.Sprintf("%s %s\n", w(1), w(2)), 1+n%4)
}

// files returns the existing files, sorted.
func (p *scenarioRunner) files() []string {
	var list []string
	for _, n := range names {
		if info, err := os.Lstat(p.path(n)); err == nil && info.Mode().IsRegular() {
			list = append(list, n)
		}
	}
	return list
}

// some returns an existing file, or "".
func (p *scenarioRunner) some(n int) string {
	list := p.files()
	if len(list) == 0 {
		return ""
	}
	return list[n%len(list)]
}

// put writes a file, unless a directory or link is in its place.
func (p *scenarioRunner) put(name, text string) {
	if data, err := os.ReadFile(p.path(name)); err == nil {
		p.old = append(p.old, string(data))
	}
	if err := os.MkdirAll(filepath.Dir(p.path(name)), 0o755); err != nil {
		return
	}
	if info, err := os.Lstat(p.path(name)); err == nil && !info.Mode().IsRegular() {
		return
	}
	must(p.T, os.WriteFile(p.path(name), []byte(text), 0o644))
	p.touched[name] = true
}

func (p *scenarioRunner) play(e step) {
	p.Helper()
	switch e.kind {
	case "write":
		p.put(p.name(e.a), p.text(e.b))
	case "same size", "append", "binary", "revert", "touch", "mode":
		p.edit(e)
	case "delete":
		if n := p.some(e.a); n != "" {
			must(p.T, os.Remove(p.path(n)))
			p.touched[n] = true
		}
	case "rename":
		p.rename(p.some(e.a), p.name(e.b))
	case "move directory", "replace by directory", "link":
		p.rearrange(e)
	case "ignore":
		patterns := []string{"*.py\n", "d/\n", "/a.go\n", "*\n!*.go\n!*/\n", "i/*\n!i/k.py\n"}
		p.put([]string{".gitignore", "d/.gitignore"}[e.b%2], patterns[e.a%len(patterns)])
		p.whole = true
	case "no ignore":
		_ = os.Remove(p.path(".gitignore")) // there may be none
		p.whole = true
	case "configure":
		p.configure(e.a)
	case "commit", "checkout":
		p.versions(e)
	default:
		p.bringUpToDate(e)
	}
}

func (p *scenarioRunner) edit(e step) {
	n := p.some(e.a)
	if n == "" {
		return
	}
	data, err := os.ReadFile(p.path(n))
	must(p.T, err)
	switch e.kind {
	case "same size":
		text := strings.NewReplacer("alpha", "omega", "beta", "iota", "Gamma", "Kappa", "zeta9", "zeta8").Replace(string(data))
		p.put(n, text)
	case "append":
		p.put(n, string(data)+p.text(e.b))
	case "binary":
		p.put(n, "\x00"+string(data))
	case "revert":
		if len(p.old) > 0 {
			p.put(n, p.old[e.b%len(p.old)])
		}
	case "touch":
		now := time.Now()
		must(p.T, os.Chtimes(p.path(n), now, now))
	case "mode":
		must(p.T, os.Chmod(p.path(n), []os.FileMode{0o644, 0o755, 0o600}[e.b%3]))
	}
}

func (p *scenarioRunner) rename(from, to string) {
	if from == "" {
		return
	}
	if info, err := os.Lstat(p.path(to)); err == nil && !info.Mode().IsRegular() {
		return
	}
	if os.MkdirAll(filepath.Dir(p.path(to)), 0o755) != nil {
		return
	}
	must(p.T, os.Rename(p.path(from), p.path(to)))
	p.touched[from], p.touched[to] = true, true
}

// rearrange makes changes that only a walk finds.
func (p *scenarioRunner) rearrange(e step) {
	p.whole = true
	switch e.kind {
	case "move directory":
		dirs := []string{"d", "i", "d/g"}
		_ = os.Rename(p.path(dirs[e.a%3]), p.path(dirs[e.b%3])) // may be impossible
	case "replace by directory":
		if n := p.some(e.a); n != "" {
			must(p.T, os.Remove(p.path(n)))
			must(p.T, os.Mkdir(p.path(n), 0o755))
		}
	case "link":
		if n := p.some(e.a); n != "" {
			must(p.T, os.Remove(p.path(n)))
			must(p.T, os.Symlink([]string{"a.go", "nowhere", "..", "/etc"}[e.b%4], p.path(n)))
		}
	}
}

func (p *scenarioRunner) configure(n int) {
	p.whole = true
	texts := []string{`{}`, `{"exclude":["d"]}`, `{"include":["**/*.go"]}`, `{"index_strings":false}`, `{"languages":["go"]}`,
		`{"extra_files":["c.py","d/*.go"]}`, `{"max_file_size":1024}`}
	must(p.T, os.WriteFile(filepath.Join(p.p.Base, settings.FileName), []byte(texts[n%len(texts)]), 0o644))
}

// versions changes branches.
func (p *scenarioRunner) versions(e step) {
	if !p.scenario.git {
		return
	}
	p.whole = true
	branch := []string{"one", "two", "three"}[e.a%3]
	switch e.kind {
	case "commit":
		p.gitCommand("add", "-A")
		p.gitCommand("commit", "-q", "--allow-empty", "-m", "m")
		p.gitCommand("branch", "-f", branch)
	case "checkout":
		cmd := exec.Command("git", "checkout", "-q", "-f", "--detach", branch)
		cmd.Dir = p.p.Root
		_ = cmd.Run() // there may be no such branch
	}
}

func (p *scenarioRunner) gitCommand(args ...string) {
	p.Helper()
	cmd := exec.Command("git", append([]string{"-c", "user.name=n", "-c", "user.email=e", "-c", "core.excludesFile="}, args...)...)
	cmd.Dir = p.p.Root
	if out, err := cmd.CombinedOutput(); err != nil {
		p.Fatalf("git %v: %v\n%s", args, err, out)
	}
}

// bringUpToDate updates the index in one of several ways.
func (p *scenarioRunner) bringUpToDate(e step) {
	p.Helper()
	if strings.HasPrefix(e.kind, "update") && !p.whole {
		p.update(e)
	} else if e.kind == "remove" {
		p.mustSync()
		if n := p.some(e.a); n != "" {
			_, err := p.Remove(p.Context(), p.p, []projectbase.Path{projectbase.Path(n)}, UpdateOptions{})
			must(p.T, err)
		}
	} else if e.kind == "init" {
		if _, err := p.Init(p.Context(), p.p, InitOptions{Rebuild: e.a%2 == 0}); err != nil && !errors.Is(err, projectbase.ErrNothing) {
			p.Fatal(err)
		}
	} else {
		p.mustSync()
	}
	p.whole = false
	clear(p.touched)
}

// update names every changed file, with the right lines or none. The result is
// compared without a sync.
func (p *scenarioRunner) update(e step) {
	p.Helper()
	var edits []Edit
	for n := range p.touched {
		if strings.HasSuffix(n, ".gitignore") {
			continue
		}
		edit := Edit{File: projectbase.Path(n)}
		if e.kind == "update lines" {
			edit.From, edit.To = 1, uint32(1+e.b)
		}
		edits = append(edits, edit)
	}
	slices.SortFunc(edits, func(a, b Edit) int { return strings.Compare(string(a.File), string(b.File)) })
	if _, err := p.Update(p.Context(), p.p, edits, UpdateOptions{}); err != nil {
		p.Fatal(err)
	}
	if diff := p.freshDiff(false); diff != "" {
		p.Fatalf("after update of %v the index differs from a fresh one (-fresh +index):\n%s\n%s", edits, p.scenario, diff)
	}
}
