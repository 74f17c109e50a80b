package tool

import (
	"context"
	"errors"

	"codegraph/catalog"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
)

// Request is a question to many projects: args are for all of them, own is for each.
type Request[Args, Own, Answer any] struct {
	Terms  func(Args) catalog.TermQuery // nil: filters cannot tell
	Answer func(ctx context.Context, d *workspace.Workspace, b federation.Open, args Args, own Own) (Answer, error)
	Once   bool // see federation.Question
}

// None is what a question has that asks each project for the same.
type None = struct{}

// Ask asks the targets of a plan. own returns what is for one project; nil is the
// zero Own for all.
func (q Request[Args, Own, Answer]) Ask(ctx context.Context, d *workspace.Workspace, e *federation.Engine, targets []federation.Target, args Args,
	own func(catalog.ProjectID) Own) ([]federation.Part[Answer], []federation.Failure, error) {
	question := federation.Question[Answer]{Once: q.Once}
	if q.Terms != nil {
		question.Terms = q.Terms(args)
	}
	question.Answer = func(ctx context.Context, b federation.Open) (Answer, error) {
		var o Own
		if own != nil {
			o = own(b.Target.Project.ID)
		}
		return q.Answer(ctx, d, b, args, o)
	}
	return federation.Ask(ctx, e, targets, question)
}

var ErrAnswer = errors.New("its parts do not fit each other")
