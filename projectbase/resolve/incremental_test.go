package resolve_test

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"codegraph/projectbase"
	"codegraph/projectbase/resolve/outline"
)

// TestIncrementalEqualsFull compares incremental with full resolution after random edits
// of files, new and deleted ones. Few names have many meanings.
func TestIncrementalEqualsFull(t *testing.T) {
	seeds := 200
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		l := writers[seed%len(writers)]
		r := rand.New(rand.NewPCG(uint64(seed), 7))
		p := newProject(t, settings)
		var steps []string
		for range 6 {
			steps = append(steps, p.write(l, r))
		}
		for range 12 {
			switch r.IntN(5) {
			case 0:
				steps = append(steps, p.remove(r))
			default:
				steps = append(steps, p.write(l, r))
			}
			fresh := p.fresh()
			if diff := cmp.Diff(strings.Split(fresh, "\n"), strings.Split(p.lines(), "\n")); diff != "" {
				t.Fatalf("seed %d: incremental edges differ from full ones (-full +incremental) after\n%s\n%s", seed, strings.Join(steps, "\n"), diff)
			}
		}
	}
}

// TestAffectedFiles checks that a change does not resolve every file again.
func TestAffectedFiles(t *testing.T) {
	p := newProject(t, settings)
	p.put(1, "a.go", "package p\n\nfunc A() {}\n")
	p.put(2, "b.go", "package p\n\nfunc B() { A() }\n")
	p.put(3, "c.go", "package p\n\nfunc C() { B() }\n")
	tests := []struct {
		name, text string
		want       []uint32
	}{
		{"body", "package p\n\nfunc A() { println() }\n", []uint32{1}},
		{"moved", "package p\n\n\n\nfunc A() { println() }\n", []uint32{1}},
		{"result", "package p\n\nfunc A() int { return 1 }\n", []uint32{1, 2}},
		{"new name", "package p\n\nfunc A() int { return 1 }\n\nfunc D() {}\n", []uint32{1}},
		{"gone", "package p\n\nfunc D() {}\n", []uint32{1, 2}},
	}
	for _, tt := range tests {
		if got := p.put(1, "a.go", tt.text); !slices.Equal(got, tt.want) {
			t.Errorf("%s: resolved files %v, want %v", tt.name, got, tt.want)
		}
	}
}

// put writes a file, resolves the affected files and returns their ids.
func (p *project) put(id uint32, path projectbase.Path, text string) []uint32 {
	p.tb.Helper()
	old := p.p.File(id)
	f := mustExtract(p.tb, id, path, text, old)
	p.files[id] = f
	p.p.Put(f.outline)
	return p.settle(outline.Changed(old, f.outline), id)
}

func (p *project) settle(changed []uint16, own ...uint32) []uint32 {
	again := slices.Clone(own)
	for id, consulted := range p.consulted {
		if outline.Affected(consulted, changed) && !slices.Contains(again, id) {
			again = append(again, id)
		}
	}
	slices.Sort(again)
	for _, id := range again {
		p.resolve(id)
	}
	return again
}

func (p *project) write(l writer, r *rand.Rand) string {
	n := r.IntN(len(l.paths))
	path, text := l.paths[n], l.text(r)
	p.put(uint32(n+1), path, text)
	return fmt.Sprintf("write %s\n%s", path, text)
}

func (p *project) remove(r *rand.Rand) string {
	ids := p.ids()
	if len(ids) == 0 {
		return "nothing"
	}
	id := ids[r.IntN(len(ids))]
	old := p.p.File(id)
	p.p.Remove(id)
	delete(p.files, id)
	delete(p.results, id)
	delete(p.consulted, id)
	p.settle(outline.Changed(old, nil))
	return "remove " + string(old.Path)
}

func (p *project) ids() []uint32 {
	var ids []uint32
	for id := range p.files {
		ids = append(ids, id)
	}
	slices.Sort(ids)
	return ids
}

// fresh resolves the same files in a new project, in another order and with the slots of
// a new index.
func (p *project) fresh() string {
	q := newProject(p.tb, settings)
	ids := p.ids()
	slices.Reverse(ids)
	for _, id := range ids {
		f := p.files[id]
		o := *f.outline
		o.Symbols = slices.Clone(o.Symbols)
		for i := range o.Symbols {
			o.Symbols[i].Slot = uint32(i)
		}
		f.outline = &o
		q.files[id] = f
		q.p.Put(&o)
	}
	for _, id := range ids {
		q.resolve(id)
	}
	return q.lines()
}

// writer generates small files of one language from few names.
type writer struct {
	paths []projectbase.Path
	head  []string // lines of imports
	parts []string // declarations
}

// text joins random lines. %a stands for the name of a value, %A of a type, %m of a module.
func (w writer) text(r *rand.Rand) string {
	var b strings.Builder
	for range r.IntN(3) {
		b.WriteString(w.fill(w.head[r.IntN(len(w.head))], r) + "\n")
	}
	for range 1 + r.IntN(4) {
		b.WriteString(w.fill(w.parts[r.IntN(len(w.parts))], r) + "\n")
	}
	return b.String()
}

func (w writer) fill(s string, r *rand.Rand) string {
	for _, x := range []struct {
		mark string
		of   []string
	}{{"%a", []string{"f", "g", "h", "run"}}, {"%A", []string{"A", "B", "C"}}, {"%m", []string{"m", "n", "o"}}} {
		for strings.Contains(s, x.mark) {
			s = strings.Replace(s, x.mark, x.of[r.IntN(len(x.of))], 1)
		}
	}
	return s
}

