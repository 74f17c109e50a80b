package graph

import (
	"context"
	"errors"
	"fmt"
	"time"

	"codegraph/catalog"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
)

// GraphOut is the answer of questions that walk over the graph.
type GraphOut struct {
	*graph.Answer
	Truncated bool                  `json:"truncated"`
	Complete  bool                  `json:"complete"`
	Links     []Crossed             `json:"links,omitempty"` // between projects that the walk went over
	Projects  []tool.ProjectAnswer  `json:"projects"`
	Failures  []tool.ProjectFailure `json:"failures"`
	Hint      string                `json:"hint"`

	tool.Limited
	title  string // what was asked, with a place for the name
	format string

	down    bool // what it uses was asked for
	each    bool // each reference is a match of its own
	lineage bool // directions tell bases from what is based on them
}

// Incomplete implements Incomplete.
func (o *GraphOut) Incomplete() bool { return !o.Complete }

// Len implements Listed.
func (o *GraphOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *GraphOut) First(n int, hint string) any {
	c := *o
	a := *o.Answer
	a.Matches = a.Matches[:n]
	c.Answer, c.Truncated, c.Hint = &a, true, tool.JoinHints(o.Hint, hint)
	return &c
}

// walkTime is how long a walk over the graph may go on.
const walkTime = 10 * time.Second

// CallersIn is what callers and callees take.
type CallersIn struct {
	Symbol    string `json:"symbol" param:",required"`
	File      string `json:"file,omitempty" param:"file/of_symbol"`
	Depth     *int   `json:"depth,omitempty" param:",default=1"`
	Scope     string `json:"scope,omitempty"`
	Limit     *int   `json:"limit,omitempty"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Drawn
}

// Callers returns what calls a symbol.
func Callers() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "callers",
		Doc: `Show who calls a function, method or constructor
Calls are resolved, not matched by name: a call that may mean another symbol of the name is counted
apart. With --depth also who calls those. A name that several symbols share gives candidates.`,
		Brief:   "Who calls a function or method: resolved calls, not text matches.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph callers Engine.Start\ncodegraph callers parse --file src/json.go --depth 3"},
	}, func(ctx context.Context, d *workspace.Workspace, in CallersIn) (*GraphOut, error) {
		return runCalls(ctx, d, in, false)
	}, graphText)
}

// Callees returns what a symbol calls.
func Callees() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "callees",
		Doc: `Show what a function, method or type calls
Only calls that are resolved to a symbol of the project; with --depth also what those call.`,
		Brief:   "What a function or method calls, over depth steps.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph callees Engine.Start --depth 2"},
	}, func(ctx context.Context, d *workspace.Workspace, in CallersIn) (*GraphOut, error) {
		return runCalls(ctx, d, in, true)
	}, graphText)
}

func runCalls(ctx context.Context, d *workspace.Workspace, in CallersIn, down bool) (*GraphOut, error) {
	w := graph.Walk{Symbol: in.Symbol, Down: down, Calls: true}
	var err error
	if w.Depth, w.Limit, err = tool.Bounds(in.Depth, in.Limit, 1); err != nil {
		return nil, err
	}
	title := "callers of %s"
	if down {
		title = "%s calls"
	}
	return walk(ctx, d, w, walkAsk{project: in.Project, file: in.File, scope: in.Scope, title: title, format: in.Format, tokens: in.MaxTokens})
}

// walkAsk is what a walk needs beside the question to the base.
type walkAsk struct {
	project, file, scope, title, format string
	tokens                              int
}

// walk walks over one project, or those of a scope.
func walk(ctx context.Context, d *workspace.Workspace, w graph.Walk, ask walkAsk) (*GraphOut, error) {
	s, err := workspace.ScopeOf(ask.scope, false)
	if err != nil {
		return nil, err
	}
	if !s.Alone() {
		return walkAcross(ctx, d, w, ask, s)
	}
	w.Time = walkTime
	out, err := graphOf(ctx, d, ask, func(o *workspace.Index, file projectbase.Path) (*graph.Answer, error) {
		w.File = file
		return graph.Traverse(ctx, o.Index, w)
	})
	if errors.Is(err, projectbase.ErrNotIndexed) && ask.project == "" && ask.scope == "" {
		if out, e := walkAll(ctx, d, w, ask); out != nil || e != nil {
			return out, e
		}
	}
	if err != nil {
		return nil, err
	}
	out.down, out.each = w.Down, w.Each
	out.Hint = tool.JoinHints(out.Hint, boundHint(out, w, ""))
	if !w.Down && out.Target != nil {
		out.Hint = tool.JoinHints(out.Hint, dependentsHint(ctx, d, ask.project))
	}
	return out, nil
}

// walkAll asks the whole catalog for somebody who is in no project; nil if there
// is none to ask.
func walkAll(ctx context.Context, d *workspace.Workspace, w graph.Walk, ask walkAsk) (*GraphOut, error) {
	anybody, err := d.Anybody(ctx)
	if err != nil || !anybody {
		return nil, err
	}
	out, err := walkAcross(ctx, d, w, ask, federation.Scope{Kind: federation.ScopeAll})
	if err != nil {
		return nil, err
	}
	out.Hint = tool.JoinHints("there is no project here, so the whole catalog was asked", out.Hint)
	return out, nil
}

// dependentsHint says how many projects depend on the one that is asked, "" if
// none does or that is not known.
func dependentsHint(ctx context.Context, d *workspace.Workspace, project string) string {
	p, err := d.Find(project)
	if err != nil || d.Catalog == nil {
		return ""
	}
	store, err := d.Catalog(ctx)
	if err != nil {
		return "" // without a catalog, nothing is known of others
	}
	known, err := store.Find(ctx, p.Root, d.Node)
	if err != nil {
		return ""
	}
	links, err := store.Links(ctx, catalog.LinkQuery{To: []catalog.ProjectID{known.ID}})
	if err != nil {
		return ""
	}
	from := map[catalog.ProjectID]bool{}
	for _, l := range links {
		from[l.From] = true
	}
	switch len(from) {
	case 0:
		return ""
	case 1:
		return "1 project depends on this one; scope dependents asks it too"
	}
	return fmt.Sprintf("%d projects depend on this one; scope dependents asks them too", len(from))
}

// declaredIn returns the path of the file that a symbol is to be declared in, ""
// if none is named.
func declaredIn(d *workspace.Workspace, o *workspace.Index, file string) (projectbase.Path, error) {
	if file == "" {
		return "", nil
	}
	return d.File(o.Project, file)
}
