package workspace

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// Projects are the projects that a question is about. Close ends their use.
type Projects struct {
	// Everything is true if the caller named no scope and is in no project, so that
	// the question is about the whole catalog.
	Everything bool

	workspace *Workspace
	only      *Index // the caller's own or named project; nil if there is a scope
	plan      *Plan
}

// Resolve returns the projects of a scope. Without a scope that is one project: the
// one called project, or the one that the workspace is in. Without a project
// either, it is the whole catalog.
func (d *Workspace) Resolve(ctx context.Context, project, scope string) (*Projects, error) {
	s, err := federation.ParseScope(scope)
	if err != nil {
		return nil, err
	}
	if !s.Alone() {
		return d.planned(ctx, project, s)
	}
	if p, ok := d.Elsewhere(ctx, project); ok {
		return d.planned(ctx, "", federation.Scope{Kind: federation.ScopeNames, Names: []string{string(p.ID)}})
	}
	o, err := d.Open(ctx, project)
	if err == nil {
		return &Projects{workspace: d, only: o}, nil
	}
	if errors.Is(err, projectbase.ErrNotIndexed) && project == "" && scope == "" {
		if anybody, e := d.Anybody(ctx); e != nil {
			return nil, e
		} else if anybody {
			p, e := d.planned(ctx, "", federation.Scope{Kind: federation.ScopeAll})
			if e == nil {
				p.Everything = true
			}
			return p, e
		}
	}
	return nil, err
}

func (d *Workspace) planned(ctx context.Context, project string, s federation.Scope) (*Projects, error) {
	plan, err := d.Plan(ctx, project, s)
	if err != nil {
		return nil, err
	}
	return &Projects{workspace: d, plan: plan}, nil
}

// Only returns the project of a question without a scope, nil if there is a scope.
func (p *Projects) Only() *Index { return p.only }

// Close releases the open index.
func (p *Projects) Close() {
	if p.only != nil {
		p.only.Close()
	}
}

// Targets returns the projects that can be asked on this machine.
func (p *Projects) Targets() []federation.Target {
	if p.only != nil {
		return []federation.Target{p.only.Target}
	}
	return p.plan.Targets
}

// Failures returns the projects of the scope that cannot be asked.
func (p *Projects) Failures() []federation.Failure {
	if p.only != nil {
		return nil
	}
	return p.plan.Failures
}

// Remote returns the projects that the service of the catalog has to be asked for,
// nil if there is no service.
func (p *Projects) Remote() []catalog.Project {
	if p.only != nil || p.workspace.Service == nil {
		return nil
	}
	return p.plan.Remote
}

// ServiceTime returns how long a question waits for the service.
func (p *Projects) ServiceTime() time.Duration {
	return cmp.Or(p.workspace.ServiceTime, 20*time.Second)
}

// Service returns the service of the catalog, nil if there is none.
func (p *Projects) Service() Service { return p.workspace.Service }

// Catalog returns the catalog of a scope, nil without a scope: one project is asked
// without a catalog.
func (p *Projects) Catalog() catalog.Store {
	if p.only != nil {
		return nil
	}
	return p.plan.Engine.Catalog
}

// Label is the name of a project in an answer: its own name; if several projects share the
// name, the root; if they share the root on different machines, the id.
func (p *Projects) Label(of catalog.Project) string {
	if p.only != nil {
		return p.only.Name()
	}
	return p.plan.Label(of)
}

// A Step asks indexes for one thing.
type Step[T any] struct {
	Targets []federation.Target // nil means all
	// Terms says which term an index must have to answer anything; the catalog's
	// filters exclude the others. The zero value asks every index.
	Terms catalog.TermQuery
	// Again is true if an earlier step of the question has refreshed the indexes.
	Again bool
	// Once is true if an index must not be asked twice in this step.
	Once  bool
	Limit time.Duration // for one project of a scope; 0 is ten seconds
	Ask   func(ctx context.Context, o *Index) (T, error)
}

// Ask asks the projects in parallel. The answers are in the order of the targets. A
// project of a scope that fails is a failure; the only project's error is the error.
func Ask[T any](ctx context.Context, p *Projects, s Step[T]) ([]federation.Part[T], []federation.Failure, error) {
	if p.only != nil {
		answer, err := s.Ask(ctx, p.only)
		if err != nil {
			return nil, nil, err
		}
		return []federation.Part[T]{{Target: p.only.Target, Answer: answer, State: p.only.State}}, nil, nil
	}
	engine, targets := *p.plan.Engine, s.Targets
	if targets == nil {
		targets = p.plan.Targets
	}
	if s.Limit > 0 {
		engine.Limit = s.Limit
	}
	if s.Again {
		engine.Budget = 0
	}
	return federation.Ask(ctx, &engine, targets, federation.Question[T]{Terms: s.Terms, Once: s.Once,
		Answer: func(ctx context.Context, b federation.Open) (T, error) {
			return s.Ask(ctx, &Index{Index: b.Index, Target: b.Target, State: b.State, workspace: p.workspace})
		}})
}

// File returns the path of a file as the caller names it: in the only project of a
// question from the directory of the caller, in a scope from the root.
func (o *Index) File(name string) (projectbase.Path, error) {
	if o.Alone {
		return o.workspace.File(o.Project, name)
	}
	path := projectbase.Path(Relative(name))
	if path != "." && !path.Valid() {
		return "", fmt.Errorf("%w: with a scope, the path %q must be relative to the root of each project", projectbase.ErrUsage, query.Shown(name, 0))
	}
	return path, nil
}

// Pattern is File for a file, directory or glob; "" means the whole project.
func (o *Index) Pattern(name string) (string, error) {
	switch {
	case name == "":
		return "", nil
	case o.Alone:
		return o.workspace.Pattern(o.Project, name)
	}
	if name = Relative(name); name == "." {
		name = ""
	}
	return name, nil
}

// Relative returns a path below a root as a caller writes it, cleaned; "." for the
// root.
func Relative(name string) string {
	if name = strings.TrimSuffix(strings.TrimPrefix(filepath.ToSlash(name), "./"), "/"); name == "" {
		return "."
	}
	return name
}

// Workspace returns the workspace that asks.
func (o *Index) Workspace() *Workspace { return o.workspace }

// ProjectRoot returns the root of the project on the machine that has its files.
func (o *Index) ProjectRoot() string { return o.Target.Project.Root }