var writers = []writer{
	{[]projectbase.Path{"m.ts", "n.ts", "o.ts", "d/m.ts", "d/index.ts", "n/index.ts"},
		[]string{"import { %a } from './%m'", "import { %A as %A } from './%m'", "import * as %m from './d/%m'", "import %A from '../%m'", "export * from './%m'",
			"export { %a as %a } from './d'", "export { %A } from '../%m'"},
		[]string{"export class %A extends %A { %a() { this.%a(); return new %A() } }", "export function %a(x: %A): %A { return x.%a() }",
			"export const %a = () => %a()", "%a().%a()", "export default class %A { %a = new %A(); %a() { this.%a.%a() } }", "const q = new %A(); q.%a()",
			"%m.%a()", "export { %a as %a }"}},
	{[]projectbase.Path{"m.py", "n.py", "o.py", "n/m.py", "n/__init__.py", "d/o.py"},
		[]string{"from %m import %a", "from .%m import %A as %A", "import %m", "from . import %m", "from %m import *", "import n.m as %m"},
		[]string{"class %A(%A):\n    def %a(self):\n        return self.%a()", "def %a(x: %A) -> %A:\n    return x.%a()", "%a().%a()",
			"class %A:\n    def __init__(self):\n        self.%a = %A()\n    def %a(self):\n        self.%a.%a()", "%m.%a()", "x = %A()\nx.%a()"}},
	{[]projectbase.Path{"a.go", "b.go", "d/a.go", "d/b.go", "d/a_test.go", "c_linux.go"},
		[]string{"package p"},
		[]string{"type %A struct{ %A; x *%A }", "func (a *%A) %a() *%A { return a.x.%a() }", "func %a(a *%A) %A { return *a.%a() }", "func %a() { x := %a(nil); x.%a() }",
			"var %a = %a(nil)", "type %A interface{ %a() %A }", "type %A = %A"}},
	{[]projectbase.Path{"A.cs", "B.cs", "d/A.cs", "d/C.cs", "E.cs"},
		[]string{"using N.M;", "using N;", "using static N.%A;", "using %A = N.M.%A;", "global using N;", "global using %A = N.%A;"},
		[]string{"namespace N { partial class %A : %A { %A x; public %A %a() { return x.%a(); } } }", "namespace N.M { class %A { static %A %a(%A q) { return q.%a(); } } }",
			"class %A { void %a() { var q = new %A(); q.%a(); %A.%a(); } }", "namespace N { interface I%A : I%A { %A %a(); } class %A : I%A { } }",
			"namespace N { static class X%A { public static %A %a(this %A q) { return q.%a(); } } }"}},
	{[]projectbase.Path{"src/lib.rs", "src/m.rs", "src/n.rs", "src/n/m.rs", "src/o/mod.rs"},
		[]string{"use crate::%m::%a;", "use super::%A;", "mod %m;", "pub use crate::%m::%A as %A;", "use self::%m::*;", "use super::%m;"},
		[]string{"pub struct %A { x: %A }", "impl %A { pub fn %a(&self) -> %A { self.x.%a() } }", "pub fn %a(x: &%A) -> %A { x.%a() }", "fn q() { let x = %A::%a(); x.%a(); }",
			"pub trait T%A { fn %a(&self); }", "impl T%A for %A { fn %a(&self) { self.%a(); } }", "fn z() { crate::%m::%a(); %m::%a(); }"}},
	{[]projectbase.Path{"a.rb", "b.rb", "c.rb", "d/a.rb"},
		[]string{"require_relative '%m'", "require 'a'"},
		[]string{"class %A < %A\n  def %a\n    %a\n  end\nend", "module M\n  class %A\n    def %a; @x = %A.new; @x.%a; end\n  end\nend", "def %a(x)\n  %A.new.%a\nend", "M::%A.%a"}},
	{[]projectbase.Path{"a.cpp", "b.cpp", "c.h", "d/c.h", "e.c"},
		[]string{"#include \"c.h\"", "#include \"d/c.h\"", "using namespace n;", "using n::%A;"},
		[]string{"class %A : public %A { %A x; %A %a(); };", "%A %A::%a() { return x.%a(); }", "int %a(void);", "int %a(void) { return %a(); }", "namespace n { class %A { void %a() { %a(); } }; }",
			"static int %a(%A q) { return q.%a(); }"}},
	{[]projectbase.Path{"p/A.java", "p/B.java", "q/A.java", "q/C.java"},
		[]string{"package p;", "package q;", "import p.%A;", "import q.*;", "import static p.%A.%a;"},
		[]string{"class %A extends %A { %A x; %A %a() { return x.%a(); } }", "interface %A { %A %a(); }", "class %A { class %A { void %a() { %a(); } } void %a() { new %A().%a(); } }"}},
	{[]projectbase.Path{"a.php", "b.php", "d/c.php"},
		[]string{"<?php namespace N;", "<?php", "<?php namespace M; use N\\%A;", "<?php use N\\%A as %A; use function N\\%a;"},
		[]string{"class %A extends %A { private %A $x; function %a(): %A { return $this->x->%a(); } }", "function %a(%A $q) { $q->%a(); return new %A(); }", "function %a() { %A::%a(); %a(); }",
			"trait T%A { function %a() { self::%a(); } }", "class %A { use T%A; }"}},
	{[]projectbase.Path{"a.kt", "b.kt", "c.kt"},
		[]string{"package p", "package q", "import p.%A", "import p.%a", "import q.*"},
		[]string{"class %A(val x: %A) : %A() { fun %a(): %A { return x.%a() } }", "fun %A.%a() = %a()", "fun %a(q: %A) = q.%a()", "object %A { fun %a() { %A().%a() } }"}},
}
