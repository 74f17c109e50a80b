package graph

import (
	"context"
	"errors"
	"strings"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
)

// ImpactIn is what impact takes.
type ImpactIn struct {
	Symbol    string `json:"symbol" param:"symbol/or_file,required"`
	File      string `json:"file,omitempty" param:"file/of_symbol"`
	Direction string `json:"direction,omitempty"`
	Depth     *int   `json:"depth,omitempty" param:",default=3"`
	Scope     string `json:"scope,omitempty"`
	Limit     *int   `json:"limit,omitempty"`
	MaxTokens int    `json:"max_tokens,omitempty"`
	tool.Drawn
}

// Impact returns what a change of a symbol or file may concern.
func Impact() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "impact",
		Doc: `Show what a change of a symbol or file may concern, step by step
All kinds of references count, and inheritance: a change of an interface's method concerns what
implements it. Tests are marked. Ask before changing what others use.`,
		Brief:   "What a change of a symbol or file may break, by steps, tests marked. Ask before changing.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph impact Engine.Start\ncodegraph impact src/engine.go --depth 0"},
	}, runImpact, graphText)
}

func runImpact(ctx context.Context, d *workspace.Workspace, in ImpactIn) (*GraphOut, error) {
	w := graph.Walk{Symbol: in.Symbol}
	var err error
	if w.Depth, w.Limit, err = tool.Bounds(in.Depth, in.Limit, 3); err != nil {
		return nil, err
	}
	ask := walkAsk{project: in.Project, scope: in.Scope, file: in.File, title: "a change of %s concerns", format: in.Format, tokens: in.MaxTokens}
	if in.File == "" {
		path, err := wholeFile(ctx, d, in.Project, in.Symbol)
		if err != nil {
			return nil, err
		}
		if path != "" {
			w.Whole = []projectbase.Path{path}
		}
	}
	if in.Direction == "down" {
		w.Down, ask.title = true, "%s needs"
	}
	out, err := walk(ctx, d, w, ask)
	if err != nil || in.Direction != "both" || len(out.Candidates) > 0 {
		return out, err
	}
	w.Down = true
	down, err := walk(ctx, d, w, ask)
	if err != nil {
		return nil, err
	}
	out.join(down)
	return out, nil
}

// wholeFile returns the path of the file that a target means, "" if it means a
// symbol: a file is there, or was indexed, and the name has a dot or a slash.
func wholeFile(ctx context.Context, d *workspace.Workspace, project, target string) (projectbase.Path, error) {
	if !strings.ContainsAny(target, "./") {
		return "", nil
	}
	o, err := d.Open(ctx, project)
	if errors.Is(err, projectbase.ErrNotIndexed) && project == "" {
		return "", nil // the walk says so, or asks others
	}
	if err != nil {
		return "", err
	}
	defer o.Close()
	path, err := d.File(o.Project, target)
	if err != nil {
		return "", nil // it lies outside of the project, if it is a path at all
	}
	if known, err := o.Has(ctx, path); err != nil || !known {
		return "", err
	}
	return path, nil
}

// join adds the answer of the other direction. Its steps count from the same
// symbol, and what is in both is there twice.
func (o *GraphOut) join(down *GraphOut) {
	for _, m := range down.Matches {
		m.Direction = "down"
		o.Matches = append(o.Matches, m)
	}
	o.Total += down.Total
	o.Truncated = o.Truncated || down.Truncated
	o.title = "around %s"
	if o.TerminatedBy == graph.EndExhausted {
		o.TerminatedBy = down.TerminatedBy
	}
	for i := range o.Projects {
		if i < len(down.Projects) && down.Projects[i].Name == o.Projects[i].Name {
			o.Projects[i].Matches += down.Projects[i].Matches
		}
	}
	o.Links = append(o.Links, down.Links...)
	o.External = down.External
	if down.Hint != o.Hint {
		o.Hint = tool.JoinHints(o.Hint, down.Hint)
	}
}
