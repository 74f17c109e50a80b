package measure

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/measure"
)

// HotspotsIn is the input of hotspots.
type HotspotsIn struct {
	Measured
	Since string `json:"since,omitempty"`
	Tests bool   `json:"tests,omitempty"`

	since time.Time
}

// HotspotsOut is the answer of hotspots.
type HotspotsOut struct {
	Matches []measure.HotspotMatch `json:"matches"`
	Since   int64                  `json:"since"` // Unix seconds
	fanout.Envelope
}

// Hotspots returns the files where changes are frequent and hard.
func Hotspots() *tool.Spec {
	return fanout.Question[HotspotsIn, *measure.HotspotsAnswer, *HotspotsOut]{Spec: tool.Spec{
		Name: "hotspots",
		Doc: `List files that change often, are complex and used by many
The score is commits * complexity * (fan-in + 1): commits that changed the file, the sum of its
callables' cyclomatic complexities, and how many other files use it.`,
		Brief:   "Files that change often, are complex and used by many: where to look first.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupMeasure, Example: "codegraph hotspots\ncodegraph hotspots src --since 90d"},
	}, Check: checkHotspots, Ask: askHotspots, Merge: mergeHotspots, Join: joinHotspots, Text: hotspotsText}.Tool()
}

func checkHotspots(in *HotspotsIn, d *workspace.Workspace) error {
	var err error
	if in.since, err = tool.ParseTime(cmp.Or(in.Since, "365d"), d.Time()); err != nil {
		return err
	}
	return in.checkLimit(d)
}

func askHotspots(ctx context.Context, o *workspace.Index, in *HotspotsIn) (*measure.HotspotsAnswer, error) {
	files, err := o.Pattern(in.Path)
	if err != nil {
		return nil, err
	}
	root := o.ProjectRoot()
	churn, err := history(ctx, root, in.since)
	if err != nil {
		return nil, noHistory(root, err)
	}
	return measure.Hotspots(ctx, o.Index, measure.HotspotSearch{Files: files, Nested: o.Target.Nested, History: churn, Tests: in.Tests})
}

func mergeHotspots(_ context.Context, a *fanout.Answers[HotspotsIn, *measure.HotspotsAnswer]) (*HotspotsOut, error) {
	out := &HotspotsOut{Matches: []measure.HotspotMatch{}, Since: a.In.since.Unix()}
	for i := range a.Parts {
		p := &a.Parts[i]
		label := labelOf(a, p)
		for i := range p.Answer.Matches {
			p.Answer.Matches[i].Project = label
		}
		p.Count = p.Answer.Total
		out.Total += p.Answer.Total
		out.Matches = append(out.Matches, p.Answer.Matches...)
	}
	out.sort(a.In)
	if out.Total == 0 && len(a.Failures) == 0 {
		a.Hint("no commit since then changed a file with functions; give an earlier time with since")
	}
	return out, nil
}

// sort sorts the matches of several projects and applies the limit.
func (o *HotspotsOut) sort(in *HotspotsIn) {
	o.Matches = sorted(o.Matches, in.limit, measure.CompareHotspots)
	o.Truncated = len(o.Matches) < o.Total
}

// joinHotspots adds the answer of the service.
func joinHotspots(out, remote *HotspotsOut, in *HotspotsIn) {
	out.Matches = append(out.Matches, remote.Matches...)
	out.sort(in)
}

// noHistory adds a remedy to the error of a missing or long history.
func noHistory(root string, err error) error {
	switch {
	case errors.Is(err, projectbase.ErrNotFound):
		return fmt.Errorf("%s is not in a git repository, so its files have no history: %w", query.Shown(root, 0), projectbase.ErrNotFound)
	case errors.Is(err, projectbase.ErrLimit):
		return projectbase.WithHint(err, projectbase.Hint{Text: "give a later time with since"})
	}
	return err
}

// Len implements Listed.
func (o *HotspotsOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *HotspotsOut) First(n int, hint string) any {
	c := *o
	c.Matches = o.Matches[:n]
	c.Cut(hint)
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
	notes(p, &o.Envelope, o.Total-len(o.Matches))
}
