package measure_test

import (
	"fmt"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/query/measure"
	"codegraph/projectbase/query/querytest"
	"codegraph/projectbase/query/symbol"

	"github.com/google/go-cmp/cmp"
)

func TestUnused(t *testing.T) {
	tests := []struct {
		name  string
		files string
		q     measure.UnusedSearch
		want  []string // confidence, symbol, reason
	}{
		{"go", `
-- go.mod --
module m
-- a.go --
package a

func Exported() { used() }
func used()     { table.Lock() }
func dead()     { onlyDead() }
func onlyDead() {}
func self(n int) { if n > 0 { self(n - 1) } }
func even(n int) bool { return n == 0 || odd(n-1) }
func odd(n int) bool  { return n != 0 && even(n-1) }
func named()    {}
func init()     {}
var table mutex
type mutex struct{}
func (m *mutex) Lock() { m.inner() }
func (m *mutex) inner() {}
func (m *mutex) lost() {}
type shape interface{ area() int }
type square struct{}
func (square) area() int { return 1 }
var _ shape = square{}
var names = map[string]string{"x": "named"}
func Names() map[string]string { return names }
const unusedLimit = 3
func helper() {}
func linked() {}
//go:linkname linked other.linked
func fromAssembly() {}
-- a_test.go --
package a
func TestHelper(t *T) { helper() }
func testOnly() {}
-- a_amd64.s --
CALL ·fromAssembly(SB)
-- internal/b/b.go --
package b

func Forgotten() {}
`, measure.UnusedSearch{}, []string{
			"high dead: no references",
			"high self: only used by itself",
			"high mutex.lost: no references",
			"high unusedLimit: no references",
			"high Forgotten: no references",
			"medium onlyDead: only used by dead, which is unused; the other use of this name resolves to another symbol",
			"medium even: only used by odd, which is unused; the other use of this name resolves to another symbol",
			"medium odd: only used by even, which is unused; the other use of this name resolves to another symbol",
			"low helper: only used by tests",
		}},
		{"exports", `
-- go.mod --
module m
-- a.go --
package a

func Exported() {}
`, measure.UnusedSearch{Exported: true}, []string{"medium Exported: no references; exported, so other projects may use it"}},
		{"typescript", `
-- a.ts --
import { used } from "./b";
export function api() { used(); return function named() {}; }
function dead() {}
const table = { member() {}, other: () => 1 };
export { table };
class Hidden { private lost() {} maybe() {} }
export default class { run() { const h = new Hidden(); h.maybe; } }
@component
class Decorated {}
const handlers = "on_click";
function on_click() {}
export const h = handlers;
declare global {
  interface Window { added: number }
}
h.hooks = { onEvent(id) { return id } };
let made: any;
made ??= class Named {};
-- types.d.ts --
declare function elsewhere(): void;
-- app/route.ts --
export function GET() { return 1 }
function POST() { return 2 }
-- b.ts --
export function used() { local(); }
function local() {}
function alone() { alone(); }
`, measure.UnusedSearch{}, []string{
			"high dead: no references",
			"high Hidden.lost: no references",
			"high POST: no references",
			"high alone: only used by itself",
		}},
		{"conventions", `
-- app/route.ts --
export function GET() { return 1 }
export function fetchAll() {}
-- docs/conf.py --
html_theme = "plain"
-- docs/other.py --
theme = "plain"
`, measure.UnusedSearch{Exported: true}, []string{
			"medium fetchAll: no references; exported, so other projects may use it",
			"medium theme: no references; exported, so other projects may use it",
		}},
		{"python", `
-- a.py --
import b
_COUNT = 0
def public(): _used()
def _used():
    global _COUNT
    _COUNT = 1
def _dead(): pass
def __getattr__(name): return 1
class Base:
    def run(self): self._hook()
    def _hook(self): pass
class Sub(Base):
    def _hook(self): pass
    def _lost(self): pass
class Foreign(b.Thing):
    def handle(self): pass
    def _override(self): pass
@b.route("/")
def _page(): pass
def _visit_name(): pass
x = globals()["_visit_" + "name"]
`, measure.UnusedSearch{}, []string{
			"high _dead: no references",
			"high Sub._lost: no references",
			"low Foreign._override: no references; a framework may call it",
		}},
		{"java", `
-- m/A.java --
package m;
public class A extends other.Frame {
  public void api() { used(1); }
  private void used(int a) {}
  private void used(String a) {}
  private void dead() {}
  void onEvent() {}
  private static final long serialVersionUID = 1;
  @Inject private void injected() {}
  @Deprecated private void old() {}
}
class Helper { static void help() {} }
`, measure.UnusedSearch{}, []string{
			"high m.A.dead: no references",
			"high m.A.old: no references",
			"high m.Helper: no references",
		}},
		{"csharp", `
-- A.cs --
namespace M {
  public class A : System.IDisposable {
    public void Api() { Used(); }
    private void Used() {}
    private void Dead() {}
    private void OnClick(object sender, System.EventArgs e) {}
    string IThing.Name() { return ""; }
    ~A() {}
  }
  internal static class Extensions {
    internal static int Twice(this int x) { return x * 2; }
  }
  internal class Lost {}
}
`, measure.UnusedSearch{}, []string{
			"high M.A.Dead: no references",
			"high M.Extensions.Twice: no references",
			"high M.Lost: no references",
			"low M.A.OnClick: no references; a framework may call it",
		}},
		{"rust", `
-- Cargo.toml --
[package]
name = "m"
version = "0.1.0"
-- src/lib.rs --
pub fn api() { used(); show!(in_macro); }
fn used() {}
fn dead() {}
fn in_macro() {}
fn _checked() {}
struct Shape;
impl Shape { fn lost(&self) {} }
impl std::fmt::Display for Shape { fn fmt(&self) {} }
pub fn make() -> Shape { Shape }
#[no_mangle]
extern "C" fn called_from_c() {}
#[cfg(test)]
mod tests { fn helper() {} #[test] fn works() { helper() } }
`, measure.UnusedSearch{}, []string{
			"high dead: no references",
			"high Shape.lost: no references",
			"low in_macro: no references; 1 unresolved use of this name",
		}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			b := querytest.MustAnalyze(t, tt.files)
			got, err := measure.Unused(t.Context(), b, tt.q)
			if err != nil {
				t.Fatal(err)
			}
			var list []string
			for _, m := range got.Matches {
				list = append(list, fmt.Sprintf("%s %s: %s", m.Confidence, m.Symbol, m.Reason))
			}
			if d := cmp.Diff(tt.want, list); d != "" {
				t.Errorf("unused (-want +got):\n%s", d)
			}
			if got.Total != len(got.Matches) {
				t.Errorf("total %d of %d matches", got.Total, len(got.Matches))
			}
			limited := tt.q
			limited.Limit, limited.Confidence = 1, measure.ConfidenceMedium
			if cut, err := measure.Unused(t.Context(), b, limited); err != nil || len(cut.Matches) != 1 || cut.ByConfidence["low"] != strings.Count(strings.Join(tt.want, "\n"), "low ") {
				t.Errorf("with a limit: %+v, %v", cut, err)
			}
		})
	}
}

