package tool

import (
	"context"
	"fmt"

	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
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
	answer  T
}

// measure asks each project of a scope. In one project that is the desk's, pattern
// may be a name as a person who works there writes it.
func measure[T any](ctx context.Context, d *Desk, m Measured, in Common, question string,
	ask func(ctx context.Context, b *query.Base, root, files string, nested []projectbase.Path) (T, int, error)) ([]measured[T], Asked, error) {
	s, err := scopeOf(m.Scope, false)
	if err != nil {
		return nil, Asked{}, err
	}
	if !s.Alone() {
		return measureAcross(ctx, d, m, in, s, question, ask)
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
	found, n, err := ask(ctx, o.Base, o.project.Root, files, nil)
	if err != nil {
		return nil, Asked{}, err
	}
	a := Asked{Complete: o.state.State != fresh.Unknown, Projects: []ProjectAnswer{{o.Name(), n, o.state}}, Failures: []ProjectFailure{},
		limited: o.limit(m.MaxTokens), format: in.Format}
	if o.state.State == fresh.Unknown {
		a.Hint = "the files could not be compared with the index: " + o.state.Reason
	}
	return []measured[T]{{"", found}}, a, nil
}

func measureAcross[T any](ctx context.Context, d *Desk, m Measured, in Common, s federation.Scope, question string,
	ask func(ctx context.Context, b *query.Base, root, files string, nested []projectbase.Path) (T, int, error)) ([]measured[T], Asked, error) {
	type counted struct {
		answer T
		n      int
	}
	a, parts, failures, err := each(ctx, d, in.Project, s, question, func(ctx context.Context, b federation.Open) (counted, error) {
		found, n, err := ask(ctx, b.Base, b.Target.Project.Root, m.Path, b.Target.Nested)
		return counted{found, n}, err
	})
	if err != nil {
		return nil, Asked{}, err
	}
	out := Asked{Complete: len(failures) == 0, Projects: []ProjectAnswer{}, Failures: failures, limited: limited{m.MaxTokens}, format: in.Format}
	var list []measured[T]
	for _, p := range parts {
		label := a.label(p.Target.Project)
		list = append(list, measured[T]{label, p.Answer.answer})
		out.Projects = append(out.Projects, ProjectAnswer{label, p.Answer.n, freshState(p.State)})
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
