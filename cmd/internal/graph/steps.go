package graph

import (
	"context"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/links"
	"codegraph/cmd/internal/tool"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
)

// run goes on, step by step.
func (c *crossing) run(ctx context.Context) error {
	engine := *c.a.Engine
	engine.Budget = 0 // they were made sure of at the start
	for depth := 1; ; depth++ {
		work := c.work()
		if len(work) == 0 {
			return nil
		}
		c.past = c.w.Depth > 0 && depth > c.w.Depth
		if err := c.step(ctx, &engine, work, depth); err != nil {
			return err
		}
		if c.past {
			if c.beyond {
				c.out.TerminatedBy = graph.EndDepth
			}
			return nil
		}
		switch {
		case time.Now().After(c.ends):
			c.out.TerminatedBy = graph.EndTime
			return nil
		case c.out.Total >= maxWalked:
			c.out.TerminatedBy = graph.EndLimit
			return nil
		case c.w.Each:
			return nil
		}
	}
}

// task is what a project has to look for in a step.
type task struct {
	exported []graph.Exported
	wanted   []graph.Wanted
}

// work says what each project that has something to do has to look for.
func (c *crossing) work() map[catalog.ProjectID]*task {
	work := map[catalog.ProjectID]*task{}
	get := func(id catalog.ProjectID) *task {
		if work[id] == nil {
			work[id] = &task{}
		}
		return work[id]
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
	return work
}

// countMissing counts references by the package that owns them, and those of the
// first step that no package does by their name, until found subtracts them.
func (c *crossing) countMissing(list []graph.Wanted, depth int) {
	for i := range list {
		c.miss(&list[i], depth, 1)
	}
}

// found takes back that a reference leads nowhere.
func (c *crossing) found(w *graph.Wanted, depth int) { c.miss(w, depth, -1) }

func (c *crossing) miss(w *graph.Wanted, depth, times int) {
	switch {
	case w.Package != "":
		c.missing[w.Package] += times
	case depth == 1 && w.Match.Via != projectbase.RefDecorate.String():
		c.unbound[w.Name] += times
	}
}

func (c *crossing) step(ctx context.Context, e *federation.Engine, work map[catalog.ProjectID]*task, depth int) error {
	var targets []federation.Target
	for _, id := range c.order {
		if work[id] != nil {
			targets = append(targets, c.at[id].target)
		}
	}
	parts, failures, err := AskStep.Ask(ctx, c.d, e, targets, tool.None{}, func(id catalog.ProjectID) stepTask {
		return stepTask{Walker: c.at[id].walker, Depth: depth, Exported: work[id].exported, Wanted: work[id].wanted}
	})
	if err != nil {
		return err
	}
	c.fail(failures)
	for _, at := range c.at {
		if !c.past {
			c.countMissing(at.wanted, depth)
		}
		at.exported, at.wanted = nil, nil
	}
	for _, p := range parts {
		id := p.Target.Project.ID
		at := c.at[id]
		at.gave(p.Answer.Stride)
		for _, i := range p.Answer.Found {
			if i >= 0 && i < len(work[id].wanted) && !c.past {
				c.found(&work[id].wanted[i], depth)
			}
		}
		for owner, n := range p.Answer.Stride.External {
			c.missing[owner] += n
		}
		for i := range p.Answer.Stride.Matches {
			if c.past {
				break
			}
			c.cross(&p.Answer.Stride.Matches[i], id)
		}
		c.take(at, p.Answer.Stride.Matches)
	}
	return nil
}

// cross notes the link that a match came over, if it did.
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
func (c *crossing) take(at *place, matches []graph.Match) {
	if c.past {
		c.beyond = c.beyond || len(matches) > 0
		return
	}
	for _, m := range matches {
		if c.w.Tests && !m.Test {
			continue
		}
		m.Project = at.label
		c.out.Total++
		at.matches++
		if c.w.Limit > 0 && len(c.out.Matches) >= c.w.Limit {
			c.out.TerminatedBy = graph.EndLimit
			continue
		}
		c.out.Matches = append(c.out.Matches, m)
	}
}

func (c *crossing) fail(failures []federation.Failure) {
	for _, f := range failures {
		c.failed[f.Project.ID] = true
		c.out.Failures = append(c.out.Failures, tool.FailureRow(c.a, f.Project, f.Err))
	}
}
