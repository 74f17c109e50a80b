package graph

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/symbol"
)

// start looks for what was asked for: in the asker's own project, then in all
// others. What several have is ambiguous.
func (c *crossing) start(ctx context.Context, file string) error {
	for _, at := range c.at {
		if file != "" {
			at.walker.Walk.File = projectbase.Path(file)
		}
	}
	parts, failures, err := AskGraph.Ask(ctx, c.d, c.a.Engine, c.a.Targets, tool.None{}, func(id catalog.ProjectID) *graph.Walker { return c.at[id].walker })
	if err != nil {
		return err
	}
	c.fail(failures)
	var found []federation.Part[begun]
	for _, p := range parts {
		at := c.at[p.Target.Project.ID]
		at.state = p.State
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
		return projectbase.WithHint(fmt.Errorf("symbol %q in %s: %w", c.w.Symbol, tool.Count(len(c.order), "project", "projects"), projectbase.ErrNotFound),
			projectbase.Suggest("search for it", "query", projectbase.Positional("term", c.w.Symbol), projectbase.Flag("scope", "all")))
	case len(found) == 1 && len(found[0].Answer.Answer.Candidates) == 0:
		p := found[0]
		at := c.at[p.Target.Project.ID]
		c.out.Target = p.Answer.Answer.Target
		if c.out.Target == nil {
			c.out.Target = &symbol.Place{Symbol: tool.Count(len(c.w.Whole), "file", "files"), Kind: "file"}
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
			list = []symbol.Place{*t}
		}
		return !slices.ContainsFunc(list, func(x symbol.Place) bool { return last(x.Symbol) == last(name) })
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
			at.walker = graph.NewWalker(c.w, at.walker.Published)
			at.walker.Alone = alone
		}
	}
}
