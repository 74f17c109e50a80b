package graph

import (
	"context"
	"errors"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
)

// begun is what a project knows of where a walk begins. All are nil if it does
// not know the symbol.
type begun struct {
	Answer *graph.Answer
	Stride *graph.StepResult
}

// AskGraph begins a walk.
var AskGraph = tool.Request[tool.None, *graph.Walker, begun]{
	Once: true,
	Answer: func(ctx context.Context, _ *workspace.Workspace, b federation.Open, _ tool.None, k *graph.Walker) (begun, error) {
		answer, stride, err := k.Start(ctx, b.Index)
		if errors.Is(err, projectbase.ErrNotFound) {
			return begun{}, nil
		}
		return begun{answer, stride}, err
	},
}

// stepTask is what a project has to look for in a step of a walk.
type stepTask struct {
	Walker   *graph.Walker
	Depth    int
	Exported []graph.Exported
	Wanted   []graph.Wanted
}

// stepAnswer is what it has found.
type stepAnswer struct {
	Stride *graph.StepResult
	Found  []int // which of Wanted
}

// AskStep goes a step on with a walk.
var AskStep = tool.Request[tool.None, stepTask, stepAnswer]{
	Once: true,
	Answer: func(ctx context.Context, _ *workspace.Workspace, b federation.Open, _ tool.None, t stepTask) (stepAnswer, error) {
		stride, err := t.Walker.Step(ctx, b.Index, t.Depth, t.Exported, t.Wanted)
		out := stepAnswer{Stride: stride}
		for i := range t.Wanted {
			if t.Wanted[i].Found() {
				out.Found = append(out.Found, i)
			}
		}
		return out, err
	},
}
