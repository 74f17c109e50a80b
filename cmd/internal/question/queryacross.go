package question

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/search"
)

// queryAcross searches several projects.
func queryAcross(ctx context.Context, d *workspace.Workspace, in QueryIn, ask search.Query, s federation.Scope) (*QueryOut, error) {
	a, err := d.Plan(ctx, in.Project, s)
	if err != nil {
		return nil, err
	}
	ask.Bare = true
	parts, failures, err := AskQuery.Ask(ctx, d, a.Engine, a.Targets, ask, nil)
	if err != nil {
		return nil, err
	}
	out := &QueryOut{Term: in.Term, Mode: string(ask.Mode), Matches: []search.Match{},
		Projects: []tool.ProjectAnswer{}, Failures: tool.FailureRows(a, failures), Limited: tool.LimitedTo(in.MaxTokens)}
	out.Complete = len(out.Failures) == 0
	if err := out.take(ctx, d, a, parts, ask.Limit); err != nil {
		return nil, err
	}
	if out.TotalMatches == 0 {
		out.explain(ctx, d, a, parts, ask)
	}
	if len(a.Targets)+len(out.Failures) == 0 {
		out.Hint = tool.JoinHints(out.Hint, "the scope holds no indexed project; run: codegraph scan DIR --index")
	}
	return out, nil
}

// AskQuery searches a base.
var AskQuery = tool.Request[search.Query, tool.None, *search.Result]{
	Terms: func(s search.Query) catalog.TermQuery {
		if !s.Bare {
			return catalog.TermQuery{} // the base knows why there is nothing
		}
		return needed(&s)
	},
	Answer: func(ctx context.Context, d *workspace.Workspace, b federation.Open, s search.Query, _ tool.None) (*search.Result, error) {
		s.Pending, s.Gone, s.Nested = b.State.Pending, b.State.Gone, b.Target.Nested
		return search.Run(ctx, b.Index, s)
	},
}

// lines are the texts of some matches, in their order.
type lines struct {
	Texts      []string
	Without    bool // the files are not where the base is
	Unreadable []projectbase.Path
}

// AskLines reads the lines of matches.
var AskLines = tool.Request[tool.None, []search.Match, lines]{
	Answer: func(ctx context.Context, _ *workspace.Workspace, b federation.Open, _ tool.None, matches []search.Match) (lines, error) {
		list := make([]*search.Match, len(matches))
		for i := range matches {
			list[i] = &matches[i]
		}
		unreadable, err := search.Fill(ctx, b.Index, list)
		out := lines{Texts: make([]string, len(list)), Unreadable: unreadable, Without: b.Copy()}
		for i, m := range list {
			out.Texts[i] = m.Text
		}
		return out, err
	},
}

// queryAll asks the whole catalog for somebody who is in no project. Without a
// project in the catalog it returns nil: there is nobody to ask.
func queryAll(ctx context.Context, d *workspace.Workspace, in QueryIn, ask search.Query) (*QueryOut, error) {
	if anybody, err := d.Anybody(ctx); err != nil || !anybody {
		return nil, err
	}
	out, err := queryAcross(ctx, d, in, ask, federation.Scope{Kind: federation.ScopeAll})
	if err != nil {
		return nil, err
	}
	out.Hint = tool.JoinHints("there is no project here, so the whole catalog was asked", out.Hint)
	return out, nil
}

// needed says what a term must be like for a search to find it.
func needed(q *search.Query) catalog.TermQuery {
	mode, text := q.Needed()
	switch mode {
	case search.ModeExact:
		return catalog.TermQuery{Mode: catalog.TermExact, Text: text}
	case search.ModeStartsWith:
		return catalog.TermQuery{Mode: catalog.TermPrefix, Text: text}
	}
	return catalog.TermQuery{Mode: catalog.TermContains, Text: text}
}

// placed is a match with what decides on its place among those of others.
type placed struct {
	search.Match
	t *federation.Target
}

func comparePlaced(a, b placed) int {
	return cmp.Or(cmp.Compare(a.Rank(), b.Rank()), cmp.Compare(a.t.Distance, b.t.Distance), cmp.Compare(a.t.Project.Name, b.t.Project.Name),
		cmp.Compare(a.t.Project.Root, b.t.Project.Root), cmp.Compare(a.t.Project.ID, b.t.Project.ID), search.CompareMatches(a.Match, b.Match))
}

