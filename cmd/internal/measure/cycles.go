package measure

import (
	"context"
	"fmt"
	"slices"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/measure"
)

// CyclesIn is what cycles takes.
type CyclesIn struct {
	Measured
	Level string `json:"level,omitempty" param:"level/cycles"`
	tool.Drawn
}

// CyclesOut is the answer of cycles.
type CyclesOut struct {
	*measure.CyclesAnswer
	Asked
}

// Cycles returns what needs itself in a circle.
func Cycles() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "cycles",
		Doc: `List files, directories or functions that need each other in a circle
Each is a strongly connected component: from every member references lead to every other one. With
it comes a shortest way round, each step with the line of a reference. Go packages count as files.`,
		Brief:   "Circular dependencies of files, directories or calls, with a shortest way round.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph cycles\ncodegraph cycles src --level symbol\ncodegraph cycles --format mermaid"},
	}, runCycles, cyclesText)
}

var AskCycles = measurementOf(func(ctx context.Context, _ *workspace.Workspace, b federation.Open, files string, q measure.CycleSearch) (*measure.CyclesAnswer, int, error) {
	q.Files, q.Nested = files, b.Target.Nested
	found, err := measure.Cycles(ctx, b.Index, q)
	if err != nil {
		return nil, 0, err
	}
	return found, found.Total, nil
})

func runCycles(ctx context.Context, d *workspace.Workspace, in CyclesIn) (*CyclesOut, error) {
	limit, err := in.most()
	if err != nil {
		return nil, err
	}
	parts, asked, err := askMeasure(ctx, d, in.Measured, *in.CommonInput(), AskCycles, measure.CycleSearch{Level: in.Level})
	if err != nil {
		return nil, err
	}
	out := &CyclesOut{CyclesAnswer: &measure.CyclesAnswer{Level: in.Level, Matches: []measure.Cycle{}}, Asked: asked}
	for _, p := range parts {
		for i := range p.answer.Matches {
			p.answer.Matches[i].Project = p.project
		}
		out.Level = p.answer.Level
		out.Matches = append(out.Matches, p.answer.Matches...)
		out.Total += p.answer.Total
		out.Members += p.answer.Members
	}
	slices.SortStableFunc(out.Matches, measure.CompareCycles)
	out.Matches = firstOf(out.Matches, limit)
	out.Truncated = len(out.Matches) < out.Total
	return out, nil
}

// Len implements Listed.
func (o *CyclesOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *CyclesOut) First(n int, hint string) any {
	c, a := *o, *o.CyclesAnswer
	a.Matches = a.Matches[:n]
	c.CyclesAnswer, c.Truncated, c.Hint = &a, true, tool.JoinHints(o.Hint, hint)
	return &c
}

func cyclesText(o *CyclesOut, p *tool.Page) {
	if o.drawn() {
		p.Block(o.draw())
		return
	}
	p.More("name a directory")
	p.Line("%s of level %s, %d members", tool.Count(o.Total, "cycle", "cycles"), o.Level, o.Members)
	for _, c := range o.Matches {
		head := tool.Count(c.Size, "member", "members")
		if c.Project != "" {
			head = query.Shown(c.Project, 0) + ": " + head
		}
		p.Path(head)
		for _, s := range c.Way {
			p.Hit("  %s -> %s  %s:%d", query.Shown(s.From, 0), query.Shown(s.To, 0), query.Shown(string(s.File), 0), s.LineNumber)
		}
		if left := c.Size - len(c.Way); left > 0 {
			p.Line("  and %s off this way", tool.Count(left, "member", "members"))
		}
	}
	o.notesOf(p, o.Total-len(o.Matches))
}

// draw draws the ways round.
func (o *CyclesOut) draw() string {
	d := tool.NewDrawing()
	for i, c := range o.Matches {
		for _, s := range c.Way {
			key := fmt.Sprintf("%d\x00", i)
			d.Edge(tool.DrawnEdge{From: d.Node(key+s.From, s.From), To: d.Node(key+s.To, s.To)})
		}
	}
	return d.Text(o.format)
}
