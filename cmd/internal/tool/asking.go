package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"codegraph/catalog"
	"codegraph/cmd/internal/workspace"
	"codegraph/federation"
	"codegraph/projectbase"
)

// Request is a question to many projects as every node knows it: args are for all
// of them, own is for each. Who asks makes a federation.Question of it; who is
// asked answers by its name. Args, Own and Answer travel as JSON.
type Request[Args, Own, Answer any] struct {
	Name   string
	Terms  func(Args) catalog.Ask // nil: filters cannot tell
	Answer func(ctx context.Context, d *workspace.Workspace, b federation.Open, args Args, own Own) (Answer, error)
	Check  func(Args, Answer) error // of an answer of another node; nil takes what can be read
	Once   bool                     // see federation.Question
}

// None is what a question has that asks each project for the same.
type None = struct{}

// question returns what is asked. own returns what is for one project; nil is the
// zero Own for all.
func (q Request[Args, Own, Answer]) question(d *workspace.Workspace, args Args, own func(catalog.ProjectID) Own) (federation.Question[Answer], error) {
	out := federation.Question[Answer]{Name: q.Name, Once: q.Once}
	data, err := json.Marshal(args)
	if err != nil {
		return out, err
	}
	out.Args = data
	if q.Terms != nil {
		out.Terms = q.Terms(args)
	}
	if own != nil {
		out.Own = func(id catalog.ProjectID) (json.RawMessage, error) { return json.Marshal(own(id)) }
	}
	out.Answer = func(ctx context.Context, b federation.Open) (Answer, error) {
		var o Own
		if own != nil {
			o = own(b.Target.Project.ID)
		}
		return q.Answer(ctx, d, b, args, o)
	}
	if q.Check != nil {
		out.Check = func(a Answer) error { return q.Check(args, a) }
	}
	return out, nil
}

// Ask asks the targets of a plan.
func (q Request[Args, Own, Answer]) Ask(ctx context.Context, d *workspace.Workspace, e *federation.Engine, targets []federation.Target, args Args,
	own func(catalog.ProjectID) Own) ([]federation.Part[Answer], []federation.Failure, error) {
	question, err := q.question(d, args, own)
	if err != nil {
		return nil, nil, err
	}
	return federation.Ask(ctx, e, targets, question)
}

// Asked is an asking of any types.
type Asked interface {
	Reply(ctx context.Context, d *workspace.Workspace, e *federation.Engine, targets []federation.Target, r *federation.Request) (*federation.Reply, error)
}

// Row is how a failure is told to another node.
func Row(id catalog.ProjectID, err error) federation.ReplyRow {
	told := FailureOf(err)
	return federation.ReplyRow{Project: id, Code: told.Code, Message: told.Message}
}

// Reply implements asked. An answer that does not fit any more is a failure.
func (q Request[Args, Own, Answer]) Reply(ctx context.Context, d *workspace.Workspace, e *federation.Engine, targets []federation.Target, r *federation.Request) (*federation.Reply, error) {
	var args Args
	if err := federation.Decode(r.Args, &args); err != nil {
		return nil, err
	}
	owns := map[catalog.ProjectID]Own{}
	for _, t := range r.Targets {
		if len(t.Args) == 0 {
			continue
		}
		var own Own
		if err := federation.Decode(t.Args, &own); err != nil {
			return nil, err
		}
		owns[t.Project] = own
	}
	parts, failures, err := q.Ask(ctx, d, e, targets, args, func(id catalog.ProjectID) Own { return owns[id] })
	if err != nil {
		return nil, err
	}
	out := &federation.Reply{Parts: []federation.ReplyPart{}, Failures: []federation.ReplyRow{}}
	size := 0
	for _, p := range parts {
		answer := json.RawMessage("null")
		if !p.Passed {
			if answer, err = json.Marshal(p.Answer); err != nil {
				return nil, err
			}
		}
		if size += len(answer) + 1000; size > federation.MaxReply {
			out.Failures = append(out.Failures, Row(p.Target.Project.ID, errTooMuch))
			continue
		}
		out.Parts = append(out.Parts, federation.ReplyPart{Project: p.Target.Project.ID, Answer: answer, State: p.State, Passed: p.Passed})
	}
	for _, f := range failures {
		out.Failures = append(out.Failures, Row(f.Project.ID, f.Err))
	}
	return out, nil
}

// errTooMuch is the failure of projects whose answers do not fit into a reply.
var errTooMuch = fmt.Errorf("%w: the answers of its node are more than fits into one; ask for less", projectbase.ErrLimit)

var ErrAnswer = errors.New("its parts do not fit each other")
