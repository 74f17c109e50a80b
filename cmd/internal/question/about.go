package question

import (
	"context"
	"errors"
	"time"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/index"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// SummaryIn is the input of summary.
type SummaryIn struct{ fanout.Scoped }

// SummaryOut is the answer of summary.
type SummaryOut struct {
	*report.Summary                       // of the only project
	Freshness       projectbase.Freshness `json:"freshness,omitzero"`
	Summaries       []ProjectSummary      `json:"projects"`
	fanout.Envelope
}

// ProjectSummary is the summary of one project.
type ProjectSummary struct {
	Name string `json:"name"`
	tool.ProjectAnswer
	Project string `json:"project,omitempty"` // in a scope, as the next
	*report.Summary
}

// Summary shows the purpose, entry points, types and layout of a project.
func Summary() *tool.Spec {
	return fanout.Question[SummaryIn, text[*report.Summary], *SummaryOut]{Spec: tool.Spec{
		Name: "summary",
		Doc: `Show what the project is: entry points, main types, dependencies, layout
Use it first in a project that you do not know. People's own words in it are kept.`,
		Brief:   "What the project is: purpose, entry points, main types, layout. Use first in an unknown project.",
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAbout, Example: "codegraph summary"},
	}, Ask: func(ctx context.Context, o *workspace.Index, _ *SummaryIn) (text[*report.Summary], error) {
		return readText(ctx, o, report.ReadSummary)
	}, Merge: mergeSummary, Join: func(out, remote *SummaryOut, _ *SummaryIn) {
		out.Summaries = append(out.Summaries, remote.Summaries...)
	}, Text: func(o *SummaryOut, p *tool.Page) {
		if o.Summary != nil {
			p.Block(o.Content)
		}
		for _, one := range o.Summaries {
			if one.Summary != nil {
				p.Project(query.Shown(one.Project, 0))
				p.Block(one.Content)
			}
		}
		tool.Notes(p, o.Hints, o.Failures, o.Projects)
	}}.Tool()
}

func mergeSummary(_ context.Context, a *fanout.Answers[SummaryIn, text[*report.Summary]]) (*SummaryOut, error) {
	out := &SummaryOut{Summaries: []ProjectSummary{}}
	for i := range a.Parts {
		p := &a.Parts[i]
		p.Count = 1
		out.Total++
		a.Hint("%s", p.Answer.hint)
		row := ProjectSummary{Name: p.Label, ProjectAnswer: tool.ProjectAnswer{Name: p.Label, Matches: 1, Freshness: p.State}}
		if a.Only() {
			out.Summary, out.Freshness = p.Answer.value, p.State
		} else {
			row.Project, row.Summary = p.Label, p.Answer.value
		}
		out.Summaries = append(out.Summaries, row)
	}
	return out, nil
}

// text is a text that is stored beside an index.
type text[T any] struct {
	value T
	hint  string // the text may be older than the project
}

// textsWait is how long a reader waits for another process that writes the index: as
// long as an update takes after an edit.
const textsWait = 2 * time.Second

// readText reads a text that is stored beside an index. The texts of the only
// project are generated again if the project has changed.
func readText[T any](ctx context.Context, o *workspace.Index, read func(*query.Index) (T, error)) (t text[T], err error) {
	if o.Alone {
		err := o.Workspace().Indexer.Summarise(ctx, o.Project, index.Wait{Limit: textsWait})
		var busy *projectbase.BusyError
		switch {
		case errors.Is(err, projectbase.ErrReadOnly), errors.As(err, &busy):
			t.hint = "the text may be older than the project: " + err.Error()
		case err != nil:
			return t, err
		}
	}
	t.value, err = read(o.Index)
	return t, err
}
