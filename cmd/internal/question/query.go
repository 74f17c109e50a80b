package question

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/search"
)

// QueryIn is what query takes.
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
	MaxTokens           int      `json:"max_tokens,omitempty"`
	tool.Common
}

// QueryOut is the answer of query.
type QueryOut struct {
	Term         string                `json:"term"`
	Mode         string                `json:"mode"`
	Matches      []search.Match        `json:"matches"`
	TotalMatches int                   `json:"total_matches"`
	TotalFiles   int                   `json:"total_files"`
	Truncated    bool                  `json:"truncated"`
	Complete     bool                  `json:"complete"`
	Projects     []tool.ProjectAnswer  `json:"projects"`
	Failures     []tool.ProjectFailure `json:"failures"`
	Hint         string                `json:"hint"`

	tool.Limited
}

// Incomplete implements Incomplete.
func (o *QueryOut) Incomplete() bool { return !o.Complete }

// Query searches the items of a project.
func Query() *tool.Spec {
	return tool.Define(tool.Spec{
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
	}, runQuery, queryText)
}

func runQuery(ctx context.Context, d *workspace.Workspace, in QueryIn) (*QueryOut, error) {
	ask, err := in.search(d)
	if err != nil {
		return nil, err
	}
	s, err := workspace.ScopeOf(in.Scope, in.IncludeDependencies)
	if err != nil {
		return nil, err
	}
	if !s.Alone() {
		return queryAcross(ctx, d, in, ask, s)
	}
	o, err := d.Open(ctx, in.Project)
	if errors.Is(err, projectbase.ErrNotIndexed) && in.Project == "" && in.Scope == "" {
		if out, e := queryAll(ctx, d, in, ask); out != nil || e != nil {
			return out, e
		}
	}
	if err != nil {
		return nil, err
	}
	defer o.Close()
	ask.Pending, ask.Gone, ask.NoStrings = o.State.Pending, o.State.Gone, !o.Settings.IndexStrings
	found, err := search.Run(ctx, o.Index, ask)
	if err != nil {
		return nil, err
	}
	name := o.Name()
	out := &QueryOut{Term: in.Term, Mode: string(ask.Mode), Matches: found.Matches, TotalMatches: found.Total, TotalFiles: found.Files,
		Truncated: len(found.Matches) < found.Total, Complete: len(found.Unreadable) == 0 && o.State.State != fresh.Unknown,
		Projects: []tool.ProjectAnswer{{Name: name, Matches: found.Total, Freshness: o.State}}, Failures: []tool.ProjectFailure{}, Hint: found.Hint, Limited: tool.Limit(o, in.MaxTokens)}
	for _, p := range found.Unreadable {
		out.Failures = append(out.Failures, tool.ProjectFailure{Project: name, File: string(p), Code: "unreadable", Message: fmt.Sprintf("%s cannot be read", query.Shown(string(p), 0))})
	}
	if o.State.State == fresh.Unknown {
		out.Hint = tool.JoinHints(out.Hint, "the files could not be compared with the index: "+o.State.Reason)
	}
	return out, nil
}

// search returns the question to a base. Its errors wrap projectbase.ErrUsage.
func (in *QueryIn) search(d *workspace.Workspace) (search.Query, error) {
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
			return s, fmt.Errorf("%w: unknown type %q; known are %s", projectbase.ErrUsage, name, strings.Join(projectbase.LineTypes(), ", "))
		}
		s.Types = append(s.Types, t)
	}
	if in.ModifiedSince != "" {
		var err error
		if s.Since, err = tool.ParseTime(in.ModifiedSince, d.Time()); err != nil {
			return s, err
		}
	}
	return s, s.Check()
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
	tool.Notes(p, o.Hint, o.Failures, o.Projects)
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

// Len implements Listed.
func (o *QueryOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *QueryOut) First(n int, hint string) any {
	c := *o
	c.Matches, c.Truncated, c.Hint = o.Matches[:n], true, tool.JoinHints(o.Hint, hint)
	return &c
}
