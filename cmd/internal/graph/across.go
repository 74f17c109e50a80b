package graph

import (
	"context"
	"maps"
	"slices"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
)

// maxWalked is how many symbols a walk over several projects finds at most.
const maxWalked = 50_000

// Crossed is a link between projects that a walk went over.
type Crossed struct {
	From            string `json:"from"` // the project that depends on To
	To              string `json:"to"`
	RequiredVersion string `json:"required_version,omitempty"`
	FoundVersion    string `json:"found_version,omitempty"`
	Tier            string `json:"tier"` // of the link
	Skew            bool   `json:"skew"` // the version found is not one that is required
}

// walkAcross walks over several projects: step by step, each step asks the
// projects that the last one led to. The symbol is looked for in the asker's
// project first, then in all.
func walkAcross(ctx context.Context, d *workspace.Workspace, w graph.Walk, ask walkAsk, s federation.Scope) (*GraphOut, error) {
	a, err := d.Plan(ctx, ask.project, s)
	if err != nil {
		return nil, err
	}
	if len(a.Targets)+len(a.Failures) == 0 {
		return nil, tool.EmptyScope()
	}
	c, err := newCrossing(ctx, d, a, w)
	if err != nil {
		return nil, err
	}
	if err := c.start(ctx, ask.file); err != nil {
		return nil, err
	}
	if c.out.Target != nil {
		if err := c.run(ctx); err != nil {
			return nil, err
		}
	}
	c.finish(ask)
	return c.out, nil
}

// crossing is a walk over several projects at work.
type crossing struct {
	d     *workspace.Workspace
	a     *workspace.Plan
	w     graph.Walk
	out   *GraphOut
	links []catalog.Link
	at    map[catalog.ProjectID]*place
	order []catalog.ProjectID

	crossed map[Crossed]bool
	missing map[string]int // references by package that lead to no project of the scope
	unbound map[string]int // those by name that no package owns, of the first step
	ends    time.Time
	failed  map[catalog.ProjectID]bool
	past    bool // past the last step that was asked for: only whether there is more
	beyond  bool // there is
}

// place is one project of a crossing.
type place struct {
	target  federation.Target
	label   string
	walker  *graph.Walker
	state   federation.State
	matches int

	// What the last step found that concerns other projects.
	exported []graph.Exported
	wanted   []graph.Wanted
}

// gave keeps what a step found that concerns other projects.
func (p *place) gave(s *graph.StepResult) {
	p.exported, p.wanted = s.Exported, s.Wanted
	for i := range p.exported {
		p.exported[i].Project = string(p.target.Project.ID)
	}
	for i := range p.wanted {
		p.wanted[i].Project = string(p.target.Project.ID)
	}
}

func newCrossing(ctx context.Context, d *workspace.Workspace, a *workspace.Plan, w graph.Walk) (*crossing, error) {
	c := &crossing{d: d, a: a, w: w, at: map[catalog.ProjectID]*place{}, crossed: map[Crossed]bool{}, missing: map[string]int{}, unbound: map[string]int{},
		failed: map[catalog.ProjectID]bool{}, ends: time.Now().Add(walkTime)}
	c.out = &GraphOut{Answer: &graph.Answer{Matches: []graph.Match{}, TerminatedBy: graph.EndExhausted},
		Projects: []tool.ProjectAnswer{}, Failures: tool.FailureRows(a, nil)}
	var ids []catalog.ProjectID
	for _, t := range a.Targets {
		ids = append(ids, t.Project.ID)
	}
	packages, err := a.Engine.Catalog.Packages(ctx, catalog.PackageQuery{Projects: ids})
	if err != nil {
		return nil, err
	}
	published := map[catalog.ProjectID][]graph.Published{}
	for _, p := range packages {
		published[p.Project] = append(published[p.Project], graph.Published{Ecosystem: p.Ecosystem, Name: p.Name, Dir: projectbase.Path(p.Dir)})
	}
	if c.links, err = a.Engine.Catalog.Links(ctx, catalog.LinkQuery{}); err != nil {
		return nil, err
	}
	for _, t := range a.Targets {
		id := t.Project.ID
		c.at[id] = &place{target: t, label: a.Label(t.Project), walker: graph.NewWalker(w, published[id])}
		c.order = append(c.order, id)
	}
	for _, at := range c.at {
		at.walker.Alone = true
	}
	for _, l := range c.links {
		if from, to := c.at[l.From], c.at[l.To]; from != nil && to != nil {
			from.walker.Alone, to.walker.Alone = false, false
		}
	}
	return c, nil
}

// finish fills in what is said of the whole.
func (c *crossing) finish(ask walkAsk) {
	o := c.out
	for _, id := range c.order {
		at := c.at[id]
		if c.failed[id] {
			continue
		}
		o.Projects = append(o.Projects, tool.ProjectAnswer{Name: at.label, Matches: at.matches, Freshness: at.state})
		o.Uncertain += at.walker.Uncertain
		o.Recursion += at.walker.Recursion
		o.Unbound.Add(at.walker.Unbound)
	}
	for x := range maps.Keys(c.crossed) {
		o.Links = append(o.Links, x)
	}
	slices.SortFunc(o.Links, func(a, b Crossed) int {
		return slices.Compare([]string{a.From, a.To, a.RequiredVersion, a.FoundVersion, a.Tier}, []string{b.From, b.To, b.RequiredVersion, b.FoundVersion, b.Tier})
	})
	if c.w.Down {
		for pkg, n := range c.missing {
			if n > 0 {
				if o.External == nil {
					o.External = map[string]int{}
				}
				o.External[pkg] = n
			}
		}
		for name, n := range c.unbound {
			o.Unbound.Miss(name, max(n, 0))
		}
	}
	o.Truncated = len(o.Matches) < o.Total
	o.Complete = len(o.Failures) == 0
	o.Hint = tool.JoinHints(o.Hint, boundHint(o, c.w, ask.scope))
	o.title, o.format, o.down, o.each, o.Limited = ask.title, ask.format, c.w.Down, c.w.Each, tool.LimitedTo(ask.tokens)
}
