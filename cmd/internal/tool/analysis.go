package tool

import (
	"context"
	"fmt"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
)

// Measured is what questions about whole projects take.
type Measured struct {
	Path      string `json:"path,omitempty" jsonschema_description:"Only what lies below this directory or fits this glob" mcp:"glob or directory" cli:"arg"`
	Scope     string `json:"scope,omitempty" jsonschema_description:"Projects to ask, as in query; default: this one" mcp:"as in query"`
	Limit     *int   `json:"limit,omitempty" jsonschema:"default=30" jsonschema_description:"Most matches to give; 0 for all" mcp:"-"`
	MaxTokens int    `json:"max_tokens,omitempty" jsonschema_description:"Longest text to give, in tokens" mcp:"-"`
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
	Truncated bool             `json:"truncated"`
	Complete  bool             `json:"complete"`
	Projects  []ProjectAnswer  `json:"projects"`
	Failures  []ProjectFailure `json:"failures"`
	Hint      string           `json:"hint"`

	limited
	format string
}

// Incomplete implements Incomplete.
func (a *Asked) Incomplete() bool { return !a.Complete }

// drawn reports whether the answer is to be drawn.
func (a *Asked) drawn() bool { return a.format == formatMermaid || a.format == formatDot }

// measured is the answer of one project of several.
type measured[T any] struct {
	project string // "" if it is the only one that was asked
	answer  *T
}

// measurement is a question about whole projects, or those of their files that a
// pattern names.
type measurement[Args, T any] = asking[part[Args], none, counted[T]]

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
func measurementOf[Args, T any](name string,
	ask func(ctx context.Context, d *Desk, b federation.Open, files string, how Args) (*T, int, error)) measurement[Args, T] {
	return measurement[Args, T]{
		name: name,
		answer: func(ctx context.Context, d *Desk, b federation.Open, of part[Args], _ none) (counted[T], error) {
			found, n, err := ask(ctx, d, b, of.Files, of.How)
			return counted[T]{found, n}, err
		},
		check: func(_ part[Args], c counted[T]) error {
			if c.Found == nil || c.Total < 0 {
				return errAnswer
			}
			return nil
		},
	}
}

// askMeasure asks each project of a scope. In one project that is the desk's, pattern
// may be a name as a person who works there writes it.
func askMeasure[Args, T any](ctx context.Context, d *Desk, m Measured, in Common, q measurement[Args, T], how Args) ([]measured[T], Asked, error) {
	s, err := scopeOf(m.Scope, false)
	if err != nil {
		return nil, Asked{}, err
	}
	if !s.Alone() {
		return measureAcross(ctx, d, m, in, s, q, how)
	}
	o, err := d.open(ctx, in.Project)
	if err != nil {
		return nil, Asked{}, err
	}
	defer o.Close()
	files := m.Path
	if files != "" {
		if files, err = d.pattern(o.project, files); err != nil {
			return nil, Asked{}, err
		}
	}
	here := federation.Target{Project: catalog.Project{Place: catalog.Place{Node: d.Node, Root: o.project.Root}, Base: o.project.Base}}
	found, err := q.answer(ctx, d, federation.Open{Index: o.Index, Target: here}, part[Args]{files, how}, none{})
	if err != nil {
		return nil, Asked{}, err
	}
	a := Asked{Complete: o.state.State != fresh.Unknown, Projects: []ProjectAnswer{{Name: o.Name(), Matches: found.Total, Freshness: o.state}}, Failures: []ProjectFailure{},
		limited: o.limit(m.MaxTokens), format: in.Format}
	if o.state.State == fresh.Unknown {
		a.Hint = "the files could not be compared with the index: " + o.state.Reason
	}
	return []measured[T]{{"", found.Found}}, a, nil
}

func measureAcross[Args, T any](ctx context.Context, d *Desk, m Measured, in Common, s federation.Scope, q measurement[Args, T], how Args) (
	[]measured[T], Asked, error) {
	a, parts, failures, err := each(ctx, d, in.Project, s, q, part[Args]{m.Path, how})
	if err != nil {
		return nil, Asked{}, err
	}
	out := Asked{Complete: len(failures) == 0, Projects: []ProjectAnswer{}, Failures: failures, limited: limitedTo(m.MaxTokens), format: in.Format}
	var list []measured[T]
	for _, p := range parts {
		label := a.label(p.Target.Project)
		list = append(list, measured[T]{label, p.Answer.Found})
		out.Projects = append(out.Projects, ProjectAnswer{Name: label, Matches: p.Answer.Total, Freshness: freshState(p.State)})
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
func (a *Asked) notesOf(p *Page, left int) {
	if left > 0 {
		p.Beyond(left)
		p.Note("... %d more; raise limit or name a directory", left)
	}
	notes(p, a.Hint, a.Failures, a.Projects)
}
