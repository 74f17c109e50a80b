package measure

import (
	"cmp"
	"context"
	"fmt"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/measure"
)

// ComplexityIn is the input of complexity.
type ComplexityIn struct {
	Measured
	Sort string `json:"sort,omitempty"`
	Min  int    `json:"min,omitempty"`
}

// ComplexityOut is the answer of complexity.
type ComplexityOut struct {
	Matches []measure.ComplexityMatch `json:"matches"`
	Sum     uint64                    `json:"sum"` // of the cyclomatic complexities of all that Total counts
	Sort    string                    `json:"sort"`
	fanout.Envelope
}

// Complexity returns the most complex callables.
func Complexity() *tool.Spec {
	return fanout.Question[ComplexityIn, *measure.ComplexityAnswer, *ComplexityOut]{Spec: tool.Spec{
		Name: "complexity",
		Doc: `List functions and methods by complexity, nesting or length
Cyclomatic complexity is branches + 1, where loops and short-circuit operators are
branches too. cmd/codegraph/README.md lists the counted branches of each language.`,
		Brief:   "Functions by cyclomatic complexity, nesting or length.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph complexity\ncodegraph complexity src/core --sort nesting --min 5"},
	}, Check: checkComplexity, Ask: askComplexity, Merge: mergeComplexity, Join: joinComplexity, Text: complexityText}.Tool()
}

func checkComplexity(in *ComplexityIn, d *workspace.Workspace) error {
	if in.Min < 0 {
		return fmt.Errorf("%w: min %d is negative", projectbase.ErrUsage, in.Min)
	}
	in.Sort = cmp.Or(in.Sort, measure.SortCyclomatic)
	return in.checkLimit(d)
}

func askComplexity(ctx context.Context, o *workspace.Index, in *ComplexityIn) (*measure.ComplexityAnswer, error) {
	files, err := o.Pattern(in.Path)
	if err != nil {
		return nil, err
	}
	return measure.Complexity(ctx, o.Index, measure.ComplexitySearch{Files: files, Nested: o.Target.Nested, Sort: in.Sort, Least: uint32(in.Min), Limit: in.limit})
}

func mergeComplexity(_ context.Context, a *fanout.Answers[ComplexityIn, *measure.ComplexityAnswer]) (*ComplexityOut, error) {
	out := &ComplexityOut{Matches: []measure.ComplexityMatch{}, Sort: a.In.Sort}
	for i := range a.Parts {
		p := &a.Parts[i]
		label := labelOf(a, p)
		for i := range p.Answer.Matches {
			p.Answer.Matches[i].Project = label
		}
		p.Count = p.Answer.Total
		out.Total += p.Answer.Total
		out.Matches = append(out.Matches, p.Answer.Matches...)
		out.Sum += p.Answer.Sum
	}
	out.sort(a.In)
	return out, nil
}

// sort sorts the matches of several projects and applies the limit.
func (o *ComplexityOut) sort(in *ComplexityIn) {
	o.Matches = sorted(o.Matches, in.limit, measure.CompareComplexity(in.Sort))
	o.Truncated = len(o.Matches) < o.Total
}

// joinComplexity adds the answer of the service.
func joinComplexity(out, remote *ComplexityOut, in *ComplexityIn) {
	out.Matches = append(out.Matches, remote.Matches...)
	out.Sum += remote.Sum
	out.sort(in)
}

// Len implements Listed.
func (o *ComplexityOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *ComplexityOut) First(n int, hint string) any {
	c := *o
	c.Matches = o.Matches[:n]
	c.Cut(hint)
	return &c
}

func complexityText(o *ComplexityOut, p *tool.Page) {
	p.More("raise min or name a directory")
	average := 0.0
	if o.Total > 0 {
		average = float64(o.Sum) / float64(o.Total)
	}
	p.Line("%s, cyclomatic complexity %.1f on average; by %s", tool.Count(o.Total, "callable", "callables"), average, o.Sort)
	t := tool.NewTable("cyclomatic", "nesting", "loops", "returns", "lines", "callable")
	for _, m := range o.Matches {
		where := fmt.Sprintf("%s  %s:%d", query.Shown(m.Symbol, 0), query.Shown(string(m.File), 0), m.LineNumber)
		if m.Test {
			where += "  test"
		}
		if m.Project != "" {
			where += "  in " + query.Shown(m.Project, 0)
		}
		t.Row(fmt.Sprint(m.Cyclomatic), fmt.Sprint(m.Nesting), fmt.Sprint(m.Loops), fmt.Sprint(m.Returns), fmt.Sprint(m.Lines), where)
	}
	t.Print(p)
	notes(p, &o.Envelope, o.Total-len(o.Matches))
}
