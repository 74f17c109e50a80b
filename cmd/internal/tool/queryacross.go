package tool

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// queryAcross searches several projects.
func (d *Desk) queryAcross(ctx context.Context, in QueryIn, ask query.Search, s federation.Scope) (*QueryOut, error) {
	a, err := d.plan(ctx, in.Project, s)
	if err != nil {
		return nil, err
	}
	ask.Bare = true
	parts, failures, err := federation.Ask(ctx, a.engine, a.targets, federation.Question[*query.Found]{
		Name: "query", Terms: needed(&ask),
		Answer: func(ctx context.Context, b federation.Open) (*query.Found, error) {
			q := ask
			q.Pending, q.Gone, q.Nested = b.State.Pending, b.State.Gone, b.Target.Nested
			return b.Search(ctx, q)
		}})
	if err != nil {
		return nil, err
	}
	out := &QueryOut{Term: in.Term, Mode: string(ask.Mode), Matches: []query.Match{}, Complete: true,
		Projects: []ProjectAnswer{}, Failures: []ProjectFailure{}, limited: limited{in.MaxTokens}}
	for _, f := range append(a.failures, failures...) {
		out.Failures = append(out.Failures, failureRow(f))
		out.Complete = false
	}
	if err := out.take(ctx, a.engine.Pool, parts, ask.Limit); err != nil {
		return nil, err
	}
	if len(a.targets)+len(out.Failures) == 0 {
		out.Hint = joinHints(out.Hint, "the scope holds no indexed project; run: codegraph scan DIR --index")
	}
	return out, nil
}

// queryAll asks the whole catalog for somebody who is in no project. Without a
// project in the catalog it returns nil: there is nobody to ask.
func (d *Desk) queryAll(ctx context.Context, in QueryIn, ask query.Search) (*QueryOut, error) {
	store, err := d.Hub.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	list, err := store.Projects(ctx, catalog.Query{State: catalog.StateIndexed})
	if err != nil || len(list) == 0 {
		return nil, err
	}
	out, err := d.queryAcross(ctx, in, ask, federation.Scope{Kind: federation.ScopeAll})
	if err != nil {
		return nil, err
	}
	out.Hint = joinHints("there is no project here, so the whole catalog was asked", out.Hint)
	return out, nil
}

// needed says what a term must be like for a search to find it.
func needed(q *query.Search) catalog.Ask {
	mode, text := q.Needed()
	switch mode {
	case query.ModeExact:
		return catalog.Ask{Mode: catalog.AskExact, Text: text}
	case query.ModeStartsWith:
		return catalog.Ask{Mode: catalog.AskPrefix, Text: text}
	}
	return catalog.Ask{Mode: catalog.AskContains, Text: text}
}

// placed is a match with what decides on its place among those of others.
type placed struct {
	query.Match
	part int
	t    *federation.Target
}

func comparePlaced(a, b placed) int {
	return cmp.Or(cmp.Compare(a.Rank(), b.Rank()), cmp.Compare(a.t.Distance, b.t.Distance), cmp.Compare(a.t.Project.Name, b.t.Project.Name),
		cmp.Compare(a.t.Project.Root, b.t.Project.Root), query.CompareMatches(a.Match, b.Match))
}

// take merges the parts: exact totals, a fair share of the limit to each, and
// the text of the lines that are given.
func (o *QueryOut) take(ctx context.Context, pool *federation.Pool, parts []federation.Part[*query.Found], limit int) error {
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
		if p.Answer.Total > 0 || len(p.State.Pending) > 0 || p.Target.Distance == 0 {
			o.Projects = append(o.Projects, ProjectAnswer{p.Target.Project.Name, p.Answer.Total, freshState(p.State)})
		}
		for _, f := range p.Answer.Unreadable {
			o.unreadable(p.Target.Project.Name, f)
		}
	}
	shares := federation.Share(limit, lengths)
	var all []placed
	for i, p := range parts {
		if shares[i] == 0 {
			continue
		}
		for _, m := range p.Answer.Matches[:shares[i]] {
			all = append(all, placed{m, i, &parts[i].Target})
		}
	}
	slices.SortStableFunc(all, comparePlaced)
	if err := o.fill(ctx, pool, parts, all); err != nil {
		return err
	}
	o.Truncated = len(o.Matches) < o.TotalMatches
	if passed > 0 {
		o.Hint = joinHints(o.Hint, fmt.Sprintf("%s passed over: their indexes hold no such term; they were not compared with their files", count(passed, "project was", "projects were")))
	}
	return nil
}

// fill reads the lines of the matches that are given.
func (o *QueryOut) fill(ctx context.Context, pool *federation.Pool, parts []federation.Part[*query.Found], all []placed) error {
	o.Matches = make([]query.Match, len(all))
	byPart := map[int][]*query.Match{}
	for i, m := range all {
		m.Project = m.t.Project.Name
		o.Matches[i] = m.Match
		byPart[m.part] = append(byPart[m.part], &o.Matches[i])
	}
	for i := range parts {
		if len(byPart[i]) == 0 {
			continue
		}
		p := parts[i].Target.Project
		base, err := pool.Take(ctx, p.Base, p.Root)
		if err != nil {
			o.Failures = append(o.Failures, failureRow(federation.Failure{Project: p, Err: err}))
			o.Complete = false
			continue
		}
		unreadable, err := base.Fill(ctx, byPart[i])
		pool.Put(p.Base, base, false)
		if err != nil {
			return err
		}
		for _, f := range unreadable {
			o.unreadable(p.Name, f)
		}
	}
	return nil
}

func (o *QueryOut) unreadable(project string, f projectbase.Path) {
	o.Complete = false
	o.Failures = append(o.Failures, ProjectFailure{Project: project, File: string(f), Code: "unreadable",
		Message: fmt.Sprintf("%s cannot be read", query.Shown(string(f), 0))})
}
