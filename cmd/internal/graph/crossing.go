package graph

import (
	"context"
	"maps"
	"slices"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/links"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/symbol"
)

// Crossed is a link between projects that a walk followed.
type Crossed struct {
	From            string `json:"from"` // the project that depends on To
	To              string `json:"to"`
	RequiredVersion string `json:"required_version,omitempty"`
	FoundVersion    string `json:"found_version,omitempty"`
	Tier            string `json:"tier"` // of the link
	Skew            bool   `json:"skew"` // the found version does not satisfy the required one
}

// crossing is a walk over the projects of a question. Each step asks the projects
// that the last step led to.
type crossing struct {
	projects *workspace.Projects
	walk     graph.Walk
	out      *GraphOut
	links    []catalog.Link
	at       map[catalog.ProjectID]*position
	order    []catalog.ProjectID

	crossed map[Crossed]bool
	missing map[string]int // external references by package that lead to no project of the scope
	unbound map[string]int // unresolved references of the first step, by name
	ends    time.Time
	failed  map[catalog.ProjectID]bool
	past    bool // beyond the last requested step, to learn whether there is more
	more    bool // there is more

	failure func(catalog.Project, error)
}

// position is the state of a walk in one project.
type position struct {
	member
	walker  *graph.Walker
	matches int

	// Results of the last step that concern other projects.
	exported []graph.Exported
	wanted   []graph.Wanted
}

// keep keeps the results of a step that concern other projects.
func (p *position) keep(s *graph.StepResult) {
	p.exported, p.wanted = s.Exported, s.Wanted
	for i := range p.exported {
		p.exported[i].Project = string(p.target.Project.ID)
	}
	for i := range p.wanted {
		p.wanted[i].Project = string(p.target.Project.ID)
	}
}

func newCrossing(ctx context.Context, projects *workspace.Projects, members []member, w graph.Walk, out *GraphOut) (*crossing, error) {
	c := &crossing{projects: projects, walk: w, out: out, at: map[catalog.ProjectID]*position{}, crossed: map[Crossed]bool{}, missing: map[string]int{},
		unbound: map[string]int{}, failed: map[catalog.ProjectID]bool{}, ends: time.Now().Add(walkTime)}
	published, err := c.readCatalog(ctx, members)
	if err != nil {
		return nil, err
	}
	for _, m := range members {
		id := m.target.Project.ID
		c.at[id] = &position{member: m, walker: graph.NewWalker(w, published[id])}
		c.at[id].walker.Alone = true
		c.order = append(c.order, id)
	}
	for _, l := range c.links {
		if from, to := c.at[l.From], c.at[l.To]; from != nil && to != nil {
			from.walker.Alone, to.walker.Alone = false, false
		}
	}
	return c, nil
}

// readCatalog reads the links of the catalog and the packages of the projects. One
// project needs neither.
func (c *crossing) readCatalog(ctx context.Context, members []member) (map[catalog.ProjectID][]graph.Published, error) {
	store := c.projects.Catalog()
	if store == nil {
		return nil, nil
	}
	var ids []catalog.ProjectID
	for _, m := range members {
		ids = append(ids, m.target.Project.ID)
	}
	packages, err := store.Packages(ctx, catalog.PackageQuery{Projects: ids})
	if err != nil {
		return nil, err
	}
	published := map[catalog.ProjectID][]graph.Published{}
	for _, p := range packages {
		published[p.Project] = append(published[p.Project], graph.Published{Ecosystem: p.Ecosystem, Name: p.Name, Dir: projectbase.Path(p.Dir)})
	}
	c.links, err = store.Links(ctx, catalog.LinkQuery{})
	return published, err
}

// start begins the walk in one project.
func (c *crossing) start(ctx context.Context, target federation.Target) error {
	type started struct {
		answer *graph.Answer
		result *graph.StepResult
	}
	at := c.at[target.Project.ID]
	parts, failures, err := workspace.Ask(ctx, c.projects, workspace.Step[started]{Targets: []federation.Target{target}, Again: true, Once: true,
		Ask: func(ctx context.Context, o *workspace.Index) (started, error) {
			answer, result, err := at.walker.Start(ctx, o.Index)
			return started{answer, result}, err
		}})
	if err != nil {
		return err
	}
	c.fail(failures)
	for _, p := range parts {
		at.keep(p.Answer.result)
		c.take(at, p.Answer.result.Matches)
	}
	if c.out.Target == nil {
		c.out.Target = &symbol.Place{Symbol: tool.Count(len(c.walk.Whole), "file", "files"), Kind: "file", Project: at.label}
	}
	return nil
}

// run continues the walk, step by step.
func (c *crossing) run(ctx context.Context) error {
	for depth := 1; ; depth++ {
		tasks := c.tasks()
		if len(tasks) == 0 {
			return nil
		}
		c.past = c.walk.Depth > 0 && depth > c.walk.Depth
		if err := c.step(ctx, tasks, depth); err != nil {
			return err
		}
		switch {
		case c.past:
			if c.more {
				c.out.TerminatedBy = graph.EndDepth
			}
			return nil
		case time.Now().After(c.ends):
			c.out.TerminatedBy = graph.EndTime
			return nil
		case c.projects.Only() == nil && c.out.Total >= maxWalked:
			c.out.TerminatedBy = graph.EndLimit
			return nil
		case c.walk.Each:
			return nil
		}
	}
}

// task is the work of a project in a step, beside its own frontier.
type task struct {
	exported []graph.Exported
	wanted   []graph.Wanted
}

