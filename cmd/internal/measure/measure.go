package measure

import (
	"context"
	"fmt"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
)

// Measured is what questions about whole projects take.
type Measured struct {
	Path      string `json:"path,omitempty"`
	Scope     string `json:"scope,omitempty"`
	Limit     *int   `json:"limit,omitempty" param:",default=30"`
	MaxTokens int    `json:"max_tokens,omitempty"`
}

// measuredLimit is how many matches are given where nobody says.
const measuredLimit = 30

// most returns the limit; its error wraps projectbase.ErrUsage.
func (m *Measured) most() (int, error) {
	switch {
	case m.Limit == nil:
		return measuredLimit, nil
	case *m.Limit < 0:
		return 0, fmt.Errorf("%w: limit %d is negative; 0 means all", projectbase.ErrUsage, *m.Limit)
	}
	return *m.Limit, nil
}

// Asked is what answers about whole projects say of whom was asked.
type Asked struct {
	Truncated bool                  `json:"truncated"`
	Complete  bool                  `json:"complete"`
	Projects  []tool.ProjectAnswer  `json:"projects"`
	Failures  []tool.ProjectFailure `json:"failures"`
	Hint      string                `json:"hint"`

	tool.Limited
	format string
}

// Incomplete implements Incomplete.
func (a *Asked) Incomplete() bool { return !a.Complete }

// drawn reports whether the answer is to be drawn.
func (a *Asked) drawn() bool { return a.format == tool.FormatMermaid || a.format == tool.FormatDot }

// measured is the answer of one project of several.
type measured[T any] struct {
	project string // "" if it is the only one that was asked
	answer  *T
}

// measurement is a question about whole projects, or those of their files that a
// pattern names.
type measurement[Args, T any] = tool.Request[part[Args], tool.None, counted[T]]

// part says which part of a project is measured, and how.
type part[Args any] struct {
	Files string // glob or directory; "" is all
	How   Args
}

// counted is an answer and how much it has found.
type counted[T any] struct {
	Found *T
	Total int
}

// measurementOf makes a question of a function that asks a base for what lies in
// files, without the nested directories.
func measurementOf[Args, T any](ask func(ctx context.Context, d *workspace.Workspace, b federation.Open, files string, how Args) (*T, int, error)) measurement[Args, T] {
	return measurement[Args, T]{
		Answer: func(ctx context.Context, d *workspace.Workspace, b federation.Open, of part[Args], _ tool.None) (counted[T], error) {
			found, n, err := ask(ctx, d, b, of.Files, of.How)
			return counted[T]{found, n}, err
		},
	}
}

// askMeasure asks each project of a scope. In one project that is the desk's, pattern
// may be a name as a person who works there writes it.
func askMeasure[Args, T any](ctx context.Context, d *workspace.Workspace, m Measured, in tool.Common, q measurement[Args, T], how Args) ([]measured[T], Asked, error) {
	s, err := workspace.ScopeOf(m.Scope, false)
	if err != nil {
		return nil, Asked{}, err
	}
	if !s.Alone() {
		return measureAcross(ctx, d, m, in, s, q, how)
	}
	o, err := d.Open(ctx, in.Project)
	if err != nil {
		return nil, Asked{}, err
	}
	defer o.Close()
	files := m.Path
	if files != "" {
		if files, err = d.Pattern(o.Project, files); err != nil {
			return nil, Asked{}, err
		}
	}
	here := federation.Target{Project: catalog.Project{Place: catalog.Place{Node: d.Node, Root: o.Project.Root}, Base: o.Project.Base}}
	found, err := q.Answer(ctx, d, federation.Open{Index: o.Index, Target: here}, part[Args]{files, how}, tool.None{})
	if err != nil {
		return nil, Asked{}, err
	}
	a := Asked{Complete: o.State.State != fresh.Unknown, Projects: []tool.ProjectAnswer{{Name: o.Name(), Matches: found.Total, Freshness: o.State}}, Failures: []tool.ProjectFailure{},
		Limited: tool.Limit(o, m.MaxTokens), format: in.Format}
	if o.State.State == fresh.Unknown {
		a.Hint = "the files could not be compared with the index: " + o.State.Reason
	}
	return []measured[T]{{"", found.Found}}, a, nil
}

func measureAcross[Args, T any](ctx context.Context, d *workspace.Workspace, m Measured, in tool.Common, s federation.Scope, q measurement[Args, T], how Args) (
	[]measured[T], Asked, error) {
	a, parts, failures, err := tool.Each(ctx, d, in.Project, s, q, part[Args]{m.Path, how})
	if err != nil {
		return nil, Asked{}, err
	}
	out := Asked{Complete: len(failures) == 0, Projects: []tool.ProjectAnswer{}, Failures: failures, Limited: tool.LimitedTo(m.MaxTokens), format: in.Format}
	var list []measured[T]
	for _, p := range parts {
		label := a.Label(p.Target.Project)
		list = append(list, measured[T]{label, p.Answer.Found})
		out.Projects = append(out.Projects, tool.ProjectAnswer{Name: label, Matches: p.Answer.Total, Freshness: p.State})
	}
	return list, out, nil
}

// firstOf returns the first n of list, 0 being all.
func firstOf[T any](list []T, n int) []T {
	if n > 0 && len(list) > n {
		return list[:n]
	}
	return list
}

// notesOf ends the text of an answer of which some matches are left out.
func (a *Asked) notesOf(p *tool.Page, left int) {
	if left > 0 {
		p.Beyond(left)
		p.Note("... %d more; raise limit or name a directory", left)
	}
	tool.Notes(p, a.Hint, a.Failures, a.Projects)
}
