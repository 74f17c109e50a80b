package tool

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"codegraph/catalog"
	"codegraph/federation"
	"codegraph/projectbase"
)

// asking is a question to many projects as every node knows it: args are for all
// of them, own is for each. Who asks makes a federation.Question of it; who is
// asked answers by its name. Args, Own and Answer travel as JSON.
type asking[Args, Own, Answer any] struct {
	name   string
	terms  func(Args) catalog.Ask // nil: filters cannot tell
	answer func(ctx context.Context, d *Desk, b federation.Open, args Args, own Own) (Answer, error)
	check  func(Args, Answer) error // of an answer of another node; nil takes what can be read
	once   bool                     // see federation.Question
}

// none is what a question has that asks each project for the same.
type none = struct{}

// question returns what is asked. own returns what is for one project; nil is the
// zero Own for all.
func (q asking[Args, Own, Answer]) question(d *Desk, args Args, own func(catalog.ProjectID) Own) (federation.Question[Answer], error) {
	out := federation.Question[Answer]{Name: q.name, Once: q.once}
	data, err := json.Marshal(args)
	if err != nil {
		return out, err
	}
	out.Args = data
	if q.terms != nil {
		out.Terms = q.terms(args)
	}
	if own != nil {
		out.Own = func(id catalog.ProjectID) (json.RawMessage, error) { return json.Marshal(own(id)) }
	}
	out.Answer = func(ctx context.Context, b federation.Open) (Answer, error) {
		var o Own
		if own != nil {
			o = own(b.Target.Project.ID)
		}
		return q.answer(ctx, d, b, args, o)
	}
	if q.check != nil {
		out.Check = func(a Answer) error { return q.check(args, a) }
	}
	return out, nil
}

// ask asks the targets of a plan.
func (q asking[Args, Own, Answer]) ask(ctx context.Context, d *Desk, e *federation.Engine, targets []federation.Target, args Args,
	own func(catalog.ProjectID) Own) ([]federation.Part[Answer], []federation.Failure, error) {
	question, err := q.question(d, args, own)
	if err != nil {
		return nil, nil, err
	}
	return federation.Ask(ctx, e, targets, question)
}

// asked is an asking of any types.
type asked interface {
	reply(ctx context.Context, d *Desk, e *federation.Engine, targets []federation.Target, r *federation.Request) (*federation.Reply, error)
}

// row is how a failure is told to another node.
func row(id catalog.ProjectID, err error) federation.ReplyRow {
	told := FailureOf(err)
	return federation.ReplyRow{Project: id, Code: told.Code, Message: told.Message}
}

// reply implements asked. An answer that does not fit any more is a failure.
func (q asking[Args, Own, Answer]) reply(ctx context.Context, d *Desk, e *federation.Engine, targets []federation.Target, r *federation.Request) (*federation.Reply, error) {
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
	parts, failures, err := q.ask(ctx, d, e, targets, args, func(id catalog.ProjectID) Own { return owns[id] })
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
			out.Failures = append(out.Failures, row(p.Target.Project.ID, errTooMuch))
			continue
		}
		out.Parts = append(out.Parts, federation.ReplyPart{Project: p.Target.Project.ID, Answer: answer, State: p.State, Passed: p.Passed})
	}
	for _, f := range failures {
		out.Failures = append(out.Failures, row(f.Project.ID, f.Err))
	}
	return out, nil
}

// errTooMuch is the failure of projects whose answers do not fit into a reply.
var errTooMuch = fmt.Errorf("%w: the answers of its node are more than fits into one; ask for less", projectbase.ErrLimit)

var errAnswer = errors.New("its parts do not fit each other")
