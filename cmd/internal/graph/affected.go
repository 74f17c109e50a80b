package graph

import (
	"context"
	"fmt"
	"slices"

	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
	"codegraph/projectbase/query/graph"
)

// AffectedIn is what affected takes.
type AffectedIn struct {
	Files     []string `json:"files" param:"files/changed,required"`
	Depth     *int     `json:"depth,omitempty" param:",default=0"`
	Scope     string   `json:"scope,omitempty"`
	Limit     *int     `json:"limit,omitempty"`
	MaxTokens int      `json:"max_tokens,omitempty"`
	tool.Drawn
}

// AffectedOut is the answer of affected: tests alone.
type AffectedOut struct {
	*GraphOut
	TestFiles []string `json:"test_files"` // each once, sorted; of all tests that are given
}

// First implements Listed.
func (o *AffectedOut) First(n int, hint string) any {
	c := *o
	c.GraphOut = o.GraphOut.First(n, hint).(*GraphOut)
	return &c
}

// Affected returns the tests that reach changed files.
func Affected() *tool.Spec {
	return tool.Define(tool.Spec{
		Name: "affected",
		Doc: `Show which tests reach changed files
Follows what uses the files' symbols, and what imports them, to the tests: run those after a change.`,
		Brief:   "Which tests reach changed files: what to run after a change.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph affected src/engine.go src/player.go"},
	}, runAffected, func(o *AffectedOut, p *tool.Page) { graphText(o.GraphOut, p) })
}

func runAffected(ctx context.Context, d *workspace.Workspace, in AffectedIn) (*AffectedOut, error) {
	w := graph.Walk{Tests: true}
	var err error
	if w.Depth, w.Limit, err = tool.Bounds(in.Depth, in.Limit, 0); err != nil {
		return nil, err
	}
	if len(in.Files) == 0 {
		return nil, fmt.Errorf("%w: files is empty; name what was changed", projectbase.ErrUsage)
	}
	missing, err := changed(ctx, d, in, &w)
	if err != nil {
		return nil, err
	}
	out := &AffectedOut{TestFiles: []string{}}
	ask := walkAsk{project: in.Project, scope: in.Scope, title: "tests that reach " + tool.Count(len(in.Files), "changed file", "changed files") + "%.0s", format: in.Format, tokens: in.MaxTokens}
	if len(w.Whole) == 0 {
		return nil, fmt.Errorf("%s: %w", missing[0].Message, projectbase.ErrNotFound)
	}
	if out.GraphOut, err = walk(ctx, d, w, ask); err != nil {
		return nil, err
	}
	for i := range out.Matches {
		if f := string(out.Matches[i].File); !slices.Contains(out.TestFiles, f) {
			out.TestFiles = append(out.TestFiles, f)
		}
	}
	slices.Sort(out.TestFiles)
	if len(missing) > 0 {
		out.Failures, out.Complete = append(out.Failures, missing...), false
	}
	return out, nil
}

// changed fills in the files of a walk; those that are not in the base are
// failures.
func changed(ctx context.Context, d *workspace.Workspace, in AffectedIn, w *graph.Walk) ([]tool.ProjectFailure, error) {
	o, err := d.Open(ctx, in.Project)
	if err != nil {
		return nil, err
	}
	defer o.Close()
	var missing []tool.ProjectFailure
	for _, name := range in.Files {
		path, err := d.File(o.Project, name)
		if err != nil {
			return nil, err
		}
		known, err := o.Has(ctx, path)
		if err != nil {
			return nil, err
		}
		if !known {
			missing = append(missing, tool.ProjectFailure{Project: o.Name(), File: string(path), Code: "not_found",
				Message: fmt.Sprintf("%s is not in the base", query.Shown(string(path), 0))})
			continue
		}
		w.Whole = append(w.Whole, path)
	}
	return missing, nil
}