const circles = `
-- go.mod --
module m
-- a/a.go --
package a
func A() { B() }
func B() { C() }
func C() { A(); D() }
func D() { D() }
-- x.ts --
import { y } from "./y";
export function x() { y(); }
-- y.ts --
import { z } from "./z";
export function y() { z(); }
-- z.ts --
import { x } from "./x";
export function z() { x(); }
-- tail.ts --
import { x } from "./x";
export function tail() { x(); }
`

func TestCycles(t *testing.T) {
	b := querytest.MustAnalyze(t, circles)
	tests := []struct {
		level string
		want  []string
	}{
		{measure.LevelFile, []string{"3 x.ts:2 y.ts:2 z.ts:2"}},
		{measure.LevelDirectory, nil},
		{measure.LevelSymbol, []string{"3 a/a.go:2 a/a.go:3 a/a.go:4", "3 x.ts:2 y.ts:2 z.ts:2"}},
	}
	for _, tt := range tests {
		t.Run(tt.level, func(t *testing.T) {
			got, err := measure.Cycles(t.Context(), b, measure.CycleSearch{Level: tt.level})
			if err != nil {
				t.Fatal(err)
			}
			var list []string
			for _, c := range got.Matches {
				text := fmt.Sprint(c.Size)
				for _, s := range c.Way {
					line := s.LineNumber
					if s.File.Ext() == ".ts" && line == 1 { // an import counts like the call
						line = 2
					}
					text += fmt.Sprintf(" %s:%d", s.File, line)
				}
				list = append(list, text)
			}
			if d := cmp.Diff(tt.want, list); d != "" || got.Total != len(tt.want) {
				t.Errorf("cycles (-want +got), total %d:\n%s", got.Total, d)
			}
		})
	}
	if _, err := measure.Cycles(t.Context(), b, measure.CycleSearch{Level: "galaxy"}); err == nil || !strings.Contains(err.Error(), `"galaxy"`) {
		t.Errorf("unknown level: %v", err)
	}
}

const coupled = `
-- go.mod --
module m
-- a/a.go --
package a
import "m/b"
func One() { b.F(); b.F() }
func Two() { b.G() }
func Three() {}
type Shape interface{ Area() int }
type Square struct{}
-- b/b.go --
package b
import "m/c"
func F() { c.H() }
func G() {}
-- c/c.go --
package c
func H() { for { if true { return } } }
func Long() int {
	return 1
}
-- c/c_test.go --
package c
func TestH(t *T) { H() }
`

