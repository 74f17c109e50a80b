package measure

import (
	"context"
	"slices"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/measure"
)

// UnusedIn is what unused takes.
type UnusedIn struct {
	Measured
	Confidence string `json:"confidence,omitempty"`
	Exported   bool   `json:"exported,omitempty"`
	tool.Common
}

// UnusedOut is the answer of unused.
type UnusedOut struct {
	*measure.UnusedAnswer
	Asked
}

// Unused returns what nothing uses.
func Unused() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "unused",
		Doc: `List functions, types, variables and constants that nothing uses
Left out is what is used without a reference: where programs and tests begin, exports, overrides,
what is decorated, and names that strings or files of other languages hold. Each with a confidence:
high where nothing else has the name; medium where that means something else; low where it is not
known what the name means, or only tests use it.`,
		Brief:   "Code that nothing uses, each with confidence and reason. Check before deleting.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph unused\ncodegraph unused src --confidence high --limit 0\ncodegraph unused --exported --json"},
	}, runUnused, unusedText)
}

var AskUnused = measurementOf(func(ctx context.Context, _ *workspace.Workspace, b federation.Open, files string, q measure.UnusedSearch) (*measure.UnusedAnswer, int, error) {
	q.Files, q.Nested = files, b.Target.Nested
	found, err := measure.Unused(ctx, b.Index, q)
	if err != nil {
		return nil, 0, err
	}
	return found, found.Total, nil
})

func runUnused(ctx context.Context, d *workspace.Workspace, in UnusedIn) (*UnusedOut, error) {
	limit, err := in.most()
	if err != nil {
		return nil, err
	}
	q := measure.UnusedSearch{Exported: in.Exported, Confidence: measure.ConfidenceMedium}
	if in.Confidence != "" {
		q.Confidence, _ = measure.ParseConfidence(in.Confidence)
	}
	parts, asked, err := askMeasure(ctx, d, in.Measured, in.Common, AskUnused, q)
	if err != nil {
		return nil, err
	}
	out := &UnusedOut{UnusedAnswer: &measure.UnusedAnswer{Matches: []measure.UnusedMatch{}, ByConfidence: map[string]int{}}, Asked: asked}
	for _, p := range parts {
		for i := range p.answer.Matches {
			p.answer.Matches[i].Project = p.project
		}
		out.Matches = append(out.Matches, p.answer.Matches...)
		out.Total += p.answer.Total
		out.Lines += p.answer.Lines
		for c, n := range p.answer.ByConfidence {
			out.ByConfidence[c] += n
		}
	}
	slices.SortStableFunc(out.Matches, measure.CompareConfidence)
	out.Matches = firstOf(out.Matches, limit)
	out.Truncated = len(out.Matches) < out.Total
	return out, nil
}

// Len implements Listed.
func (o *UnusedOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *UnusedOut) First(n int, hint string) any {
	c, a := *o, *o.UnusedAnswer
	a.Matches = a.Matches[:n]
	c.UnusedAnswer, c.Truncated, c.Hint = &a, true, tool.JoinHints(o.Hint, hint)
	return &c
}

func unusedText(o *UnusedOut, p *tool.Page) {
	p.More("raise confidence or name a directory")
	p.Line("unused: %s in %s (of all found: %d high, %d medium, %d low)", tool.Count(o.Total, "symbol", "symbols"), tool.Count(o.Lines, "line", "lines"),
		o.ByConfidence["high"], o.ByConfidence["medium"], o.ByConfidence["low"])
	head := ""
	for _, m := range o.Matches {
		if h := m.Project + "\x00" + string(m.File) + "\x00" + m.Confidence; h != head {
			head = h
			name := query.Shown(string(m.File), 0)
			if m.Project != "" {
				name = query.Shown(m.Project, 0) + ": " + name
			}
			p.Path(name + "  " + m.Confidence)
		}
		p.Hit("  %d %s %s  %s", m.LineNumber, m.Kind, query.Shown(m.Symbol, 0), query.Shown(m.Reason, 0))
	}
	o.notesOf(p, o.Total-len(o.Matches))
}
