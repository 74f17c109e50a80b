package measure

import (
	"context"
	"fmt"
	"strings"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/measure"
)

// UnusedIn is the input of unused.
type UnusedIn struct {
	Measured
	Confidence string `json:"confidence,omitempty"`
	Exported   bool   `json:"exported,omitempty"`
}

// UnusedOut is the answer of unused.
type UnusedOut struct {
	Matches      []measure.UnusedMatch `json:"matches"`
	ByConfidence map[string]int        `json:"by_confidence"` // of all results, whatever the least confidence
	Lines        int                   `json:"lines"`         // of all that Total counts
	fanout.Envelope
}

// Unused returns the symbols without references.
func Unused() *tool.Spec {
	return fanout.Question[UnusedIn, *measure.UnusedAnswer, *UnusedOut]{Spec: tool.Spec{
		Name: "unused",
		Doc: `List functions, types, variables and constants without references
Entry points, tests, exports, overrides, decorated symbols, and names in strings or in other
languages do not count as unused. Confidence is high if nothing else has the name, medium if other
uses of the name resolve to other symbols, and low if some uses are unresolved or only tests use it.`,
		Brief:   "Code that nothing uses, each with confidence and reason. Check before deleting.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph unused\ncodegraph unused src --confidence high --limit 0\ncodegraph unused --exported --json"},
	}, Check: (*UnusedIn).checkLimit, Ask: askUnused, Merge: mergeUnused, Join: joinUnused, Text: unusedText}.Tool()
}

func askUnused(ctx context.Context, o *workspace.Index, in *UnusedIn) (*measure.UnusedAnswer, error) {
	files, err := o.Pattern(in.Path)
	if err != nil {
		return nil, err
	}
	q := measure.UnusedSearch{Files: files, Nested: o.Target.Nested, Exported: in.Exported, Confidence: measure.ConfidenceMedium}
	if in.Confidence != "" {
		q.Confidence, _ = measure.ParseConfidence(in.Confidence)
	}
	return measure.Unused(ctx, o.Index, q)
}

func mergeUnused(_ context.Context, a *fanout.Answers[UnusedIn, *measure.UnusedAnswer]) (*UnusedOut, error) {
	out := &UnusedOut{Matches: []measure.UnusedMatch{}, ByConfidence: map[string]int{}}
	for i := range a.Parts {
		p := &a.Parts[i]
		label := labelOf(a, p)
		for i := range p.Answer.Matches {
			p.Answer.Matches[i].Project = label
		}
		p.Count = p.Answer.Total
		out.Total += p.Answer.Total
		out.Matches = append(out.Matches, p.Answer.Matches...)
		out.Lines += p.Answer.Lines
		for c, n := range p.Answer.ByConfidence {
			out.ByConfidence[c] += n
		}
	}
	out.sort(a.In)
	return out, nil
}

// sort sorts the matches of several projects and applies the limit.
func (o *UnusedOut) sort(in *UnusedIn) {
	o.Matches = sorted(o.Matches, in.limit, measure.CompareConfidence)
	o.Truncated = len(o.Matches) < o.Total
}

// joinUnused adds the answer of the service.
func joinUnused(out, remote *UnusedOut, in *UnusedIn) {
	out.Matches = append(out.Matches, remote.Matches...)
	out.Lines += remote.Lines
	for c, n := range remote.ByConfidence {
		out.ByConfidence[c] += n
	}
	out.sort(in)
}

// Len implements Listed.
func (o *UnusedOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *UnusedOut) First(n int, hint string) any {
	c := *o
	c.Matches = o.Matches[:n]
	c.Cut(hint)
	return &c
}

func unusedText(o *UnusedOut, p *tool.Page) {
	p.More("raise confidence or name a directory")
	p.Line("%s", o.title(p))
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
	notes(p, &o.Envelope, o.Total-len(o.Matches))
}

// title counts the symbols, and the results below the least confidence.
func (o *UnusedOut) title(p *tool.Page) string {
	shown, hidden := []string{}, []string{}
	n := 0
	for _, c := range []string{"high", "medium", "low"} {
		switch m := o.ByConfidence[c]; {
		case m == 0:
		case n < o.Total:
			shown = append(shown, fmt.Sprintf("%d %s", m, c))
			n += m
		default:
			hidden = append(hidden, tool.Count(m, c+"-confidence result", c+"-confidence results"))
		}
	}
	text := tool.Count(o.Total, "unused symbol", "unused symbols") + " in " + tool.Count(o.Lines, "line", "lines")
	if len(shown) > 0 {
		text += " (confidence: " + strings.Join(shown, ", ") + ")"
	}
	if len(hidden) > 0 {
		text += "; " + strings.Join(hidden, " and ") + " hidden, see " + p.Option("confidence", "low")
	}
	return text
}
