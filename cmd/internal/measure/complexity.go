package measure

import (
	"context"
	"fmt"
	"slices"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/measure"
)

// ComplexityIn is what complexity takes.
type ComplexityIn struct {
	Measured
	Sort string `json:"sort,omitempty"`
	Min  int    `json:"min,omitempty"`
	tool.Common
}

// ComplexityOut is the answer of complexity.
type ComplexityOut struct {
	*measure.ComplexityAnswer
	Sort string `json:"sort"`
	Asked
}

// Complexity returns the most complex callables.
func Complexity() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "complexity",
		Doc: `List functions and methods by complexity, nesting or length
Cyclomatic complexity is branches + 1, loops and short-circuit operators being branches too; the
README says what counts in which language.`,
		Brief:   "Functions by cyclomatic complexity, nesting or length.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph complexity\ncodegraph complexity src/core --sort nesting --min 5"},
	}, runComplexity, complexityText)
}

var AskComplexity = measurementOf(func(ctx context.Context, _ *workspace.Workspace, b federation.Open, files string, q measure.ComplexitySearch) (*measure.ComplexityAnswer, int, error) {
	q.Files, q.Nested = files, b.Target.Nested
	found, err := measure.Complexity(ctx, b.Index, q)
	if err != nil {
		return nil, 0, err
	}
	return found, found.Total, nil
})

func runComplexity(ctx context.Context, d *workspace.Workspace, in ComplexityIn) (*ComplexityOut, error) {
	limit, err := in.most()
	if err != nil {
		return nil, err
	}
	if in.Min < 0 {
		return nil, fmt.Errorf("%w: min %d is negative", projectbase.ErrUsage, in.Min)
	}
	sort := in.Sort
	if sort == "" {
		sort = measure.SortCyclomatic
	}
	parts, asked, err := askMeasure(ctx, d, in.Measured, in.Common, AskComplexity, measure.ComplexitySearch{Sort: sort, Least: uint32(in.Min), Limit: limit})
	if err != nil {
		return nil, err
	}
	out := &ComplexityOut{ComplexityAnswer: &measure.ComplexityAnswer{Matches: []measure.ComplexityMatch{}}, Sort: sort, Asked: asked}
	for _, p := range parts {
		for i := range p.answer.Matches {
			p.answer.Matches[i].Project = p.project
		}
		out.Matches = append(out.Matches, p.answer.Matches...)
		out.Total += p.answer.Total
		out.Sum += p.answer.Sum
	}
	slices.SortStableFunc(out.Matches, measure.CompareComplexity(sort))
	out.Matches = firstOf(out.Matches, limit)
	out.Truncated = len(out.Matches) < out.Total
	return out, nil
}

// Len implements Listed.
func (o *ComplexityOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *ComplexityOut) First(n int, hint string) any {
	c, a := *o, *o.ComplexityAnswer
	a.Matches = a.Matches[:n]
	c.ComplexityAnswer, c.Truncated, c.Hint = &a, true, tool.JoinHints(o.Hint, hint)
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
	o.notesOf(p, o.Total-len(o.Matches))
}
