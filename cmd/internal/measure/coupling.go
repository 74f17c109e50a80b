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

// CouplingIn is what coupling takes.
type CouplingIn struct {
	Measured
	Level string `json:"level,omitempty"`
	tool.Drawn
}

// CouplingOut is the answer of coupling.
type CouplingOut struct {
	*measure.CouplingAnswer
	Asked
}

// Coupling returns how directories or files depend on each other.
func Coupling() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "coupling",
		Doc: `Measure how directories or files depend on each other
By R. C. Martin: afferent coupling (symbols outside that depend on it), efferent coupling (symbols
in it that depend on others), instability (efferent / both), abstractness, and the distance from
where both balance.`,
		Brief:   "Afferent and efferent coupling, instability of directories or files.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph coupling\ncodegraph coupling src --level file\ncodegraph coupling --format dot"},
	}, runCoupling, couplingText)
}

var AskCoupling = measurementOf(func(ctx context.Context, _ *workspace.Workspace, b federation.Open, files string, q measure.CouplingSearch) (*measure.CouplingAnswer, int, error) {
	q.Files, q.Nested = files, b.Target.Nested
	found, err := measure.Coupling(ctx, b.Index, q)
	if err != nil {
		return nil, 0, err
	}
	return found, found.Total, nil
})

func runCoupling(ctx context.Context, d *workspace.Workspace, in CouplingIn) (*CouplingOut, error) {
	limit, err := in.most()
	if err != nil {
		return nil, err
	}
	parts, asked, err := askMeasure(ctx, d, in.Measured, *in.CommonInput(), AskCoupling, measure.CouplingSearch{Level: in.Level, Limit: limit})
	if err != nil {
		return nil, err
	}
	out := &CouplingOut{CouplingAnswer: &measure.CouplingAnswer{Matches: []measure.CouplingMatch{}, Edges: []measure.CouplingEdge{}}, Asked: asked}
	for _, p := range parts {
		for i := range p.answer.Matches {
			p.answer.Matches[i].Project = p.project
		}
		for _, e := range p.answer.Edges {
			e.Project = p.project
			out.Edges = append(out.Edges, e)
		}
		out.Level = p.answer.Level
		out.Matches = append(out.Matches, p.answer.Matches...)
		out.Total += p.answer.Total
	}
	slices.SortStableFunc(out.Matches, measure.CompareCoupling)
	out.Matches = firstOf(out.Matches, limit)
	out.Truncated = len(out.Matches) < out.Total
	return out, nil
}

// Len implements Listed.
func (o *CouplingOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *CouplingOut) First(n int, hint string) any {
	c, a := *o, *o.CouplingAnswer
	a.Matches, a.Edges = a.Matches[:n], []measure.CouplingEdge{}
	c.CouplingAnswer, c.Truncated, c.Hint = &a, true, tool.JoinHints(o.Hint, hint)
	return &c
}

func couplingText(o *CouplingOut, p *tool.Page) {
	if o.drawn() {
		d := tool.NewDrawing()
		for _, m := range o.Matches {
			d.Node(m.Project+"\x00"+string(m.Path), string(m.Path))
		}
		for _, e := range o.Edges {
			from, to := e.Project+"\x00"+string(e.From), e.Project+"\x00"+string(e.To)
			d.Edge(tool.DrawnEdge{From: d.Node(from, string(e.From)), To: d.Node(to, string(e.To)), Label: fmt.Sprint(e.References)})
		}
		p.Block(d.Text(o.format))
		return
	}
	p.More("name a directory")
	p.Line("coupling of %s by %s", tool.Count(o.Total, "path", "paths"), o.Level)
	t := tool.NewTable("afferent", "efferent", "instability", "abstractness", "distance", "path")
	for _, m := range o.Matches {
		where := query.Shown(string(m.Path), 0)
		if m.Project != "" {
			where += "  in " + query.Shown(m.Project, 0)
		}
		t.Row(fmt.Sprint(m.Afferent), fmt.Sprint(m.Efferent), fmt.Sprintf("%.2f", m.Instability), fmt.Sprintf("%.2f", m.Abstractness),
			fmt.Sprintf("%.2f", m.Distance), where)
	}
	t.Print(p)
	o.notesOf(p, o.Total-len(o.Matches))
}
