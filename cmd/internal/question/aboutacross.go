package question

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// signaturesAcross returns the profiles of files in several projects. Patterns
// start from each project's root; one fails only if it names nothing in any.
func signaturesAcross(ctx context.Context, d *workspace.Workspace, in SignaturesIn, s federation.Scope) (*SignaturesOut, error) {
	patterns := slices.Clone(in.Files)
	if in.Path != "" {
		patterns = append(patterns, in.Path)
	}
	for i, p := range patterns {
		if patterns[i] = strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/"); patterns[i] == "." {
			patterns[i] = ""
		}
	}
	a, parts, failures, err := tool.Each(ctx, d, in.Project, s, AskSignatures, patterns)
	if err != nil {
		return nil, err
	}
	out := &SignaturesOut{Signatures: []report.Signature{}, Failures: failures, Limited: tool.LimitedTo(in.MaxTokens)}
	missed := map[string]int{}
	for _, p := range parts {
		label := a.Label(p.Target.Project)
		for _, s := range p.Answer.Found {
			s.Project = label
			out.Signatures = append(out.Signatures, s)
		}
		out.Projects = append(out.Projects, tool.ProjectAnswer{Name: label, Matches: len(p.Answer.Found), Freshness: p.State})
		for _, m := range p.Answer.Missing {
			if missed[m.File]++; missed[m.File] == len(parts) {
				out.Failures = append(out.Failures, m)
			}
		}
	}
	return out, nil
}

// profilesOf are the signatures of one project, and the patterns that name nothing
// there.
type profilesOf struct {
	Found   []report.Signature
	Missing []tool.ProjectFailure
}

// AskSignatures returns the profiles of files.
var AskSignatures = tool.Request[[]string, tool.None, profilesOf]{
	Answer: func(ctx context.Context, _ *workspace.Workspace, b federation.Open, patterns []string, _ tool.None) (profilesOf, error) {
		found, missing, err := report.ReadSignatures(ctx, b.Index, patterns)
		out := profilesOf{Found: slices.DeleteFunc(found, func(s report.Signature) bool { return query.Inside(s.File, b.Target.Nested) })}
		for _, m := range missing {
			out.Missing = append(out.Missing, missingRow("", m))
		}
		return out, err
	},
}

// branch is the part of a tree that is asked for.
type branch struct {
	Dir   projectbase.Path
	Depth int
	Stats bool
}

// AskTree returns the files of a project; null if it has none there.
var AskTree = tool.Request[branch, tool.None, []report.Entry]{
	Answer: func(ctx context.Context, _ *workspace.Workspace, b federation.Open, of branch, _ tool.None) ([]report.Entry, error) {
		entries, err := report.ReadTree(ctx, b.Index, report.TreeOptions{Dir: of.Dir, Depth: of.Depth, Stats: of.Stats, Nested: b.Target.Nested})
		if isNotFound(err) {
			return nil, nil
		}
		return entries, err
	},
}

// AskStatus returns how a base stands.
var AskStatus = tool.Request[tool.None, tool.None, *report.Status]{
	Answer: func(ctx context.Context, _ *workspace.Workspace, b federation.Open, _, _ tool.None) (*report.Status, error) {
		return report.ReadStatus(ctx, b.Index)
	},
}

// AskSummary returns what a project is.
var AskSummary = tool.Request[tool.None, tool.None, *report.Summary]{
	Answer: func(_ context.Context, _ *workspace.Workspace, b federation.Open, _, _ tool.None) (*report.Summary, error) {
		return report.ReadSummary(b.Index)
	},
}

// treeAcross returns the indexed files of several projects; the path starts from
// each project's root, and projects without it are left out unless all are.
func treeAcross(ctx context.Context, d *workspace.Workspace, in TreeIn, s federation.Scope) (*TreeOut, error) {
	dir := projectbase.Path(strings.TrimSuffix(strings.TrimPrefix(in.Path, "./"), "/"))
	if dir == "" {
		dir = "."
	}
	if dir != "." && !dir.Valid() {
		return nil, fmt.Errorf("%w: with a scope, the path %q must be relative to the projects' roots", projectbase.ErrUsage, in.Path)
	}
	a, parts, failures, err := tool.Each(ctx, d, in.Project, s, AskTree, branch{dir, in.Depth, in.IncludeStats})
	if err != nil {
		return nil, err
	}
	out := &TreeOut{Entries: []report.Entry{}, Failures: failures, dir: dir, Limited: tool.LimitedTo(in.MaxTokens)}
	for _, p := range parts {
		if p.Answer != nil {
			out.Projects = append(out.Projects, &TreeOut{Project: a.Label(p.Target.Project), Root: p.Target.Project.Root, Entries: p.Answer,
				Freshness: p.State, dir: dir})
		}
	}
	if len(out.Projects) == 0 && len(failures) == 0 {
		return nil, fmt.Errorf("%s in any project of the scope: %w", query.Shown(string(dir), 0), projectbase.ErrNotFound)
	}
	return out, nil
}

// statusAcross says how the bases of several projects stand.
func statusAcross(ctx context.Context, d *workspace.Workspace, in StatusIn, s federation.Scope) (StatusOut, error) {
	_, parts, failures, err := tool.Each(ctx, d, in.Project, s, AskStatus, tool.None{})
	if err != nil {
		return StatusOut{}, err
	}
	out := StatusOut{Failures: failures}
	for _, p := range parts {
		out.Projects = append(out.Projects, StatusOut{Status: p.Answer, Freshness: p.State})
	}
	return out, nil
}

func statusTable(o StatusOut, p *tool.Page) {
	t := tool.NewTable("project", "root", "files", "languages", "items", "size", "freshness")
	for _, s := range o.Projects {
		t.Row(query.Shown(s.ProjectName, 60), query.Shown(s.ProjectRoot, 0), fmt.Sprint(s.Statistics.Files), tool.Tally(s.Languages),
			fmt.Sprint(s.Statistics.Items), tool.Size(s.DatabaseSizeBytes), freshnessText(s.Freshness))
	}
	t.Print(p)
	tool.Notes(p, "", o.Failures, nil)
}

// summaryAcross returns what several projects are, as their summaries have it
// now: those of others are not made anew.
func summaryAcross(ctx context.Context, d *workspace.Workspace, in SummaryIn, s federation.Scope) (SummaryOut, error) {
	a, parts, failures, err := tool.Each(ctx, d, in.Project, s, AskSummary, tool.None{})
	if err != nil {
		return SummaryOut{}, err
	}
	out := SummaryOut{Failures: failures, Limited: tool.LimitedTo(in.MaxTokens)}
	for _, p := range parts {
		out.Projects = append(out.Projects, SummaryOut{Summary: p.Answer, Project: a.Label(p.Target.Project), Freshness: p.State})
	}
	return out, nil
}

func isNotFound(err error) bool { return errors.Is(err, projectbase.ErrNotFound) }
