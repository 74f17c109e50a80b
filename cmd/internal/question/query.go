package question

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"codegraph/catalog"
	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/search"
)

// QueryIn is the input of query.
type QueryIn struct {
	Term                string   `json:"term" param:",required"`
	Mode                string   `json:"mode,omitempty"`
	CaseSensitive       bool     `json:"case_sensitive,omitempty"`
	IncludeDependencies bool     `json:"include_dependencies,omitempty"`
	Scope               string   `json:"scope,omitempty" param:"scope/full"`
	File                string   `json:"file,omitempty" param:"file/filter"`
	TypeFilter          []string `json:"type_filter,omitempty"`
	ModifiedSince       string   `json:"modified_since,omitempty"`
	Limit               *int     `json:"limit,omitempty"`
	fanout.Scoped

	search search.Query // of the fields above
}

// ScopedInput returns the common parameters, with the scope that the fields name.
func (in *QueryIn) ScopedInput() *fanout.Scoped {
	in.Scoped.Scope = in.Scope
	if in.IncludeDependencies {
		in.Scoped.Scope = "dependencies"
	}
	return &in.Scoped
}

// QueryOut is the answer of query.
type QueryOut struct {
	Term         string         `json:"term"`
	Mode         string         `json:"mode"`
	Matches      []search.Match `json:"matches"`
	TotalMatches int            `json:"total_matches"`
	TotalFiles   int            `json:"total_files"`
	fanout.Envelope
}

// Len implements tool.Listed.
func (o *QueryOut) Len() int { return len(o.Matches) }

// First implements tool.Listed.
func (o *QueryOut) First(n int, hint string) any {
	c := *o
	c.Matches = o.Matches[:n]
	c.Cut(hint)
	return &c
}

// Query searches the items of a project.
func Query() *tool.Spec {
	return fanout.Question[QueryIn, *search.Result, *QueryOut]{Spec: tool.Spec{
		Name: "query",
		Doc: `Find where a name or word occurs: code, comments and strings
Ask here before grep. Matches come with file, line, kind of line and the line's text; definitions
come first and are marked. Case is ignored unless asked for. The total is exact whatever the limit.`,
		Brief: "Find where a name or word occurs in code, comments, strings. Use before grep; definitions come first.",
		List:  true,
		Hints: tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: `codegraph query PlayerHealth
codegraph query Player --mode starts_with --type method --type struct
codegraph query 'get.*Config' --mode regex --file 'src/**/*.go' --since 7d`},
	}, Check: checkQuery, Terms: queryTerms, Ask: askQuery, Merge: mergeQuery, Join: joinQuery, Text: queryText}.Tool()
}

// checkQuery fills in the search. Its errors wrap projectbase.ErrUsage.
func checkQuery(in *QueryIn, d *workspace.Workspace) error {
	if in.IncludeDependencies && in.Scope != "" {
		return fmt.Errorf("%w: include-dependencies and scope exclude each other", projectbase.ErrUsage)
	}
	s := search.Query{Term: in.Term, Mode: search.Mode(in.Mode), CaseSensitive: in.CaseSensitive, Files: in.File,
		Limit: tool.DefaultLimit}
	if s.Mode == "" {
		s.Mode = search.ModeExact
	}
	if in.Limit != nil {
		s.Limit = *in.Limit
	}
	for _, name := range in.TypeFilter {
		t, ok := projectbase.ParseLineType(name)
		if !ok {
			return fmt.Errorf("%w: unknown type %q; known types are %s", projectbase.ErrUsage, name, strings.Join(projectbase.LineTypes(), ", "))
		}
		s.Types = append(s.Types, t)
	}
	if in.ModifiedSince != "" {
		var err error
		if s.Since, err = tool.ParseTime(in.ModifiedSince, d.Time()); err != nil {
			return err
		}
	}
	in.search = s
	return s.Check()
}

// queryTerms returns the term that an index must have for a match.
func queryTerms(in *QueryIn) catalog.TermQuery {
	mode, text := in.search.Needed()
	switch mode {
	case search.ModeExact:
		return catalog.TermQuery{Mode: catalog.TermExact, Text: text}
	case search.ModeStartsWith:
		return catalog.TermQuery{Mode: catalog.TermPrefix, Text: text}
	}
	return catalog.TermQuery{Mode: catalog.TermContains, Text: text}
}

