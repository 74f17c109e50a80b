package graph

import (
	"context"
	"fmt"
	"slices"

	"codegraph/cmd/internal/fanout"
	"codegraph/cmd/internal/tool"
	"codegraph/cmd/internal/workspace"
	"codegraph/projectbase"
	"codegraph/projectbase/query/graph"
)

// AffectedIn is the input of affected.
type AffectedIn struct {
	Files []string `json:"files" param:"files/changed,required"`
	Depth *int     `json:"depth,omitempty" param:",default=0"`
	Limit *int     `json:"limit,omitempty"`
	Drawn

	walks walking
}

func (in *AffectedIn) walking() *walking { return &in.walks }

// AffectedOut is the answer of affected: tests alone.
type AffectedOut struct {
	*GraphOut
	TestFiles []string `json:"test_files"` // of all given tests, each once, sorted
}

// First implements Listed.
func (o *AffectedOut) First(n int, hint string) any {
	c := *o
	c.GraphOut = o.GraphOut.First(n, hint).(*GraphOut)
	return &c
}

// Affected returns the tests that reach changed files.
func Affected() *tool.Spec {
	return fanout.Question[AffectedIn, *located, *AffectedOut]{Spec: tool.Spec{
		Name: "affected",
		Doc: `Show which tests reach changed files
Follows the users and importers of the files to the tests. Run those tests after a change.`,
		Brief:   "Which tests reach changed files: what to run after a change.",
		List:    true,
		Hints:   tool.Hints{ReadOnly: true, Idempotent: true},
		Command: tool.Command{Group: tool.GroupAsk, Example: "codegraph affected src/engine.go src/player.go"},
	}, Check: checkAffected,
		Ask: func(ctx context.Context, o *workspace.Index, in *AffectedIn) (*located, error) {
			return locate(ctx, o, &in.walks)
		},
		Merge: mergeAffected, Join: joinAffected,
		Text: func(o *AffectedOut, p *tool.Page) { graphText(o.GraphOut, p) }}.Tool()
}

func checkAffected(in *AffectedIn, _ *workspace.Workspace) (err error) {
	if len(in.Files) == 0 {
		return fmt.Errorf("%w: files is empty; name the changed files", projectbase.ErrUsage)
	}
	in.walks = walking{walk: graph.Walk{Tests: true}, files: in.Files, format: in.Format, deeper: raiseDepth,
		title: testsTitle(len(in.Files))}
	in.walks.walk.Depth, in.walks.walk.Limit, err = tool.Bounds(in.Depth, in.Limit, 0)
	return err
}

func mergeAffected(ctx context.Context, a *fanout.Answers[AffectedIn, *located]) (*AffectedOut, error) {
	found, err := mergeWalk(ctx, a)
	if err != nil {
		return nil, err
	}
	out := &AffectedOut{GraphOut: found}
	out.listFiles()
	return out, nil
}

// joinAffected adds the answer of the service.
func joinAffected(out, remote *AffectedOut, in *AffectedIn) {
	out.add(remote.GraphOut, in.walks.walk.Limit)
	out.listFiles()
}

// listFiles lists the files of the given tests.
func (o *AffectedOut) listFiles() {
	o.TestFiles = []string{}
	for i := range o.Matches {
		if f := string(o.Matches[i].File); !slices.Contains(o.TestFiles, f) {
			o.TestFiles = append(o.TestFiles, f)
		}
	}
	slices.Sort(o.TestFiles)
}
