package tool

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/report"
)

// signaturesAcross returns the profiles of files in several projects. Patterns
// start from each project's root; one fails only if it names nothing in any.
func (d *Desk) signaturesAcross(ctx context.Context, in SignaturesIn, s federation.Scope) (*SignaturesOut, error) {
	patterns := slices.Clone(in.Files)
	if in.Path != "" {
		patterns = append(patterns, in.Path)
	}
	for i, p := range patterns {
		if patterns[i] = strings.TrimSuffix(strings.TrimPrefix(p, "./"), "/"); patterns[i] == "." {
			patterns[i] = ""
		}
	}
	a, parts, failures, err := each(ctx, d, in.Project, s, askSignatures, patterns)
	if err != nil {
		return nil, err
	}
	out := &SignaturesOut{Signatures: []report.Signature{}, Failures: failures, limited: limitedTo(in.MaxTokens)}
	missed := map[string]int{}
	for _, p := range parts {
		label := a.label(p.Target.Project)
		for _, s := range p.Answer.Found {
			s.Project = label
			out.Signatures = append(out.Signatures, s)
		}
		out.Projects = append(out.Projects, ProjectAnswer{Name: label, Matches: len(p.Answer.Found), Freshness: freshState(p.State)})
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
	Missing []ProjectFailure
}

// askSignatures returns the profiles of files.
var askSignatures = asking[[]string, none, profilesOf]{
	name: "signatures",
	answer: func(ctx context.Context, _ *Desk, b federation.Open, patterns []string, _ none) (profilesOf, error) {
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

// askTree returns the files of a project; null if it has none there.
var askTree = asking[branch, none, []report.Entry]{
	name: "tree",
	answer: func(ctx context.Context, _ *Desk, b federation.Open, of branch, _ none) ([]report.Entry, error) {
		entries, err := report.ReadTree(ctx, b.Index, report.TreeOptions{Dir: of.Dir, Depth: of.Depth, Stats: of.Stats, Nested: b.Target.Nested})
		if isNotFound(err) {
			return nil, nil
		}
		return entries, err
	},
}

// askStatus returns how a base stands.
var askStatus = asking[none, none, *report.Status]{
	name: "status",
	answer: func(ctx context.Context, _ *Desk, b federation.Open, _, _ none) (*report.Status, error) {
		return report.ReadStatus(ctx, b.Index)
	},
	check: there[report.Status],
}

// askSummary returns what a project is.
var askSummary = asking[none, none, *report.Summary]{
	name: "summary",
	answer: func(_ context.Context, _ *Desk, b federation.Open, _, _ none) (*report.Summary, error) {
		return report.ReadSummary(b.Index)
	},
	check: there[report.Summary],
}

// there refuses an answer that is none.
func there[T any](_ none, answer *T) error {
	if answer == nil {
		return errAnswer
	}
	return nil
}

// treeAcross returns the indexed files of several projects; the path starts from
// each project's root, and projects without it are left out unless all are.
func (d *Desk) treeAcross(ctx context.Context, in TreeIn, s federation.Scope) (*TreeOut, error) {
	dir := projectbase.Path(strings.TrimSuffix(strings.TrimPrefix(in.Path, "./"), "/"))
	if dir == "" {
		dir = "."
	}
	if dir != "." && !dir.Valid() {
		return nil, fmt.Errorf("%w: with a scope, the path %q must be relative to the projects' roots", projectbase.ErrUsage, in.Path)
	}
	a, parts, failures, err := each(ctx, d, in.Project, s, askTree, branch{dir, in.Depth, in.IncludeStats})
	if err != nil {
		return nil, err
	}
	out := &TreeOut{Entries: []report.Entry{}, Failures: failures, dir: dir, limited: limitedTo(in.MaxTokens)}
	for _, p := range parts {
		if p.Answer != nil {
			out.Projects = append(out.Projects, &TreeOut{Project: a.label(p.Target.Project), Root: p.Target.Project.Root, Entries: p.Answer,
				Freshness: freshState(p.State), dir: dir})
		}
	}
	if len(out.Projects) == 0 && len(failures) == 0 {
		return nil, fmt.Errorf("%s in any project of the scope: %w", query.Shown(string(dir), 0), projectbase.ErrNotFound)
	}
	return out, nil
}

// statusAcross says how the bases of several projects stand.
func (d *Desk) statusAcross(ctx context.Context, in StatusIn, s federation.Scope) (StatusOut, error) {
	_, parts, failures, err := each(ctx, d, in.Project, s, askStatus, none{})
	if err != nil {
		return StatusOut{}, err
	}
	out := StatusOut{Failures: failures}
	for _, p := range parts {
		out.Projects = append(out.Projects, StatusOut{Status: p.Answer, Freshness: freshState(p.State)})
	}
	return out, nil
}

func statusTable(o StatusOut, p *Page) {
	t := newTable("project", "root", "files", "languages", "items", "size", "freshness")
	for _, s := range o.Projects {
		t.row(query.Shown(s.ProjectName, 60), query.Shown(s.ProjectRoot, 0), fmt.Sprint(s.Statistics.Files), tally(s.Languages),
			fmt.Sprint(s.Statistics.Items), size(s.DatabaseSizeBytes), freshnessText(s.Freshness))
	}
	t.print(p)
	notes(p, "", o.Failures, nil)
}

// summaryAcross returns what several projects are, as their summaries have it
// now: those of others are not made anew.
func (d *Desk) summaryAcross(ctx context.Context, in SummaryIn, s federation.Scope) (SummaryOut, error) {
	a, parts, failures, err := each(ctx, d, in.Project, s, askSummary, none{})
	if err != nil {
		return SummaryOut{}, err
	}
	out := SummaryOut{Failures: failures, limited: limitedTo(in.MaxTokens)}
	for _, p := range parts {
		out.Projects = append(out.Projects, SummaryOut{Summary: p.Answer, Project: a.label(p.Target.Project), Freshness: freshState(p.State)})
	}
	return out, nil
}

func isNotFound(err error) bool { return errors.Is(err, projectbase.ErrNotFound) }
