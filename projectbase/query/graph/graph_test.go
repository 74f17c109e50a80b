package graph_test

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/querytest"
)

// matched lists the symbols of an answer, each with its depth.
func matched(a *graph.Answer) []string {
	var list []string
	for _, m := range a.Matches {
		list = append(list, fmt.Sprintf("%s@%d", m.Symbol, m.Depth))
	}
	slices.Sort(list)
	return list
}

const classes = `
-- a.ts --
import { Bottom } from './b'
export class Top { go() {} }
export class Middle extends Top { go() { super.go() } }
export class Loop extends Loop2 {}
export class Loop2 extends Loop {}
export function use(m: Middle) { m.go() }
function recursive(n: number) { recursive(n - 1) }
-- b.ts --
import { Middle, use } from './a'
export class Bottom extends Middle { go() {} }
export const run = () => use(new Bottom())
export function Top2() { return new Bottom() }
`

func TestWalks(t *testing.T) {
	b := querytest.MustAnalyze(t, classes)
	tests := []struct {
		name string
		ask  func() (*graph.Answer, error)
		want string
	}{
		{"callers", func() (*graph.Answer, error) {
			return run(t.Context(), b, graph.Walk{Symbol: "use", Calls: true, Depth: 1})
		},
			"run@1"},
		{"callees", func() (*graph.Answer, error) {
			return run(t.Context(), b, graph.Walk{Symbol: "run", Down: true, Calls: true, Depth: 1})
		}, "Bottom@1 use@1"},
		{"a method of a declared type", func() (*graph.Answer, error) {
			return run(t.Context(), b, graph.Walk{Symbol: "Middle.go", Calls: true, Depth: 1})
		}, "use@1"},
		{"super", func() (*graph.Answer, error) {
			return run(t.Context(), b, graph.Walk{Symbol: "Top.go", Calls: true, Depth: 1})
		}, "Middle.go@1"},
		{"only itself", func() (*graph.Answer, error) {
			return run(t.Context(), b, graph.Walk{Symbol: "recursive", Calls: true, Depth: 1})
		}, ""},
		{"hierarchy", func() (*graph.Answer, error) {
			return graph.ReadHierarchy(t.Context(), b, graph.HierarchyQuery{Type: "Middle", Up: true, Down: true})
		}, "Bottom@1 Top@1"},
		{"a circle of bases", func() (*graph.Answer, error) {
			return graph.ReadHierarchy(t.Context(), b, graph.HierarchyQuery{Type: "Loop", Up: true, Down: true})
		}, "Loop2@1 Loop2@1"},
	}
	for _, tt := range tests {
		a, err := tt.ask()
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := strings.Join(matched(a), " "); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
}

// TestManyImports asks for the impact of a symbol where each of 400 files uses
// 30 others. Each file is found once, however many paths lead to it.
func TestManyImports(t *testing.T) {
	const files, uses = 400, 30
	var b strings.Builder
	for i := range files {
		fmt.Fprintf(&b, "-- f%d.py --\n", i)
		for j := 1; j <= uses; j++ {
			fmt.Fprintf(&b, "from f%d import g%d\n", (i+j)%files, (i+j)%files)
		}
		fmt.Fprintf(&b, "def g%d():\n", i)
		for j := 1; j <= uses; j++ {
			fmt.Fprintf(&b, "    g%d()\n", (i+j)%files)
		}
	}
	a, err := run(t.Context(), querytest.MustAnalyze(t, b.String()), graph.Walk{Symbol: "g0", Calls: true})
	if err != nil {
		t.Fatal(err)
	}
	if a.Total != files-1 || len(a.Matches) != files-1 || a.TerminatedBy != "exhausted" {
		t.Errorf("%d matches of %d, ended by %s; want %d", len(a.Matches), a.Total, a.TerminatedBy, files-1)
	}
	seen := map[string]bool{}
	for _, m := range a.Matches {
		if seen[m.Symbol] {
			t.Errorf("%s twice", m.Symbol)
		}
		seen[m.Symbol] = true
	}
}
