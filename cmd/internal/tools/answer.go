package tools

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/graph"
	"codegraph/cmd/internal/measure"
	"codegraph/cmd/internal/question"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// askings returns the questions that can come from other nodes, by name. A
// function, since what is asked leads back to it.
func askings() map[string]tool.Asked {
	return map[string]tool.Asked{
		question.AskQuery.Name: question.AskQuery, question.AskLines.Name: question.AskLines,
		question.AskSignatures.Name: question.AskSignatures, question.AskTree.Name: question.AskTree, question.AskStatus.Name: question.AskStatus, question.AskSummary.Name: question.AskSummary,
		graph.AskGraph.Name: graph.AskGraph, graph.AskStep.Name: graph.AskStep,
		measure.AskUnused.Name: measure.AskUnused, measure.AskCycles.Name: measure.AskCycles, measure.AskHotspots.Name: measure.AskHotspots, measure.AskComplexity.Name: measure.AskComplexity, measure.AskCoupling.Name: measure.AskCoupling,
	}
}

// Askings returns the names of the questions that Answer knows, sorted.
func Askings() []string {
	return slices.Sorted(maps.Keys(askings()))
}

// maxAsked is how many projects a request may name.
const maxAsked = 20_000

// Answer answers a question about projects of the desk's catalog, which holds
// what the asker may see and nothing else. Projects on other nodes are asked
// there, unless the question was forwarded already. Errors wrap
// projectbase.ErrNotFound for an unknown question, projectbase.ErrUsage.
func Answer(ctx context.Context, d *workspace.Workspace, name string, r *federation.Request) (*federation.Reply, error) {
	q := askings()[name]
	if q == nil {
		return nil, fmt.Errorf("question %q: %w", query.Shown(name, 60), projectbase.ErrNotFound)
	}
	if len(r.Targets) > maxAsked || r.TimeMS < 0 || r.BudgetMS < 0 {
		return nil, fmt.Errorf("%w: a question is about at most %d projects, and its times are not negative", projectbase.ErrUsage, maxAsked)
	}
	e, err := d.Engine(ctx)
	if err != nil {
		return nil, err
	}
	if r.Forwarded {
		e.Peers = nil
	}
	if r.TimeMS > 0 {
		e.Until = time.Now().Add(time.Duration(min(r.TimeMS, time.Hour.Milliseconds())) * time.Millisecond)
	}
	if b := time.Duration(min(r.BudgetMS, time.Hour.Milliseconds())) * time.Millisecond; b < e.Budget {
		e.Budget = b
	}
	targets, rows, err := askedFor(ctx, d, e, r)
	if err != nil {
		return nil, err
	}
	reply, err := q.Reply(ctx, d, e, targets, r)
	if err != nil {
		return nil, err
	}
	reply.Failures = append(reply.Failures, rows...)
	return reply, nil
}

// askedFor returns the targets of a request as the catalog here knows them. The
// rows are of those that it does not know or that cannot be asked.
func askedFor(ctx context.Context, d *workspace.Workspace, e *federation.Engine, r *federation.Request) (targets []federation.Target, rows []federation.ReplyRow, err error) {
	ids := []catalog.ProjectID{} // none is not any
	for _, t := range r.Targets {
		ids = append(ids, t.Project)
	}
	known, err := e.Catalog.Projects(ctx, catalog.Query{IDs: ids})
	if err != nil {
		return nil, nil, err
	}
	byID := map[catalog.ProjectID]catalog.Project{}
	for _, p := range known {
		byID[p.ID] = p
	}
	for _, t := range r.Targets {
		p, ok := byID[t.Project]
		delete(byID, t.Project) // each counts once
		err := error(&catalog.NotFoundError{What: "project", Name: string(t.Project)})
		if ok {
			err = federation.Askable(p, federation.Asker{Node: d.Node, Everywhere: e.Peers != nil})
		}
		for _, n := range t.Nested {
			if !n.Valid() {
				err = fmt.Errorf("%w: a path that is none", projectbase.ErrUsage)
			}
		}
		if err != nil {
			rows = append(rows, tool.Row(t.Project, err))
			continue
		}
		targets = append(targets, federation.Target{Project: p, Distance: max(t.Distance, 0), Nested: t.Nested})
	}
	return targets, rows, nil
}
