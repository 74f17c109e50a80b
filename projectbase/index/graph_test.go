package index

import (
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// exportEdges prints the bindings and edges of a file and the users of its
// symbols, with positions in place of symbol numbers.
func exportEdges(out *strings.Builder, s *read.Snapshot, f store.File) error {
	bindings, err := s.Bindings(f.ID)
	if err != nil {
		return err
	}
	for _, b := range bindings {
		fmt.Fprintf(out, "  binding %s %d:%d in %d\n", b.Kind, b.Line, b.Column, b.Symbol)
	}
	edges, err := s.Edges(f.ID)
	if err != nil {
		return err
	}
	for i := range edges.List {
		e := edges.At(i)
		if e.Tier == projectbase.TierNone {
			continue
		}
		fmt.Fprintf(out, "  edge %d %s %s %s", i, e.Tier, e.Reason, e.Package)
		for _, t := range e.Targets {
			place, err := symbolPlace(s, t)
			if err != nil {
				return err
			}
			fmt.Fprintf(out, " %s", place)
		}
		fmt.Fprintln(out)
	}
	return exportUsers(out, s, f)
}

func exportUsers(out *strings.Builder, s *read.Snapshot, f store.File) error {
	symbols, err := s.Symbols(f.ID)
	if err != nil {
		return err
	}
	slots, err := s.Slots(f.ID)
	if err != nil {
		return err
	}
	for i := range symbols {
		slot := uint32(i)
		if slots != nil {
			slot = slots[i]
		}
		users, err := s.Users(projectbase.Target{File: uint32(f.ID), Slot: slot})
		if err != nil {
			return err
		}
		var paths []string
		for _, id := range users {
			u, err := s.FileByID(id)
			if err != nil {
				return err
			}
			paths = append(paths, string(u.Path))
		}
		slices.Sort(paths)
		fmt.Fprintf(out, "  users of %s:%d: %s\n", symbols[i].Name, symbols[i].NameLine, strings.Join(paths, " "))
	}
	return nil
}

func symbolPlace(s *read.Snapshot, t projectbase.Target) (string, error) {
	f, err := s.FileByID(store.FileID(t.File))
	if err != nil {
		return "", err
	}
	symbols, err := s.Symbols(f.ID)
	if err != nil {
		return "", err
	}
	slots, err := s.Slots(f.ID)
	if err != nil {
		return "", err
	}
	i := int(t.Slot)
	if slots != nil {
		i = slices.Index(slots, t.Slot)
	}
	if i < 0 || i >= len(symbols) {
		return "", fmt.Errorf("no symbol %d in %s", t.Slot, f.Path)
	}
	return fmt.Sprintf("%s:%d:%s", f.Path, symbols[i].NameLine, symbols[i].Name), nil
}

// graphFiles is a tree with names from aliases, packages, base classes and
// re-exports.
var graphFiles = map[string]string{
	"go.mod":         "module example.com/m\n",
	"lib/lib.go":     "package lib\n\ntype Base struct{}\n\nfunc (b *Base) Do() {}\n",
	"main.go":        "package main\n\nimport \"example.com/m/lib\"\n\ntype T struct{ lib.Base }\n\nfunc main() { t := T{}; t.Do() }\n",
	"tsconfig.json":  `{"compilerOptions":{"baseUrl":".","paths":{"@x/*":["web/x/*"]}}}`,
	"web/x/base.ts":  "export class Base { go() {} }\n",
	"web/y/base.ts":  "export class Base { go() {} }\n",
	"web/x/index.ts": "export * from './base'\n",
	"web/a.ts":       "import { Base } from '@x/base'\nexport class A extends Base { run() { this.go() } }\n",
	"web/b.ts":       "import { Base as B } from './x'\nexport const b = () => new B().go()\n",
	"py/__init__.py": "",
	"py/base.py":     "class Base:\n    def go(self):\n        pass\n",
	"py/user.py":     "from .base import Base as B\n\nclass C(B):\n    def run(self):\n        self.go()\n",
}

// TestEdgesFollowChanges checks that edges equal those of a fresh index after
// any change of their dependencies, also in other files.
func TestEdgesFollowChanges(t *testing.T) {
	f := newFixture(t, graphFiles)
	f.mustInit(InitOptions{})
	const before = "edge "
	if n := strings.Count(f.export(), before); n < 12 {
		t.Fatalf("%d edges, too few to be worth the test:\n%s", n, f.export())
	}
	steps := []struct {
		name string
		do   func()
	}{
		{"body of a callee", func() {
			f.write("lib/lib.go", "package lib\n\ntype Base struct{}\n\nfunc (b *Base) Do() { println() }\n")
		}},
		{"method before the callee", func() {
			f.write("lib/lib.go", "package lib\n\nfunc Zero() {}\n\ntype Base struct{}\n\nfunc (b *Base) Other() {}\n\nfunc (b *Base) Do() {}\n")
		}},
		{"callee renamed", func() { f.write("lib/lib.go", "package lib\n\ntype Base struct{}\n\nfunc (b *Base) Done() {}\n") }},
		{"callee back", func() { f.write("lib/lib.go", "package lib\n\ntype Base struct{}\n\nfunc (b *Base) Do() {}\n") }},
		{"another of the name", func() { f.write("other/o.go", "package other\n\ntype Base struct{}\n\nfunc (b *Base) Do() {}\n") }},
		{"module renamed", func() { f.write("go.mod", "module example.com/n\n") }},
		{"module back", func() { f.write("go.mod", "module example.com/m\n") }},
		{"alias elsewhere", func() { f.write("tsconfig.json", `{"compilerOptions":{"baseUrl":".","paths":{"@x/*":["web/y/*"]}}}`) }},
		{"alias gone", func() { f.write("tsconfig.json", `{}`) }},
		{"base class without the method", func() { f.write("web/x/base.ts", "export class Base { gone() {} }\n") }},
		{"base class with a base", func() {
			f.write("web/x/base.ts", "import { Base as Y } from '../y/base'\nexport class Base extends Y { gone() {} }\n")
		}},
		{"re-export elsewhere", func() { f.write("web/x/index.ts", "export * from '../y/base'\n") }},
		{"re-export gone", func() { must(t, os.Remove(f.path("web/x/index.ts"))) }},
		{"base of a base", func() { f.write("py/base.py", "from .root import Root\n\nclass Base(Root):\n    pass\n") }},
		{"its module comes", func() { f.write("py/root.py", "class Root:\n    def go(self):\n        pass\n") }},
		{"and goes", func() { must(t, os.Remove(f.path("py/root.py"))) }},
	}
	for _, s := range steps {
		s.do()
		f.mustSync()
		f.checkFresh(s.name)
	}
}

// TestEdgesOfUnchangedFilesStay checks that callers in unchanged files stay
// known after the callee's file changed.
func TestEdgesOfUnchangedFilesStay(t *testing.T) {
	f := newFixture(t, graphFiles)
	f.mustInit(InitOptions{})
	f.parsers.extracted = nil
	f.write("lib/lib.go", "package lib\n\nvar x int\n\ntype Base struct{}\n\nfunc (b *Base) Do() { x++ }\n")
	if _, err := f.update(false, Edit{File: "lib/lib.go"}); err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(f.export(), "exact inherited  lib/lib.go:7:Do") {
		t.Errorf("the call of main.go leads elsewhere:\n%s", f.export())
	}
	if n := len(f.parsers.extracted); n != 1 {
		t.Errorf("%d files were parsed, want 1", n)
	}
}
