package graph

import (
	"context"
	"errors"
	"fmt"

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
	Walker *graph.Walker // with what was found
}

// errNoWalk refuses to go on with a walk that did not travel along.
var errNoWalk = fmt.Errorf("%w: there is no walk to go on with", projectbase.ErrUsage)

// AskGraph begins a walk.
var AskGraph = tool.Request[tool.None, *graph.Walker, begun]{
	Name: "graph",
	Once: true,
	Answer: func(ctx context.Context, _ *workspace.Workspace, b federation.Open, _ tool.None, k *graph.Walker) (begun, error) {
		if k == nil {
			return begun{}, errNoWalk
		}
		answer, stride, err := k.Start(ctx, b.Index)
		if errors.Is(err, projectbase.ErrNotFound) {
			return begun{}, nil
		}
		return begun{answer, stride, k}, err
	},
	Check: func(_ tool.None, a begun) error {
		if (a.Answer == nil) != (a.Stride == nil) || (a.Answer == nil) != (a.Walker == nil) {
			return tool.ErrAnswer
		}
		return nil
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
	Walker *graph.Walker
	Found  []int // which of Wanted
}

// AskStep goes a step on with a walk.
var AskStep = tool.Request[tool.None, stepTask, stepAnswer]{
	Name: "graph_step",
	Once: true,
	Answer: func(ctx context.Context, _ *workspace.Workspace, b federation.Open, _ tool.None, t stepTask) (stepAnswer, error) {
		if t.Walker == nil {
			return stepAnswer{}, errNoWalk
		}
		stride, err := t.Walker.Step(ctx, b.Index, t.Depth, t.Exported, t.Wanted)
		out := stepAnswer{Stride: stride, Walker: t.Walker}
		for i := range t.Wanted {
			if t.Wanted[i].Found() {
				out.Found = append(out.Found, i)
			}
		}
		return out, err
	},
	Check: func(_ tool.None, a stepAnswer) error {
		if a.Stride == nil || a.Walker == nil {
			return tool.ErrAnswer
		}
		return nil
	},
}
