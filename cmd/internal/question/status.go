package question

import (
	"context"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// StatusIn is what status takes.
type StatusIn struct {
	Scope string `json:"scope,omitempty"`
	tool.Common
}

// StatusOut is the answer of status.
type StatusOut struct {
	*report.Status
	Freshness fresh.State           `json:"freshness,omitzero"`
	Projects  []StatusOut           `json:"projects,omitempty"` // if a scope was given; then what is above is absent
	Failures  []tool.ProjectFailure `json:"failures,omitempty"`
}

// Incomplete implements Incomplete.
func (o StatusOut) Incomplete() bool { return len(o.Failures) > 0 }

// Status says how a project's base stands.
func Status() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "status",
		Doc: `Show what is indexed, what is not and why, and how fresh it is
Use it when an answer is not what you expect.`,
		Brief:   "What is indexed, what not and why, how fresh. Use when an answer surprises.",
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupState, Example: "codegraph status --json"},
	}, runStatus, statusText)
}

func runStatus(ctx context.Context, d *workspace.Workspace, in StatusIn) (StatusOut, error) {
	scope, err := workspace.ScopeOf(in.Scope, false)
	if err != nil {
		return StatusOut{}, err
	}
	if !scope.Alone() {
		return statusAcross(ctx, d, in, scope)
	}
	o, err := d.Open(ctx, in.Project)
	if err != nil {
		return StatusOut{}, err
	}
	defer o.Close()
	s, err := report.ReadStatus(ctx, o.Index)
	if err != nil {
		return StatusOut{}, err
	}
	return StatusOut{Status: s, Freshness: o.State}, nil
}

// fewSkipped is how many skipped paths are named where not all are asked for.
const fewSkipped = 10

// surprising reports whether a path is skipped for what it is, and not because
// somebody said so.
func surprising(r projectbase.SkipReason) bool {
	switch r {
	case projectbase.SkipIgnored, projectbase.SkipExcluded, projectbase.SkipNotIncluded, projectbase.SkipCache:
		return false
	}
	return true
}

func statusText(o StatusOut, p *tool.Page) {
	if o.Status == nil {
		statusTable(o, p)
		return
	}
	st := o.Statistics
	p.Path(query.Shown(o.ProjectName, 0))
	p.Line("root:      %s", query.Shown(o.ProjectRoot, 0))
	p.Line("base:      %s (%s, schema %s, extractor %s)", query.Shown(o.CodegraphPath, 0), tool.Size(o.DatabaseSizeBytes), o.SchemaVersion, o.ExtractorVersion)
	p.Line("files:     %d (%s)", st.Files, tool.Tally(o.Languages))
	p.Line("content:   %d items, %d occurrences on %d lines, %d types, %d methods, %d symbols", st.Items, st.Occurrences, st.Lines, st.Types, st.Methods, st.Symbols)
	p.Line("updated:   %s", tool.Stamp(o.LastUpdate))
	p.Line("freshness: %s", freshnessText(o.Freshness))
	if o.GitHead != "" {
		p.Line("git head:  %s", query.Shown(o.GitHead, 0))
	}
	if o.ParseErrors > 0 {
		p.Line("parsing:   %d places are no code of their language as we know it", o.ParseErrors)
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
		p.Line("words only: %s (%s)", query.Shown(string(f.Path), 0), f.Reason)
	}
	tool.PendingNote(p, o.Freshness)
}

func freshnessText(s fresh.State) string {
	text := string(s.State)
	if s.CheckedAt > 0 {
		text += ", checked " + tool.Stamp(s.CheckedAt)
	}
	if s.Reason != "" {
		text += ": " + query.Shown(s.Reason, 0)
	}
	return text
}