// askQuery searches one index. In a scope it reads no lines, since the limit drops
// most matches of most projects.
func askQuery(ctx context.Context, o *workspace.Index, in *QueryIn) (*search.Result, error) {
	return searchIndex(ctx, o, in, !o.Alone)
}

func searchIndex(ctx context.Context, o *workspace.Index, in *QueryIn, bare bool) (*search.Result, error) {
	s := in.search
	s.Pending, s.Gone, s.Nested, s.Bare = o.State.Pending, o.State.Gone, o.Target.Nested, bare
	s.NoStrings = o.Alone && !o.Settings.IndexStrings
	return search.Run(ctx, o.Index, s)
}

type queryAnswers = fanout.Answers[QueryIn, *search.Result]

// mergeQuery adds up the totals, gives each project a fair share of the limit and
// reads the lines of the matches that are left.
func mergeQuery(ctx context.Context, a *queryAnswers) (*QueryOut, error) {
	out := &QueryOut{Term: a.In.Term, Mode: string(a.In.search.Mode), Matches: []search.Match{}}
	lengths := make([]int, len(a.Parts))
	for i := range a.Parts {
		p := &a.Parts[i]
		if p.Passed {
			continue
		}
		lengths[i] = len(p.Answer.Matches)
		p.Count = p.Answer.Total
		out.TotalMatches += p.Answer.Total
		out.TotalFiles += p.Answer.Files
		for _, f := range p.Answer.Unreadable {
			a.Unreadable(p.Label, f)
		}
		a.Hints(p.Answer.Hints...)
	}
	shares := federation.Share(a.In.search.Limit, lengths)
	if a.Only() {
		out.Matches = a.Parts[0].Answer.Matches
	} else if err := out.choose(ctx, a, shares); err != nil {
		return nil, err
	}
	out.Total, out.Truncated = out.TotalMatches, len(out.Matches) < out.TotalMatches
	if out.TotalMatches == 0 && !a.Only() {
		explain(ctx, a)
	}
	return out, nil
}

// ranked is a match with the target that it comes from.
type ranked struct {
	search.Match
	part int // of the answers
	t    *federation.Target
}

func compareRanked(a, b ranked) int {
	return cmp.Or(cmp.Compare(a.Rank(), b.Rank()), cmp.Compare(a.t.Distance, b.t.Distance), cmp.Compare(a.t.Project.Name, b.t.Project.Name),
		cmp.Compare(a.t.Project.Root, b.t.Project.Root), cmp.Compare(a.t.Project.ID, b.t.Project.ID), search.CompareMatches(a.Match, b.Match))
}

// choose sorts the matches that fit in the shares of their projects, and reads
// their lines.
func (o *QueryOut) choose(ctx context.Context, a *queryAnswers, shares []int) error {
	var all []ranked
	for i := range a.Parts {
		if p := &a.Parts[i]; shares[i] > 0 {
			for _, m := range p.Answer.Matches[:shares[i]] {
				m.Project = p.Label
				all = append(all, ranked{m, i, &p.Target})
			}
		}
	}
	slices.SortStableFunc(all, compareRanked)
	o.Matches = make([]search.Match, len(all))
	byProject := map[catalog.ProjectID][]*search.Match{}
	for i, m := range all {
		o.Matches[i] = m.Match
		byProject[m.t.Project.ID] = append(byProject[m.t.Project.ID], &o.Matches[i])
	}
	return readLines(ctx, a, byProject)
}

// readLines fills in the text of matches.
func readLines(ctx context.Context, a *queryAnswers, matches map[catalog.ProjectID][]*search.Match) error {
	targets := []federation.Target{}
	for i := range a.Parts {
		if t := a.Parts[i].Target; matches[t.Project.ID] != nil {
			targets = append(targets, t)
		}
	}
	type lines struct {
		matches    []search.Match // copies: an index that is too slow must not write to the answer
		unreadable []projectbase.Path
		copied     bool // an index without the files
	}
	parts, failures, err := workspace.Ask(ctx, a.Projects, workspace.Step[lines]{Targets: targets, Again: true,
		Ask: func(ctx context.Context, o *workspace.Index) (lines, error) {
			out := lines{copied: o.Copy()}
			for _, m := range matches[o.Target.Project.ID] {
				out.matches = append(out.matches, *m)
			}
			at := make([]*search.Match, len(out.matches))
			for i := range out.matches {
				at[i] = &out.matches[i]
			}
			var err error
			out.unreadable, err = search.Fill(ctx, o.Index, at)
			return out, err
		}})
	if err != nil {
		return err
	}
	for _, f := range failures {
		a.Fail(f.Project, f.Err)
	}
	for _, p := range parts {
		label := a.Projects.Label(p.Target.Project)
		for i, m := range p.Answer.matches {
			matches[p.Target.Project.ID][i].Text = m.Text
		}
		if p.Answer.copied {
			a.Hint("no text of lines from %s: only its index was published", label)
		}
		for _, f := range p.Answer.unreadable {
			a.Unreadable(label, f)
		}
	}
	return nil
}

