// Package fanout asks the projects of a scope one question and merges their
// answers. Question says how to add one.
package fanout

import (
	"context"
	"fmt"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/fresh"
	"codegraph/projectbase/query"
)

// A Question asks the index of each project of a scope and merges the parts. One
// project is a scope of size one, so that a question has one implementation.
//
// To add a question with a scope, write one file in package question, graph or
// measure:
//
//   - an In that embeds Scoped. Package tool describes the tags of its fields. A field
//     without a json tag keeps what Check computes;
//   - an Out that embeds Envelope. The type parameter Out is a pointer to it. With
//     List in the Spec, it implements tool.Listed;
//   - Ask asks one index. It passes on o.Target.Nested, the directories that belong to
//     other projects, or their matches count twice. A question that finds text passes
//     on o.State.Pending and o.State.Gone too, the files that differ from the index;
//   - Merge makes an Out of the parts. It sets Total, Truncated and each part's Count,
//     and the project of each match unless Only is true. federation.Share divides the
//     limit;
//   - Text writes the Out for people. It gives names, paths and lines of the project to
//     query.Shown, and ends with tool.Notes;
//   - a function that returns Question{...}.Tool().
//
// Then call this function in All of package tools. The question answers on every
// surface, for one project, for a scope, and outside of any project. With Join it also
// reaches projects on other machines. Package measure has an example in complexity.go.
type Question[In, Part any, Out Answer] struct {
	tool.Spec
	// Check validates the input before any index is opened; nil accepts all.
	Check func(in *In, d *workspace.Workspace) error
	// Terms returns the term that an index must have to answer anything, so that the
	// catalog's filters can exclude projects; nil asks every index. The part of an
	// excluded project has Passed set and a zero Answer.
	Terms func(in *In) catalog.TermQuery
	// Ask asks the index of one project.
	Ask func(ctx context.Context, o *workspace.Index, in *In) (Part, error)
	// Merge makes an answer of the parts. It fills in everything but the projects,
	// failures and hints of the envelope; Answers.Hint adds a hint.
	Merge func(ctx context.Context, a *Answers[In, Part]) (Out, error)
	// Join adds the answer that the service of the catalog gave about the projects
	// that are not on this machine; the envelopes are joined before. It applies the
	// limit again. nil: such projects are failures.
	Join func(out, remote Out, in *In)
	Text func(Out, *tool.Page)
}

// An Answer is the output of a question.
type Answer interface{ Header() *Envelope }

// Answers are the parts of a question, one for each project that answered.
type Answers[In, Part any] struct {
	In       *In
	Projects *workspace.Projects
	Parts    []ProjectPart[Part] // in the order of the scope
	Failures []tool.ProjectFailure

	hints []tool.Hint
}

// ProjectPart is the answer of one project.
type ProjectPart[Part any] struct {
	federation.Part[Part]
	Label string // of the project in the answer
	Count int    // of its matches; Merge sets it
}

// Hint adds a hint to the answer; "" adds none.
func (a *Answers[In, Part]) Hint(format string, args ...any) {
	if text := fmt.Sprintf(format, args...); text != "" {
		a.Hints(tool.Hint{Text: text})
	}
}

// Hints adds the hints that are not empty to the answer.
func (a *Answers[In, Part]) Hints(hints ...tool.Hint) {
	for _, h := range hints {
		if h.Text != "" || h.Command != "" {
			a.hints = append(a.hints, h)
		}
	}
}

// Fail adds a project that failed after its part was answered.
func (a *Answers[In, Part]) Fail(p catalog.Project, err error) {
	a.Failures = append(a.Failures, failureOf(a.Projects, p, err))
}

// Unreadable adds a file that could not be read, once.
func (a *Answers[In, Part]) Unreadable(label string, file projectbase.Path) {
	row := tool.ProjectFailure{Project: label, File: string(file), Code: "unreadable", Message: fmt.Sprintf("%s cannot be read", query.Shown(string(file), 0))}
	for _, f := range a.Failures {
		if f == row {
			return
		}
	}
	a.Failures = append(a.Failures, row)
}

// Only reports whether the question has no scope: it is about one project.
func (a *Answers[In, Part]) Only() bool { return a.Projects.Only() != nil }

// Tool returns the question as a tool.
func (q Question[In, Part, Out]) Tool() *tool.Spec {
	return tool.Define(q.Spec, q.run, q.Text)
}

func (q Question[In, Part, Out]) run(ctx context.Context, d *workspace.Workspace, in In) (out Out, err error) {
	if q.Check != nil {
		if err := q.Check(&in, d); err != nil {
			return out, err
		}
	}
	common := ScopedOf(&in)
	projects, err := d.Resolve(ctx, common.Project, common.Scope)
	if err != nil {
		return out, err
	}
	defer projects.Close()
	service := callService[Out](ctx, q.Name, projects, &in, q.Join != nil)
	answers, err := q.ask(ctx, projects, &in)
	if err != nil {
		return out, err
	}
	if out, err = q.Merge(ctx, answers); err != nil {
		return out, err
	}
	answers.finish(out.Header(), common, q.List)
	remote, failures := service()
	out.Header().fail(failures)
	if remote != nil {
		out.Header().join((*remote).Header())
		q.Join(out, *remote, &in)
	}
	return out, out.Header().check(remote != nil)
}

// ask asks the projects that are on this machine.
func (q Question[In, Part, Out]) ask(ctx context.Context, projects *workspace.Projects, in *In) (*Answers[In, Part], error) {
	step := workspace.Step[Part]{Ask: func(ctx context.Context, o *workspace.Index) (Part, error) { return q.Ask(ctx, o, in) }}
	if q.Terms != nil && projects.Only() == nil {
		step.Terms = q.Terms(in)
	}
	parts, failures, err := workspace.Ask(ctx, projects, step)
	if err != nil {
		return nil, err
	}
	a := &Answers[In, Part]{In: in, Projects: projects, Failures: FailuresOf(projects, failures)}
	for _, p := range parts {
		a.Parts = append(a.Parts, ProjectPart[Part]{Part: p, Label: projects.Label(p.Target.Project)})
	}
	if projects.Everything {
		a.Hint("there is no project here, so the whole catalog was queried")
	}
	return a, nil
}

// finish fills in the envelope. A list has the limit of the project's settings if
// the caller names none.
func (a *Answers[In, Part]) finish(e *Envelope, common *Scoped, list bool) {
	e.Projects = []tool.ProjectAnswer{}
	passed := 0
	for _, p := range a.Parts {
		if p.Passed {
			passed++
			continue
		}
		e.Projects = append(e.Projects, tool.ProjectAnswer{Name: p.Label, Matches: p.Count, Freshness: p.State})
	}
	e.Failures = a.Failures
	e.Complete = len(e.Failures) == 0
	e.max = common.MaxTokens
	if o := a.Projects.Only(); o != nil {
		if e.max == 0 && list {
			e.max = o.Settings.MaxTokens
		}
		if o.State.State == fresh.Unknown {
			e.Complete = false
			a.Hint("the files could not be compared with the index: %s", o.State.Reason)
		}
	}
	if passed > 0 {
		a.Hint("%s skipped: their indexes do not have this term; they were not compared with their files", tool.Count(passed, "project was", "projects were"))
	}
	e.Hints = append(e.Hints, a.hints...)
	e.Hint = tool.HintsText(e.Hints)
}
