package graph

import (
	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/query/graph"
	"codegraph/projectbase/query/symbol"
)

// GraphOut is the answer of questions about the users, uses and types of a symbol.
type GraphOut struct {
	Target       *symbol.Place  `json:"target,omitempty"`
	Matches      []graph.Match  `json:"matches"`
	TerminatedBy string         `json:"terminated_by"`
	Candidates   []symbol.Place `json:"candidates,omitempty"`
	Uncertain    int            `json:"uncertain"` // ambiguous references that may refer to the symbol
	Recursion    int            `json:"recursion"` // references of the symbol to itself, which are no matches
	// External counts references to packages outside of the projects, by package.
	External map[string]int `json:"external,omitempty"`
	Links    []Crossed      `json:"links,omitempty"` // between projects that the walk followed
	fanout.Envelope

	unbound symbol.Unbound
	name    string // of the request; shown if no project has the symbol
	title   title
	deeper  deeper
	format  string
	down    bool // the matches are used by the target
	lineage bool // the matches are types
}

// Len implements Listed.
func (o *GraphOut) Len() int { return len(o.Matches) }

// First implements Listed.
func (o *GraphOut) First(n int, hint string) any {
	c := *o
	c.Matches = o.Matches[:n]
	c.Cut(hint)
	return &c
}

// add adds the answer of the service, whose symbol counts if no project of this
// machine has one.
func (o *GraphOut) add(remote *GraphOut, limit int) {
	if o.Target == nil && len(o.Candidates) == 0 {
		o.Target, o.Candidates, o.External, o.TerminatedBy = remote.Target, remote.Candidates, remote.External, remote.TerminatedBy
		o.Matches, o.Links = remote.Matches, remote.Links
		o.Uncertain, o.Recursion = remote.Uncertain, remote.Recursion
	} else {
		o.Total -= remote.Total
		o.Candidates = append(o.Candidates, remote.Candidates...)
		if remote.Target != nil {
			o.Hints = append(o.Hints, tool.Hint{Text: "the service has another symbol of this name, in " + remote.Target.Project})
			o.Hint = tool.HintsText(o.Hints)
		}
	}
	if limit > 0 && len(o.Matches) > limit {
		o.Matches = o.Matches[:limit]
	}
	o.Truncated = len(o.Matches) < o.Total
}

// CallersIn is the input of callers and callees.
type CallersIn struct {
	Symbol string `json:"symbol" param:",required"`
	File   string `json:"file,omitempty" param:"file/of_symbol"`
	Depth  *int   `json:"depth,omitempty" param:",default=1"`
	Limit  *int   `json:"limit,omitempty"`
	Drawn

	walks walking
}

func (in *CallersIn) walking() *walking { return &in.walks }

// Callers returns the callers of a symbol.
func Callers() *tool.Spec {
	return walkQuestion(tool.Spec{
		Name: "callers",
		Doc: `Show who calls a function, method or constructor
Calls are resolved, not matched by name: ambiguous calls are counted apart. --depth 2 also gives the
callers of those. A name of several symbols gives candidates.`,
		Brief:   "Who calls a function or method: resolved calls, not text matches.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph callers Engine.Start\ncodegraph callers parse --file src/json.go --depth 3"},
	}, func(in *CallersIn, _ *workspace.Workspace) error { return in.check(false, callersTitle) })
}

// Callees returns the calls of a symbol.
func Callees() *tool.Spec {
	return walkQuestion(tool.Spec{
		Name: "callees",
		Doc: `Show what a function, method or type calls
Only resolved calls count. --depth 2 also gives the calls of those.`,
		Brief:   "What a function or method calls, over depth steps.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph callees Engine.Start --depth 2"},
	}, func(in *CallersIn, _ *workspace.Workspace) error { return in.check(true, calleesTitle) })
}

func (in *CallersIn) check(down bool, t func(direct bool) title) (err error) {
	in.walks = walking{walk: graph.Walk{Symbol: in.Symbol, Down: down, Calls: true}, file: in.File, format: in.Format}
	w := &in.walks
	w.walk.Depth, w.walk.Limit, err = tool.Bounds(in.Depth, in.Limit, 1)
	w.title, w.deeper = t(w.walk.Depth == 1), raiseDepth
	if w.walk.Depth == 1 && !down {
		w.deeper = indirectCallers
	}
	return err
}

// Drawn is the part of an input that questions with drawn answers share.
type Drawn struct {
	Format string `json:"format,omitempty" param:"format/graph"`
	fanout.Scoped
}

// CommonInput returns the parameters of every tool, with the format of a drawing.
func (d *Drawn) CommonInput() *tool.Common {
	d.Common.Format = d.Format
	return &d.Common
}
