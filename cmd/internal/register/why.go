package register

import (
	"context"
	"fmt"

	"codegraph/catalog"
	"codegraph/catalog/links"
	"codegraph/catalog/lookup"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// WhyIn is the input of why.
type WhyIn struct {
	From string `json:"from" param:",required"`
	To   string `json:"to" param:",required"`
	tool.Common
}

// WhyOut is the answer of why.
type WhyOut struct {
	From      string   `json:"from"`
	To        string   `json:"to"`
	Links     []string `json:"links"`     // evidence that From depends on To
	Reverse   []string `json:"reverse"`   // evidence that To depends on From
	Misses    []string `json:"misses"`    // reasons why candidates did not become links
	Connected bool     `json:"connected"` // From depends on To, directly or through other projects
	Distance  int      `json:"distance"`  // links of the shortest path; 0 if not connected
}

// Why explains a link.
func Why() *tool.Spec {
	return tool.Define(tool.Spec{
		Name:    "why",
		Doc:     "Explain why one project depends on another, or why it does not\nThe answer covers both directions: the evidence of each link, or the nearest candidate.",
		Brief:   "Why one project depends on another, or why not.",
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupHub, Example: "codegraph why shop-frontend ui-kit"},
	}, runWhy, whyText)
}

func runWhy(ctx context.Context, d *workspace.Workspace, in WhyIn) (*WhyOut, error) {
	a, err := other(ctx, d, in.From)
	if err != nil {
		return nil, err
	}
	b, err := other(ctx, d, in.To)
	if err != nil {
		return nil, err
	}
	if a.ID == b.ID {
		return nil, fmt.Errorf("%w: both are %s", projectbase.ErrUsage, a.Root)
	}
	store, err := d.Catalog(ctx)
	if err != nil {
		return nil, err
	}
	m, err := store.Manifests(ctx)
	if err != nil {
		return nil, err
	}
	all, err := store.Links(ctx, catalog.LinkQuery{})
	if err != nil {
		return nil, err
	}
	out := &WhyOut{From: a.Name, To: b.Name, Links: []string{}, Reverse: []string{}, Misses: []string{}}
	w := links.New(m.Projects, m.Packages, m.Requirements)
	forth, back := w.Explain(a.ID, b.ID), w.Explain(b.ID, a.ID)
	for _, l := range all {
		switch {
		case l.From == a.ID && l.To == b.ID:
			out.Links = append(out.Links, evidence(l))
		case l.From == b.ID && l.To == a.ID:
			out.Reverse = append(out.Reverse, evidence(l))
		}
	}
	if len(out.Links) == 0 {
		for _, miss := range append(forth.Misses, back.Misses...) {
			out.Misses = append(out.Misses, miss.Text)
		}
	}
	for _, step := range lookup.Reach(all, []catalog.ProjectID{a.ID}, lookup.Dependencies, 0) {
		if step.Project == b.ID {
			out.Connected, out.Distance = true, step.Distance
		}
	}
	return out, nil
}

func whyText(o *WhyOut, p *tool.Page) {
	from, to := query.Shown(o.From, 0), query.Shown(o.To, 0)
	say := func(a, b string, evidence []string) {
		if len(evidence) == 0 {
			p.Line("%s does not depend on %s", a, b)
			return
		}
		p.Path(fmt.Sprintf("%s depends on %s", a, b))
		for _, e := range evidence {
			p.Hit("  %s", query.Shown(e, 0))
		}
	}
	say(from, to, o.Links)
	if len(o.Links) == 0 && o.Connected {
		p.Line("  but depends on it indirectly, through %d links", o.Distance)
	}
	say(to, from, o.Reverse)
	for _, m := range o.Misses {
		p.Line("  near: %s", query.Shown(m, 0))
	}
}
