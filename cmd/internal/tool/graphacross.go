package tool

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/links"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
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
func (d *Desk) walkAcross(ctx context.Context, w query.Walk, ask walkAsk, s federation.Scope) (*GraphOut, error) {
	a, err := d.plan(ctx, ask.project, s)
	if err != nil {
		return nil, err
	}
	if len(a.targets)+len(a.failures) == 0 {
		return nil, emptyScope()
	}
	c, err := d.newCrossing(ctx, a, w)
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
	d     *Desk
	a     *across
	w     query.Walk
	out   *GraphOut
	links []catalog.Link
	at    map[catalog.ProjectID]*place
	order []catalog.ProjectID

	crossed map[Crossed]bool
	missing map[string]int // references by package that lead to no project of the scope
	ends    time.Time
	failed  map[catalog.ProjectID]bool
	past    bool // past the last step that was asked for: only whether there is more
	beyond  bool // there is
}

// place is one project of a crossing.
type place struct {
	target  federation.Target
	label   string
	walker  *query.Walker
	state   federation.State
	matches int

	// What the last step found that concerns other projects.
	exported []query.Exported
	wanted   []query.Wanted
}

// gave keeps what a step found that concerns other projects.
func (p *place) gave(s *query.Stride) {
	p.exported, p.wanted = s.Exported, s.Wanted
	for i := range p.exported {
		p.exported[i].Project = string(p.target.Project.ID)
	}
	for i := range p.wanted {
		p.wanted[i].Project = string(p.target.Project.ID)
	}
}

// adopt takes over what the walker found where the base lies; nil is nothing.
func (p *place) adopt(back *query.Walker) {
	if back != nil && back != p.walker {
		p.walker.Adopt(back)
	}
}

func (d *Desk) newCrossing(ctx context.Context, a *across, w query.Walk) (*crossing, error) {
	c := &crossing{d: d, a: a, w: w, at: map[catalog.ProjectID]*place{}, crossed: map[Crossed]bool{}, missing: map[string]int{},
		failed: map[catalog.ProjectID]bool{}, ends: time.Now().Add(walkTime)}
	c.out = &GraphOut{GraphAnswer: &query.GraphAnswer{Matches: []query.GraphMatch{}, TerminatedBy: query.EndExhausted},
		Projects: []ProjectAnswer{}, Failures: a.failed(nil)}
	var ids []catalog.ProjectID
	for _, t := range a.targets {
		ids = append(ids, t.Project.ID)
	}
	packages, err := a.engine.Catalog.Packages(ctx, catalog.PackageQuery{Projects: ids})
	if err != nil {
		return nil, err
	}
	published := map[catalog.ProjectID][]query.Published{}
	for _, p := range packages {
		published[p.Project] = append(published[p.Project], query.Published{Ecosystem: p.Ecosystem, Name: p.Name, Dir: projectbase.Path(p.Dir)})
	}
	if c.links, err = a.engine.Catalog.Links(ctx, catalog.LinkQuery{}); err != nil {
		return nil, err
	}
	for _, t := range a.targets {
		id := t.Project.ID
		c.at[id] = &place{target: t, label: a.label(t.Project), walker: query.NewWalker(w, published[id])}
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

// start looks for what was asked for: in the asker's own project, then in all
// others. What several have is ambiguous.
func (c *crossing) start(ctx context.Context, file string) error {
	for _, at := range c.at {
		if file != "" {
			at.walker.Walk.File = projectbase.Path(file)
		}
	}
	parts, failures, err := askGraph.ask(ctx, c.d, c.a.engine, c.a.targets, none{}, func(id catalog.ProjectID) *query.Walker { return c.at[id].walker })
	if err != nil {
		return err
	}
	c.fail(failures)
	var found []federation.Part[begun]
	for _, p := range parts {
		at := c.at[p.Target.Project.ID]
		at.state = p.State
		at.adopt(p.Answer.Walker)
		if p.Answer.Answer != nil && (p.Answer.Answer.Target != nil || len(p.Answer.Answer.Candidates) > 0 || len(p.Answer.Stride.Exported) > 0) {
			found = append(found, p)
		}
	}
	if found = sameCase(found, c.w.Symbol); len(found) > 1 && found[0].Target.Distance == 0 {
		found = found[:1]
	}
	c.keepOnly(found)
	switch {
	case len(found) == 0 && len(c.out.Failures) == 0:
		return &projectbase.HintError{Err: fmt.Errorf("symbol %q in %s: %w", c.w.Symbol, count(len(c.order), "project", "projects"), projectbase.ErrNotFound),
			Hint: "search for it: codegraph query " + quoted(c.w.Symbol) + " --scope all"}
	case len(found) == 1 && len(found[0].Answer.Answer.Candidates) == 0:
		p := found[0]
		at := c.at[p.Target.Project.ID]
		c.out.Target = p.Answer.Answer.Target
		if c.out.Target == nil {
			c.out.Target = &query.SymbolPlace{Symbol: count(len(c.w.Whole), "file", "files"), Kind: "file"}
		}
		c.out.Target.Project = at.label
		at.gave(p.Answer.Stride)
		c.take(at, p.Answer.Stride.Matches)
		return nil
	}
	for _, p := range found {
		list := p.Answer.Answer.Candidates
		if t := p.Answer.Answer.Target; t != nil {
			list = append(list, *t)
		}
		for _, x := range list {
			x.Project = c.at[p.Target.Project.ID].label
			c.out.Candidates = append(c.out.Candidates, x)
		}
	}
	return nil
}

// sameCase leaves out what is spelled in other cases than asked for, if something
// is not.
func sameCase(found []federation.Part[begun], name string) []federation.Part[begun] {
	last := func(s string) string { return s[strings.LastIndexAny(s, ".:#/\\")+1:] }
	exact := slices.DeleteFunc(slices.Clone(found), func(p federation.Part[begun]) bool {
		list := p.Answer.Answer.Candidates
		if t := p.Answer.Answer.Target; t != nil {
			list = []query.SymbolPlace{*t}
		}
		return !slices.ContainsFunc(list, func(x query.SymbolPlace) bool { return last(x.Symbol) == last(name) })
	})
	if len(exact) > 0 {
		return exact
	}
	return found
}

// keepOnly makes all other projects begin with nothing.
func (c *crossing) keepOnly(found []federation.Part[begun]) {
	for id, at := range c.at {
		if !slices.ContainsFunc(found, func(p federation.Part[begun]) bool { return p.Target.Project.ID == id }) {
			alone := at.walker.Alone
			at.walker = query.NewWalker(c.w, at.walker.Published)
			at.walker.Alone = alone
		}
	}
}

// run goes on, step by step.
func (c *crossing) run(ctx context.Context) error {
	engine := *c.a.engine
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
				c.out.TerminatedBy = query.EndDepth
			}
			return nil
		}
		switch {
		case time.Now().After(c.ends):
			c.out.TerminatedBy = query.EndTime
			return nil
		case c.out.Total >= maxWalked:
			c.out.TerminatedBy = query.EndLimit
			return nil
		case c.w.Each:
			return nil
		}
	}
}

