package measure

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/measure"
)

// HotspotsIn is what hotspots takes.
type HotspotsIn struct {
	Measured
	Since string `json:"since,omitempty"`
	Tests bool   `json:"tests,omitempty"`
	tool.Common
}

// HotspotsOut is the answer of hotspots.
type HotspotsOut struct {
	*measure.HotspotsAnswer
	Since int64 `json:"since"` // Unix seconds
	Asked
}

// Hotspots returns the files where changes are frequent and hard.
func Hotspots() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "hotspots",
		Doc: `List files that change often, are complex and used by many
The score is commits * complexity * (fan-in + 1): commits that changed the file, the sum of its
callables' cyclomatic complexities, and how many other files use it.`,
		Brief:   "Files that change often, are complex and used by many: where to look first.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph hotspots\ncodegraph hotspots src --since 90d"},
	}, runHotspots, hotspotsText)
}

// hot says which files are hotspots.
type hot struct {
	Since time.Time
	Tests bool
}

var AskHotspots = measurementOf(func(ctx context.Context, d *workspace.Workspace, b federation.Open, files string, how hot) (*measure.HotspotsAnswer, int, error) {
	root := b.Target.Project.Root
	churn, err := history(ctx, root, how.Since)
	if err != nil {
		return nil, 0, noHistory(root, err)
	}
	found, err := measure.Hotspots(ctx, b.Index, measure.HotspotSearch{Files: files, Nested: b.Target.Nested, History: churn, Tests: how.Tests})
	if err != nil {
		return nil, 0, err
	}
	return found, found.Total, nil
})

func runHotspots(ctx context.Context, d *workspace.Workspace, in HotspotsIn) (*HotspotsOut, error) {
	limit, err := in.most()
	if err != nil {
		return nil, err
	}
	text := in.Since
	if text == "" {
		text = "365d"
	}
	since, err := tool.ParseTime(text, d.Time())
	if err != nil {
		return nil, err
	}
	parts, asked, err := askMeasure(ctx, d, in.Measured, in.Common, AskHotspots, hot{since, in.Tests})
	if err != nil {
		return nil, err
	}
	out := &HotspotsOut{HotspotsAnswer: &measure.HotspotsAnswer{Matches: []measure.HotspotMatch{}}, Since: since.Unix(), Asked: asked}
	for _, p := range parts {
		for i := range p.answer.Matches {
			p.answer.Matches[i].Project = p.project
		}
		out.Matches = append(out.Matches, p.answer.Matches...)
		out.Total += p.answer.Total
	}
	slices.SortStableFunc(out.Matches, measure.CompareHotspots)
	out.Matches = firstOf(out.Matches, limit)
	out.Truncated = len(out.Matches) < out.Total
	if out.Total == 0 && len(out.Failures) == 0 {
		out.Hint = tool.JoinHints(out.Hint, "no commit since then changed a file that holds callables; say an earlier time with since")
	}
	return out, nil
}

// noHistory says what to do without a history.
func noHistory(root string, err error) error {
	switch {
	case errors.Is(err, projectbase.ErrNotFound):
		return fmt.Errorf("%s lies in no git repository, which the history of its files would come from: %w", query.Shown(root, 0), projectbase.ErrNotFound)
	case errors.Is(err, projectbase.ErrLimit):
		return projectbase.WithHint(err, projectbase.Hint{Text: "give a later time with since"})
	}
	return err
}

// Len implements Listed.
func (o *HotspotsOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *HotspotsOut) First(n int, hint string) any {
	c, a := *o, *o.HotspotsAnswer
	a.Matches = a.Matches[:n]
	c.HotspotsAnswer, c.Truncated, c.Hint = &a, true, tool.JoinHints(o.Hint, hint)
	return &c
}

func hotspotsText(o *HotspotsOut, p *tool.Page) {
	p.More("name a directory")
	p.Line("%s since %s: commits * complexity * (fan-in + 1)", tool.Count(o.Total, "hotspot", "hotspots"), tool.Stamp(o.Since))
	t := tool.NewTable("score", "commits", "complexity", "fan-in", "file")
	for _, m := range o.Matches {
		where := fmt.Sprintf("%s  worst: %s (%d, line %d)", query.Shown(string(m.File), 0), query.Shown(m.Worst, 0), m.WorstBranch, m.WorstLine)
		if m.Project != "" {
			where += "  in " + query.Shown(m.Project, 0)
		}
		t.Row(fmt.Sprint(m.Score), fmt.Sprint(m.Commits), fmt.Sprint(m.Complexity), fmt.Sprint(m.FanIn), where)
	}
	t.Print(p)
	o.notesOf(p, o.Total-len(o.Matches))
}
