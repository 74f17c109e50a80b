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

// CouplingIn is the input of coupling.
type CouplingIn struct {
	DrawnMeasured
	Level string `json:"level,omitempty"`
}

// CouplingOut is the answer of coupling.
type CouplingOut struct {
	Matches []measure.CouplingMatch `json:"matches"`
	Level   string                  `json:"level"`
	Edges   []measure.CouplingEdge  `json:"edges"` // between the matches, by path
	fanout.Envelope

	format string
}

// Coupling returns how directories or files depend on each other.
func Coupling() *tool.Spec {
	return fanout.Question[CouplingIn, *measure.CouplingAnswer, *CouplingOut]{Spec: tool.Spec{
		Name: "coupling",
		Doc: `Measure how directories or files depend on each other
By R. C. Martin: afferent coupling (symbols outside that depend on it), efferent coupling (symbols
in it that depend on others), instability (efferent / both), abstractness, and the distance from
where both balance.`,
		Brief:   "Afferent and efferent coupling, instability of directories or files.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph coupling\ncodegraph coupling src --level file\ncodegraph coupling --format dot"},
	}, Check: (*CouplingIn).checkLimit, Ask: askCoupling, Merge: mergeCoupling, Join: joinCoupling, Text: couplingText}.Tool()
}

func askCoupling(ctx context.Context, o *workspace.Index, in *CouplingIn) (*measure.CouplingAnswer, error) {
	files, err := o.Pattern(in.Path)
	if err != nil {
		return nil, err
	}
	return measure.Coupling(ctx, o.Index, measure.CouplingSearch{Files: files, Nested: o.Target.Nested, Level: in.Level, Limit: in.limit})
}

func mergeCoupling(_ context.Context, a *fanout.Answers[CouplingIn, *measure.CouplingAnswer]) (*CouplingOut, error) {
	out := &CouplingOut{Matches: []measure.CouplingMatch{}, Level: a.In.Level, Edges: []measure.CouplingEdge{}, format: a.In.Format}
	for i := range a.Parts {
		p := &a.Parts[i]
		label := labelOf(a, p)
		for i := range p.Answer.Matches {
			p.Answer.Matches[i].Project = label
		}
		p.Count = p.Answer.Total
		out.Total += p.Answer.Total
		out.Matches = append(out.Matches, p.Answer.Matches...)
		for _, e := range p.Answer.Edges {
			e.Project = label
			out.Edges = append(out.Edges, e)
		}
		out.Level = p.Answer.Level
	}
	out.sort(a.In)
	return out, nil
}

// sort sorts the matches of several projects and applies the limit.
func (o *CouplingOut) sort(in *CouplingIn) {
	o.Matches = sorted(o.Matches, in.limit, measure.CompareCoupling)
	o.Truncated = len(o.Matches) < o.Total
}

// joinCoupling adds the answer of the service.
func joinCoupling(out, remote *CouplingOut, in *CouplingIn) {
	out.Matches = append(out.Matches, remote.Matches...)
	out.Edges = append(out.Edges, remote.Edges...)
	out.sort(in)
}

// Len implements Listed.
func (o *CouplingOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *CouplingOut) First(n int, hint string) any {
	c := *o
	c.Matches = o.Matches[:n]
	c.Edges = []measure.CouplingEdge{}
	c.Cut(hint)
	return &c
}

func couplingText(o *CouplingOut, p *tool.Page) {
	if drawn(o.format) {
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
	notes(p, &o.Envelope, o.Total-len(o.Matches))
}
