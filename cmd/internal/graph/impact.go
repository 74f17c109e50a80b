package graph

import (
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase/query/graph"
)

// ImpactIn is the input of impact.
type ImpactIn struct {
	Symbol    string `json:"symbol" param:"symbol/or_file,required"`
	File      string `json:"file,omitempty" param:"file/of_symbol"`
	Direction string `json:"direction,omitempty"`
	Depth     *int   `json:"depth,omitempty" param:",default=3"`
	Limit     *int   `json:"limit,omitempty"`
	Drawn

	walks walking
}

func (in *ImpactIn) walking() *walking { return &in.walks }

// Impact returns the symbols that a change of a symbol or file may affect.
func Impact() *tool.Spec {
	return walkQuestion(tool.Spec{
		Name: "impact",
		Doc: `Show what a change of a symbol or file may affect, step by step
All kinds of references count, and inheritance: a change of an interface's method affects its
implementations. Tests are marked. Ask before you change shared code.`,
		Brief:   "What a change of a symbol or file may break, by steps, tests marked. Ask before changing.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph impact Engine.Start\ncodegraph impact src/engine.go --depth 0"},
	}, checkImpact)
}

func checkImpact(in *ImpactIn, _ *workspace.Workspace) (err error) {
	in.walks = walking{walk: graph.Walk{Symbol: in.Symbol}, file: in.File, orFile: true, title: impactTitle, deeper: raiseDepth, format: in.Format}
	switch in.Direction {
	case "down":
		in.walks.walk.Down, in.walks.title = true, usesTitle
	case "both":
		in.walks.both = true
	}
	in.walks.walk.Depth, in.walks.walk.Limit, err = tool.Bounds(in.Depth, in.Limit, 3)
	return err
}

// join adds the answer of the other direction. Its steps count from the same
// symbol. A symbol in both directions appears twice.
func (o *GraphOut) join(down *GraphOut) {
	for _, m := range down.Matches {
		m.Direction = "down"
		o.Matches = append(o.Matches, m)
	}
	o.Total += down.Total
	o.title = aroundTitle
	if o.TerminatedBy == graph.EndExhausted {
		o.TerminatedBy = down.TerminatedBy
	}
	o.Links = append(o.Links, down.Links...)
	o.External = down.External
}