func TestCoupling(t *testing.T) {
	b := querytest.MustAnalyze(t, coupled)
	got, err := measure.Coupling(t.Context(), b, measure.CouplingSearch{})
	if err != nil {
		t.Fatal(err)
	}
	want := []measure.CouplingMatch{
		{Path: "b", Afferent: 2, Efferent: 1, Instability: 0.333, Distance: 0.667, Dependents: []string{"a"}, Dependencies: []string{"c"}},
		{Path: "a", Efferent: 2, Instability: 1, Abstractness: 0.5, Distance: 0.5, Dependents: []string{}, Dependencies: []string{"b"}},
		{Path: "c", Afferent: 1, Distance: 1, Dependents: []string{"b"}, Dependencies: []string{}},
	}
	if d := cmp.Diff(want, got.Matches); d != "" {
		t.Errorf("coupling (-want +got):\n%s", d)
	}
	edges := []measure.CouplingEdge{{From: "a", To: "b", References: 3}, {From: "b", To: "c", References: 1}}
	if d := cmp.Diff(edges, got.Edges); d != "" {
		t.Errorf("edges (-want +got):\n%s", d)
	}
}

func TestComplexity(t *testing.T) {
	b := querytest.MustAnalyze(t, coupled)
	for order, first := range map[string]string{"": "H 3 2 1 1", measure.SortNesting: "H 3 2 1 1", measure.SortLines: "Long 1 0 0 3"} {
		got, err := measure.Complexity(t.Context(), b, measure.ComplexitySearch{Sort: order, Files: "c/*.go", Limit: 1})
		if err != nil {
			t.Fatal(err)
		}
		m := got.Matches[0]
		if text := fmt.Sprint(m.Symbol, " ", m.Cyclomatic, " ", m.Nesting, " ", m.Loops, " ", m.Lines); text != first || got.Total != 3 || got.Sum != 5 {
			t.Errorf("by %q: %s of %d with %d, want %s of 3 with 5", order, text, got.Total, got.Sum, first)
		}
	}
}

func TestHotspots(t *testing.T) {
	b := querytest.MustAnalyze(t, coupled)
	history := map[projectbase.Path]measure.Churn{"c/c.go": {Commits: 2, Last: 7}, "a/a.go": {Commits: 9}, "c/c_test.go": {Commits: 50}, "gone.go": {Commits: 99}}
	got, err := measure.Hotspots(t.Context(), b, measure.HotspotSearch{History: history})
	if err != nil {
		t.Fatal(err)
	}
	want := []measure.HotspotMatch{
		{File: "a/a.go", Score: 27, Commits: 9, Complexity: 3, Worst: "One", WorstLine: 3, WorstBranch: 1},
		{File: "c/c.go", Score: 24, Commits: 2, LastCommit: 7, Complexity: 4, FanIn: 2, Worst: "H", WorstLine: 2, WorstBranch: 3},
	}
	if d := cmp.Diff(want, got.Matches); d != "" || got.Total != 2 {
		t.Errorf("hotspots (-want +got), total %d:\n%s", got.Total, d)
	}
}

func TestDiffContext(t *testing.T) {
	b := querytest.MustAnalyze(t, coupled)
	old := []byte("package c\nfunc H() {}\nfunc Long() int {\n\treturn 1\n}\n")
	got, err := measure.DiffContext(t.Context(), b, measure.DiffSearch{Files: []measure.ChangedFile{{Path: "c/c.go", Old: old}, {Path: "gone.go"}}})
	if err != nil {
		t.Fatal(err)
	}
	want := &measure.DiffAnswer{
		Matches: []measure.ChangedSymbol{{Symbol: "H", Kind: "function", File: "c/c.go", LineNumber: 2, EndLine: 2, Signature: "func H()", TotalCallers: 2,
			Callers: []symbol.Place{{Symbol: "F", Kind: "function", File: "b/b.go", LineNumber: 3}, {Symbol: "TestH", Kind: "function", File: "c/c_test.go", LineNumber: 2}}}},
		Total: 1, Files: []projectbase.Path{"c/c.go"}, NotIndexed: []projectbase.Path{"gone.go"},
		Tests: []measure.AffectedTest{{File: "c/c_test.go", Symbol: "TestH", LineNumber: 2, Depth: 1}}, TotalTests: 1,
	}
	if d := cmp.Diff(want, got); d != "" {
		t.Errorf("diff context (-want +got):\n%s", d)
	}
	whole, err := measure.DiffContext(t.Context(), b, measure.DiffSearch{Files: []measure.ChangedFile{{Path: "c/c.go"}}, Users: 1})
	if err != nil || whole.Total != 2 || len(whole.Matches[0].Callers) != 1 || whole.Matches[0].TotalCallers != 2 {
		t.Errorf("a whole file: %+v, %v", whole, err)
	}
}