// task is what a project has to look for in a step.
type task struct {
	exported []query.Exported
	wanted   []query.Wanted
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

// countMissing counts references by the package that owns them; take subtracts
// those that were found.
func (c *crossing) countMissing(list []query.Wanted) {
	for i := range list {
		if list[i].Package != "" {
			c.missing[list[i].Package]++
		}
	}
}

func (c *crossing) step(ctx context.Context, e *federation.Engine, work map[catalog.ProjectID]*task, depth int) error {
	var targets []federation.Target
	for _, id := range c.order {
		if work[id] != nil {
			targets = append(targets, c.at[id].target)
		}
	}
	parts, failures, err := askStep.ask(ctx, c.d, e, targets, none{}, func(id catalog.ProjectID) stepTask {
		return stepTask{Walker: c.at[id].walker, Depth: depth, Exported: work[id].exported, Wanted: work[id].wanted}
	})
	if err != nil {
		return err
	}
	c.fail(failures)
	for _, at := range c.at {
		if !c.past {
			c.countMissing(at.wanted)
		}
		at.exported, at.wanted = nil, nil
	}
	for _, p := range parts {
		id := p.Target.Project.ID
		at := c.at[id]
		at.adopt(p.Answer.Walker)
		at.gave(p.Answer.Stride)
		for _, i := range p.Answer.Found {
			if i >= 0 && i < len(work[id].wanted) && work[id].wanted[i].Package != "" && !c.past {
				c.missing[work[id].wanted[i].Package]--
			}
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
func (c *crossing) cross(m *query.GraphMatch, id catalog.ProjectID) {
	if m.FromProject == "" {
		m.FromProject = c.at[id].label
		return
	}
	other := catalog.ProjectID(m.FromProject)
	if c.at[other] == nil {
		m.FromProject = "" // another node has made it up
		return
	}
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
func (c *crossing) take(at *place, matches []query.GraphMatch) {
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
			c.out.TerminatedBy = query.EndLimit
			continue
		}
		c.out.Matches = append(c.out.Matches, m)
	}
}

func (c *crossing) fail(failures []federation.Failure) {
	for _, f := range failures {
		c.failed[f.Project.ID] = true
		c.out.Failures = append(c.out.Failures, c.a.failure(f.Project, f.Err))
	}
}

// finish fills in what is said of the whole.
func (c *crossing) finish(ask walkAsk) {
	o := c.out
	for _, id := range c.order {
		at := c.at[id]
		if c.failed[id] {
			continue
		}
		o.Projects = append(o.Projects, ProjectAnswer{at.label, at.matches, freshState(at.state)})
		o.Uncertain += at.walker.Uncertain
		o.Recursion += at.walker.Recursion
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
	}
	o.Truncated = len(o.Matches) < o.Total
	o.Complete = len(o.Failures) == 0
	o.title, o.format, o.down, o.each, o.limited = ask.title, ask.format, c.w.Down, c.w.Each, limited{ask.tokens}
}
