package question

import (
	"context"
	"fmt"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// StatusIn is the input of status.
type StatusIn struct{ fanout.Scoped }

// StatusOut is the answer of status.
type StatusOut struct {
	*report.Status                       // of the only project
	Freshness      projectbase.Freshness `json:"freshness,omitzero"`
	Statuses       []ProjectStatus       `json:"projects"`
	fanout.Envelope
}

// ProjectStatus is the status of one project.
type ProjectStatus struct {
	tool.ProjectAnswer
	*report.Status // in a scope
}

// Status shows the state of an index.
func Status() *tool.Spec {
	return fanout.Question[StatusIn, *report.Status, *StatusOut]{Spec: tool.Spec{
		Name: "status",
		Doc: `Show what is indexed, what is not and why, and how fresh it is
Use it when an answer is not what you expect.`,
		Brief:   "What is indexed, what not and why, how fresh. Use when an answer surprises.",
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupState, Example: "codegraph status --json"},
	}, Ask: func(ctx context.Context, o *workspace.Index, _ *StatusIn) (*report.Status, error) {
		return report.ReadStatus(ctx, o.Index)
	}, Merge: mergeStatus, Join: func(out, remote *StatusOut, _ *StatusIn) {
		out.Statuses = append(out.Statuses, remote.Statuses...)
	}, Text: statusText}.Tool()
}

func mergeStatus(_ context.Context, a *fanout.Answers[StatusIn, *report.Status]) (*StatusOut, error) {
	out := &StatusOut{Statuses: []ProjectStatus{}}
	for i := range a.Parts {
		p := &a.Parts[i]
		p.Count = p.Answer.Statistics.Files
		out.Total++
		row := ProjectStatus{ProjectAnswer: tool.ProjectAnswer{Name: p.Label, Matches: p.Count, Freshness: p.State}}
		if a.Only() {
			out.Status, out.Freshness = p.Answer, p.State
		} else {
			row.Status = p.Answer
		}
		out.Statuses = append(out.Statuses, row)
	}
	return out, nil
}

func statusTable(o *StatusOut, p *tool.Page) {
	t := tool.NewTable("project", "root", "files", "languages", "items", "size", "freshness")
	for _, s := range o.Statuses {
		if s.Status == nil {
			continue
		}
		t.Row(query.Shown(s.ProjectName, 60), query.Shown(s.ProjectRoot, 0), fmt.Sprint(s.Statistics.Files), tool.Tally(s.Languages),
			fmt.Sprint(s.Statistics.Items), tool.Size(s.DatabaseSizeBytes), freshnessText(s.Freshness))
	}
	t.Print(p)
	tool.Notes(p, o.Hints, o.Failures, nil)
}

// fewSkipped is how many skipped paths are named where not all are asked for.
const fewSkipped = 10

// surprising reports whether a path is skipped without an ignore or exclude rule.
func surprising(r projectbase.SkipReason) bool {
	switch r {
	case projectbase.SkipIgnored, projectbase.SkipExcluded, projectbase.SkipNotIncluded, projectbase.SkipCache:
		return false
	}
	return true
}

func statusText(o *StatusOut, p *tool.Page) {
	if o.Status == nil {
		statusTable(o, p)
		return
	}
	st := o.Statistics
	p.Path(query.Shown(o.ProjectName, 0))
	p.Line("root:      %s", query.Shown(o.ProjectRoot, 0))
	p.Line("index:     %s (%s, schema %s, extractor %s)", query.Shown(o.CodegraphPath, 0), tool.Size(o.DatabaseSizeBytes), o.SchemaVersion, o.ExtractorVersion)
	p.Line("files:     %d (%s)", st.Files, tool.Tally(o.Languages))
	p.Line("content:   %d items, %d occurrences on %d lines, %d types, %d methods, %d symbols", st.Items, st.Occurrences, st.Lines, st.Types, st.Methods, st.Symbols)
	p.Line("updated:   %s", tool.Stamp(o.LastUpdate))
	p.Line("freshness: %s", freshnessText(o.Freshness))
	if o.GitHead != "" {
		p.Line("git head:  %s", query.Shown(o.GitHead, 0))
	}
	if o.ParseErrors > 0 {
		p.Line("parsing:   %s", tool.Count(o.ParseErrors, "syntax error", "syntax errors"))
	}
	tool.SkippedText(p, o.SkippedCounts)
	shown := 0
	for _, f := range o.Skipped {
		if p.Verbose || surprising(f.Reason) && shown < fewSkipped {
			p.Line("  %s (%s)", query.Shown(string(f.Path), 0), f.Reason)
			shown++
		}
	}
	for _, f := range o.Partial {
		p.Line("plain text only: %s (%s)", query.Shown(string(f.Path), 0), f.Reason)
	}
	tool.PendingNote(p, o.Freshness)
}

func freshnessText(s projectbase.Freshness) string {
	text := string(s.State)
	if s.CheckedAt > 0 {
		text += ", checked " + tool.Stamp(s.CheckedAt)
	}
	if s.Published != nil {
		text += ", " + tool.PublishedText(s.Published)
	}
	if s.Reason != "" {
		text += ": " + query.Shown(s.Reason, 0)
	}
	return text
}