// tasks returns the work of the next step by project.
func (c *crossing) tasks() map[catalog.ProjectID]*task {
	tasks := map[catalog.ProjectID]*task{}
	get := func(id catalog.ProjectID) *task {
		if tasks[id] == nil {
			tasks[id] = &task{}
		}
		return tasks[id]
	}
	for id, at := range c.at {
		if at.walker.Waiting() && !c.failed[id] {
			get(id)
		}
	}
	given := map[[2]catalog.ProjectID]bool{}
	for _, l := range c.links {
		from, to := c.at[l.From], c.at[l.To]
		pair := [2]catalog.ProjectID{l.From, l.To}
		if from == nil || to == nil || given[pair] {
			continue
		}
		given[pair] = true
		if len(to.exported) > 0 && !c.failed[l.From] {
			get(l.From).exported = append(get(l.From).exported, to.exported...)
		}
		if len(from.wanted) > 0 && !c.failed[l.To] {
			get(l.To).wanted = append(get(l.To).wanted, from.wanted...)
		}
	}
	return tasks
}

func (c *crossing) step(ctx context.Context, tasks map[catalog.ProjectID]*task, depth int) error {
	targets := []federation.Target{}
	for _, id := range c.order {
		if tasks[id] != nil {
			targets = append(targets, c.at[id].target)
		}
	}
	parts, failures, err := workspace.Ask(ctx, c.projects, workspace.Step[*graph.StepResult]{Targets: targets, Again: true, Once: true,
		Ask: func(ctx context.Context, o *workspace.Index) (*graph.StepResult, error) {
			id := o.Target.Project.ID
			return c.at[id].walker.Step(ctx, o.Index, depth, tasks[id].exported, tasks[id].wanted)
		}})
	if err != nil {
		return err
	}
	c.fail(failures)
	for _, at := range c.at {
		if !c.past {
			c.countMissing(at.wanted, depth, 1)
		}
		at.exported, at.wanted = nil, nil
	}
	for _, p := range parts {
		c.collect(p, tasks[p.Target.Project.ID].wanted, depth)
	}
	return nil
}

// collect takes the result of a step in one project.
func (c *crossing) collect(p federation.Part[*graph.StepResult], wanted []graph.Wanted, depth int) {
	id := p.Target.Project.ID
	at := c.at[id]
	at.keep(p.Answer)
	for i := range wanted {
		if wanted[i].Found() && !c.past {
			c.countMissing(wanted[i:i+1], depth, -1)
		}
	}
	for owner, n := range p.Answer.External {
		c.missing[owner] += n
	}
	if !c.past {
		for i := range p.Answer.Matches {
			c.cross(&p.Answer.Matches[i], id)
		}
	}
	c.take(at, p.Answer.Matches)
}

// countMissing counts references by their package, and the ones of the first step
// without a package by their name. References that a project has found are
// subtracted.
func (c *crossing) countMissing(list []graph.Wanted, depth, times int) {
	for i := range list {
		switch w := &list[i]; {
		case w.Package != "":
			c.missing[w.Package] += times
		case depth == 1 && w.Match.Via != projectbase.RefDecorate.String():
			c.unbound[w.Name] += times
		}
	}
}

// cross notes the link that a match was found over.
func (c *crossing) cross(m *graph.Match, id catalog.ProjectID) {
	if m.FromProject == "" {
		m.FromProject = c.at[id].label
		return
	}
	other := catalog.ProjectID(m.FromProject)
	m.FromProject = c.at[other].label
	for _, l := range c.links {
		if !(l.From == id && l.To == other || l.From == other && l.To == id) {
			continue
		}
		x := Crossed{From: c.at[l.From].label, To: c.at[l.To].label, RequiredVersion: l.Required, FoundVersion: l.Found, Tier: string(l.Tier)}
		if ok, known := links.Satisfies(l.Ecosystem, l.Required, l.Found); known {
			x.Skew = !ok
		}
		c.crossed[x] = true
	}
}

// take adds matches of a project to the answer.
func (c *crossing) take(at *position, matches []graph.Match) {
	if c.past {
		c.more = c.more || len(matches) > 0
		return
	}
	for _, m := range matches {
		if c.walk.Tests && !m.Test {
			continue
		}
		m.Project = at.label
		c.out.Total++
		at.matches++
		if c.walk.Limit > 0 && len(c.out.Matches) >= c.walk.Limit {
			c.out.TerminatedBy = graph.EndLimit
			continue
		}
		c.out.Matches = append(c.out.Matches, m)
	}
}

func (c *crossing) fail(failures []federation.Failure) {
	for _, f := range failures {
		c.failed[f.Project.ID] = true
		c.failure(f.Project, f.Err)
	}
}

// finish adds the counts and links of the whole walk to the answer.
func (c *crossing) finish() {
	o := c.out
	for _, id := range c.order {
		if w := c.at[id].walker; !c.failed[id] {
			o.Uncertain += w.Uncertain
			o.Recursion += w.Recursion
			o.unbound.Add(w.Unbound)
		}
	}
	o.Links = slices.SortedFunc(maps.Keys(c.crossed), func(a, b Crossed) int {
		return slices.Compare([]string{a.From, a.To, a.RequiredVersion, a.FoundVersion, a.Tier}, []string{b.From, b.To, b.RequiredVersion, b.FoundVersion, b.Tier})
	})
	if !c.walk.Down {
		return
	}
	for pkg, n := range c.missing {
		if n > 0 {
			if o.External == nil {
				o.External = map[string]int{}
			}
			o.External[pkg] = n
		}
	}
	for name, n := range c.unbound {
		o.unbound.Miss(name, max(n, 0))
	}
}