// take merges the parts: exact totals, a fair share of the limit to each, and
// the text of the lines that are given.
func (o *QueryOut) take(ctx context.Context, d *workspace.Workspace, a *workspace.Plan, parts []federation.Part[*search.Result], limit int) error {
	lengths := make([]int, len(parts))
	passed := 0
	for i, p := range parts {
		if p.Passed {
			passed++
			continue
		}
		lengths[i] = len(p.Answer.Matches)
		o.TotalMatches += p.Answer.Total
		o.TotalFiles += p.Answer.Files
		label := a.Label(p.Target.Project)
		o.Projects = append(o.Projects, tool.ProjectAnswer{Name: label, Matches: p.Answer.Total, Freshness: workspace.FreshState(p.State)})
		for _, f := range p.Answer.Unreadable {
			o.unreadable(label, f)
		}
	}
	shares := federation.Share(limit, lengths)
	var all []placed
	for i, p := range parts {
		if shares[i] == 0 {
			continue
		}
		for _, m := range p.Answer.Matches[:shares[i]] {
			all = append(all, placed{m, &parts[i].Target})
		}
	}
	slices.SortStableFunc(all, comparePlaced)
	if err := o.fill(ctx, d, a, parts, all); err != nil {
		return err
	}
	o.Truncated = len(o.Matches) < o.TotalMatches
	if passed > 0 {
		o.Hint = tool.JoinHints(o.Hint, fmt.Sprintf("%s passed over: their indexes hold no such term; they were not compared with their files", tool.Count(passed, "project was", "projects were")))
	}
	return nil
}

// fill reads the lines of the matches that are given.
func (o *QueryOut) fill(ctx context.Context, d *workspace.Workspace, a *workspace.Plan, parts []federation.Part[*search.Result], all []placed) error {
	o.Matches = make([]search.Match, len(all))
	byProject := map[catalog.ProjectID][]*search.Match{}
	for i, m := range all {
		m.Project = a.Label(m.t.Project)
		o.Matches[i] = m.Match
		id := m.t.Project.ID
		byProject[id] = append(byProject[id], &o.Matches[i])
	}
	var targets []federation.Target
	for i := range parts {
		if byProject[parts[i].Target.Project.ID] != nil {
			targets = append(targets, parts[i].Target)
		}
	}
	again := *a.Engine
	again.Budget = 0 // they were made sure of a moment ago
	read, failures, err := AskLines.Ask(ctx, d, &again, targets, tool.None{}, func(id catalog.ProjectID) []search.Match {
		var list []search.Match
		for _, m := range byProject[id] {
			list = append(list, *m)
		}
		return list
	})
	if err != nil {
		return err
	}
	for _, f := range failures {
		o.Failures = append(o.Failures, tool.FailureRow(a, f.Project, f.Err))
		o.Complete = false
	}
	for _, p := range read {
		matches := byProject[p.Target.Project.ID]
		if len(p.Answer.Texts) != len(matches) {
			o.Failures = append(o.Failures, tool.FailureRow(a, p.Target.Project, fmt.Errorf("read lines: %w", tool.ErrAnswer)))
			o.Complete = false
			continue
		}
		for i, text := range p.Answer.Texts {
			matches[i].Text = query.Shown(text, maxLine)
		}
		if p.Answer.Without {
			o.Hint = tool.JoinHints(o.Hint, "no text of lines from "+a.Label(p.Target.Project)+": only its index was published")
		}
		for _, f := range p.Answer.Unreadable {
			o.unreadable(a.Label(p.Target.Project), f)
		}
	}
	return nil
}

// maxLine is the longest text of a line, in characters.
const maxLine = 160

// unreadable notes a file that could not be read, once.
func (o *QueryOut) unreadable(project string, f projectbase.Path) {
	o.Complete = false
	row := tool.ProjectFailure{Project: project, File: string(f), Code: "unreadable", Message: fmt.Sprintf("%s cannot be read", query.Shown(string(f), 0))}
	if !slices.Contains(o.Failures, row) {
		o.Failures = append(o.Failures, row)
	}
}

// explain asks the first project that answered why there is nothing: what it
// knows of the term is the nearest to what the asker meant.
func (o *QueryOut) explain(ctx context.Context, d *workspace.Workspace, a *workspace.Plan, parts []federation.Part[*search.Result], ask search.Query) {
	i := slices.IndexFunc(parts, func(p federation.Part[*search.Result]) bool { return !p.Passed })
	if i < 0 {
		return
	}
	ask.Bare = false
	t := parts[i].Target
	// It answered a moment ago; that it cannot explain itself any more is no part
	// of that.
	found, _, err := AskQuery.Ask(ctx, d, a.Engine, []federation.Target{t}, ask, nil)
	if err == nil && len(found) == 1 && found[0].Answer.Total == 0 && found[0].Answer.Hint != "" {
		o.Hint = tool.JoinHints("in "+a.Label(t.Project)+": "+found[0].Answer.Hint, o.Hint)
	}
}
