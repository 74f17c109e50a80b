package measure

import (
	"context"
	"fmt"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/measure"
)

// CyclesIn is the input of cycles.
type CyclesIn struct {
	DrawnMeasured
	Level string `json:"level,omitempty" param:"level/cycles"`
}

// CyclesOut is the answer of cycles.
type CyclesOut struct {
	Matches []measure.Cycle `json:"matches"`
	Level   string          `json:"level"`
	Members int             `json:"members"` // of all cycles together
	fanout.Envelope

	format string
}

// Cycles returns circular dependencies.
func Cycles() *tool.Spec {
	return fanout.Question[CyclesIn, *measure.CyclesAnswer, *CyclesOut]{Spec: tool.Spec{
		Name: "cycles",
		Doc: `List circular dependencies of files, directories or functions
Each cycle is a strongly connected component. The answer gives a shortest path around it, with the
line of a reference for each step. A Go package counts as one file.`,
		Brief:   "Circular dependencies of files, directories or calls, with a shortest path around.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph cycles\ncodegraph cycles src --level symbol\ncodegraph cycles --format mermaid"},
	}, Check: (*CyclesIn).checkLimit, Ask: askCycles, Merge: mergeCycles, Join: joinCycles, Text: cyclesText}.Tool()
}

func askCycles(ctx context.Context, o *workspace.Index, in *CyclesIn) (*measure.CyclesAnswer, error) {
	files, err := o.Pattern(in.Path)
	if err != nil {
		return nil, err
	}
	return measure.Cycles(ctx, o.Index, measure.CycleSearch{Files: files, Nested: o.Target.Nested, Level: in.Level})
}

func mergeCycles(_ context.Context, a *fanout.Answers[CyclesIn, *measure.CyclesAnswer]) (*CyclesOut, error) {
	out := &CyclesOut{Matches: []measure.Cycle{}, Level: a.In.Level, format: a.In.Format}
	for i := range a.Parts {
		p := &a.Parts[i]
		label := labelOf(a, p)
		for i := range p.Answer.Matches {
			p.Answer.Matches[i].Project = label
		}
		p.Count = p.Answer.Total
		out.Total += p.Answer.Total
		out.Matches = append(out.Matches, p.Answer.Matches...)
		out.Level = p.Answer.Level
		out.Members += p.Answer.Members
	}
	out.sort(a.In)
	return out, nil
}

// sort sorts the matches of several projects and applies the limit.
func (o *CyclesOut) sort(in *CyclesIn) {
	o.Matches = sorted(o.Matches, in.limit, measure.CompareCycles)
	o.Truncated = len(o.Matches) < o.Total
}

// joinCycles adds the answer of the service.
func joinCycles(out, remote *CyclesOut, in *CyclesIn) {
	out.Matches = append(out.Matches, remote.Matches...)
	out.Members += remote.Members
	out.sort(in)
}

// Len implements Listed.
func (o *CyclesOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *CyclesOut) First(n int, hint string) any {
	c := *o
	c.Matches = o.Matches[:n]
	c.Cut(hint)
	return &c
}

func cyclesText(o *CyclesOut, p *tool.Page) {
	if drawn(o.format) {
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
			p.Line("  and %s outside of this path", tool.Count(left, "member", "members"))
		}
	}
	notes(p, &o.Envelope, o.Total-len(o.Matches))
}

// draw draws the paths.
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