// explain asks the first project that answered why there is no match.
func explain(ctx context.Context, a *queryAnswers) {
	i := slices.IndexFunc(a.Parts, func(p fanout.ProjectPart[*search.Result]) bool { return !p.Passed })
	if i < 0 {
		if len(a.Parts)+len(a.Failures)+len(a.Projects.Remote()) == 0 {
			a.Hints(projectbase.Suggest("the scope has no indexed project", "scan", projectbase.Positional("path", "DIR"), projectbase.Flag("index", true)))
		}
		return
	}
	found, _, err := workspace.Ask(ctx, a.Projects, workspace.Step[*search.Result]{Targets: []federation.Target{a.Parts[i].Target}, Again: true,
		Ask: func(ctx context.Context, o *workspace.Index) (*search.Result, error) {
			o.State = a.Parts[i].State
			return searchIndex(ctx, o, a.In, false)
		}})
	// The answer stands if the project cannot explain it.
	if err == nil && len(found) == 1 && found[0].Answer.Total == 0 && len(found[0].Answer.Hints) > 0 {
		found[0].Answer.Hints[0].Text = "in " + a.Parts[i].Label + ": " + found[0].Answer.Hints[0].Text
		a.Hints(found[0].Answer.Hints...)
	}
}

// joinQuery adds the matches of the service, which has sorted them: definitions go
// behind the definitions of this machine, uses behind the uses.
func joinQuery(out, remote *QueryOut, in *QueryIn) {
	class := func(m search.Match) int {
		switch {
		case m.Rank() > 1: // generated
			return 2
		case m.Definition:
			return 0
		}
		return 1
	}
	out.Matches = append(out.Matches, remote.Matches...)
	slices.SortStableFunc(out.Matches, func(a, b search.Match) int { return cmp.Compare(class(a), class(b)) })
	if limit := in.search.Limit; limit > 0 && len(out.Matches) > limit {
		out.Matches = out.Matches[:limit]
	}
	out.TotalMatches += remote.TotalMatches
	out.TotalFiles += remote.TotalFiles
	out.Truncated = len(out.Matches) < out.TotalMatches
}

func queryText(o *QueryOut, p *tool.Page) {
	p.More("narrow the question by file, type or mode")
	p.Line("%s: %s in %s", query.Shown(o.Term, 200), tool.Count(o.TotalMatches, "match", "matches"), tool.Count(o.TotalFiles, "file", "files"))
	label, kind := 0, 0
	for _, m := range o.Matches {
		label = max(label, len(lineLabel(m)))
		kind = max(kind, len(m.LineType))
	}
	project := ""
	for _, group := range tool.ByFile(o.Matches, func(m search.Match) tool.FileOf { return tool.FileOf{Project: m.Project, File: m.File} }) {
		if group[0].Project != project {
			project = group[0].Project
			p.Project(query.Shown(project, 0))
		}
		p.Path(query.Shown(string(group[0].File), 0))
		for _, m := range group {
			hit := p.Hit
			if m.Definition {
				hit = p.Mark
			}
			hit("  %-*s %-*s  %s", label, lineLabel(m), kind, m.LineType, m.Text)
		}
	}
	if o.Truncated {
		p.Beyond(o.TotalMatches - len(o.Matches))
		p.Note("... %d more matches; raise limit or narrow the question", o.TotalMatches-len(o.Matches))
	}
	tool.Notes(p, o.Hints, o.Failures, o.Projects)
}

// lineLabel is the line's number with * for a definition and ~ for a match that
// was found by reading the file.
func lineLabel(m search.Match) string {
	switch {
	case m.Definition:
		return fmt.Sprintf("%d*", m.LineNumber)
	case m.Pending:
		return fmt.Sprintf("%d~", m.LineNumber)
	}
	return fmt.Sprint(m.LineNumber)
}
