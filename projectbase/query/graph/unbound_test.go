package graph_test

import (
	"fmt"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/querytest"
	"codegraph/projectbase/query/symbol"
)

const halting = `
-- base.rb --
class Base
  # halt is in a comment, and not a use.
  def halt(code)
    throw(:halt, code)
    log "halt"
    log "again"
  end
  def stop
    halt 1
    finish
  end
  def finish
  end
end
-- helpers.rb --
module Helpers
  def redirect
    halt 302
  end
  def gone(x)
    x.halt 404
    halt
  end
end
-- other.py --
halt(1)
-- close.go --
package p

type Pipe struct{ c chan int }

func (p *Pipe) close() { close(p.c) }

func end(x interface{ End() }) { unknown().close() }
`

func TestUnbound(t *testing.T) {
	b := querytest.MustAnalyze(t, halting)
	tests := []struct {
		name string
		walk graph.Walk
		want string
	}{
		{"what may call", graph.Walk{Symbol: "halt", Calls: true, Depth: 1}, "halt 3 in 1, 1 known []"},
		{"what may refer", graph.Walk{Symbol: "halt", Each: true, Depth: 1}, "halt 3 in 1, 1 known []"},
		{"what a change may concern", graph.Walk{Symbol: "halt", Depth: 3}, "halt 3 in 1, 1 known []"},
		{"what nothing else has the name of", graph.Walk{Symbol: "finish", Calls: true, Depth: 1}, "finish 0 in 0, 1 known []"},
		{"what is called", graph.Walk{Symbol: "Base.halt", Calls: true, Down: true, Depth: 1}, " 3 in 1, 0 known [log throw]"},
		{"a member that a name alone cannot mean", graph.Walk{Symbol: "Pipe.close", Calls: true, Depth: 1}, "close 1 in 1, 0 known []"},
		{"a whole file", graph.Walk{Whole: []projectbase.Path{"base.rb"}, Depth: 1}, " 0 in 0, 0 known []"},
	}
	for _, tt := range tests {
		a, err := run(t.Context(), b, tt.walk)
		if err != nil {
			t.Errorf("%s: %v", tt.name, err)
			continue
		}
		if got := counted(a.Unbound); got != tt.want {
			t.Errorf("%s: %s, want %s", tt.name, got, tt.want)
		}
	}
	s, err := graph.Define(t.Context(), b, "Base.halt", "", false)
	if err != nil {
		t.Fatal(err)
	}
	if got, want := counted(s.Matches[0].Unbound), "halt 3 in 1, 1 known []"; got != want {
		t.Errorf("a symbol: %s, want %s", got, want)
	}
}

func counted(u symbol.Unbound) string {
	return fmt.Sprintf("%s %d in %d, %d known %v", u.Name, u.References, u.Files, u.Reached, u.Frequent())
}

func TestUnboundIsNotable(t *testing.T) {
	for _, tt := range []struct {
		unbound, known int
		want           bool
	}{{0, 0, false}, {1, 0, true}, {1, 5, true}, {1, 6, false}, {20, 100, true}} {
		if got := (symbol.Unbound{References: tt.unbound, Reached: tt.known}).Notable(); got != tt.want {
			t.Errorf("%d unresolved beside %d resolved references: %v", tt.unbound, tt.known, got)
		}
	}
}
