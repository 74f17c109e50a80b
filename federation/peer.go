package federation

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"sync"
	"time"

	"codegraph/catalog"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// ErrAway says that the node that a project lies on did not answer.
var ErrAway = errors.New("its node does not answer")

// Peers are the other nodes, as they are reached from here.
type Peers interface {
	// Of returns whom to ask for the projects of a node. Projects whose peers are
	// equal are asked for at once, so peers are comparable. Errors wrap ErrAway or
	// ErrElsewhere.
	Of(ctx context.Context, node string) (Peer, error)
}

// Peer answers questions about projects that lie elsewhere.
type Peer interface {
	// Ask sends a question. What comes back is not to be trusted further than
	// that it is a Reply of bounded size. Errors wrap ErrAway, or tell a failure
	// as a *ToldError.
	Ask(ctx context.Context, question string, r *Request) (*Reply, error)
}

// Rights are those of the caller that a node asks another for. The zero Rights
// are none.
type Rights struct {
	Scope    catalog.Scope `json:"scope"`
	Projects []string      `json:"projects"` // globs of names, as in catalog.Token; null: all
	Token    string        `json:"token"`    // the id of the caller's token in the catalog; "" if it has none there
}

// Request is a question on its way to another node: its name is the address that
// it goes to.
type Request struct {
	Args    json.RawMessage `json:"args"` // null: none
	Targets []Asked         `json:"targets"`
	// Rights are the caller's, from nodes only: others have those of their token.
	Rights *Rights `json:"rights,omitempty"`
	// Forwarded says that a node asks, which has planned already: what does not
	// lie on the node that is asked is not looked for elsewhere.
	Forwarded bool  `json:"forwarded"`
	TimeMS    int64 `json:"time_ms"`   // after which nobody waits for the reply any more
	BudgetMS  int64 `json:"budget_ms"` // for making sure of bases
}

// Asked is a project that a Request is about.
type Asked struct {
	Project  catalog.ProjectID  `json:"project"`
	Distance int                `json:"distance"`
	Nested   []projectbase.Path `json:"nested,omitempty"`
	Args     json.RawMessage    `json:"args,omitempty"` // for this project alone
}

// Reply is what a node answers. Each project of the request is in one of the
// lists.
type Reply struct {
	Parts    []ReplyPart `json:"parts"`
	Failures []ReplyRow  `json:"failures"`
}

// ReplyPart is the answer of one project.
type ReplyPart struct {
	Project catalog.ProjectID `json:"project"`
	Answer  json.RawMessage   `json:"answer"` // null if it was passed over
	State   State             `json:"state"`
	Passed  bool              `json:"passed"`
}

// ReplyRow is a project that could not answer.
type ReplyRow struct {
	Project catalog.ProjectID `json:"project"`
	Code    string            `json:"code"`
	Message string            `json:"message"`
}

// ToldError is a failure as another node has told it.
type ToldError struct {
	Code    string
	Message string // may be shown
}

func (e *ToldError) Error() string { return e.Message }

// maxTold is how much of another node's message is shown, in characters.
const maxTold = 500

// Told returns the error of a code and a message that came from elsewhere.
func Told(code, message string) *ToldError {
	return &ToldError{Code: query.Shown(code, 40), Message: query.Shown(message, maxTold)}
}

// away returns the error of a node that does not answer, for its projects.
func away(node string, err error) error {
	var told *ToldError
	switch {
	case errors.As(err, &told):
		return err
	case errors.Is(err, ErrAway), errors.Is(err, ErrElsewhere), errors.Is(err, ErrSlow):
		return fmt.Errorf("node %s: %w", query.Shown(node, 60), err)
	}
	return fmt.Errorf("node %s: %w: %w", query.Shown(node, 60), ErrAway, err)
}

// elsewhere reports whether another node answers for a target.
func (e *Engine) elsewhere(t *Target) bool {
	return e.Peers != nil && t.Project.AskedAt(e.Node) != e.Node
}

// errand is what one peer is asked for.
type errand struct {
	peer Peer
	at   []int // of the targets
}

// errands sorts the targets that lie elsewhere by whom to ask for them. Of nodes
// that nobody can be asked for, failed gets the error.
func (e *Engine) errands(ctx context.Context, targets []Target, failed []error) []*errand {
	var list []*errand
	type found struct {
		to  *errand
		err error
	}
	byNode, byPeer := map[string]found{}, map[Peer]*errand{}
	for i := range targets {
		if !e.elsewhere(&targets[i]) {
			continue
		}
		node := targets[i].Project.AskedAt(e.Node)
		f, ok := byNode[node]
		if !ok {
			var peer Peer
			if peer, f.err = e.Peers.Of(ctx, node); f.err == nil {
				if f.to = byPeer[peer]; f.to == nil {
					f.to = &errand{peer: peer}
					byPeer[peer] = f.to
					list = append(list, f.to)
				}
			}
			byNode[node] = f
		}
		if f.err != nil {
			failed[i] = away(node, f.err)
			continue
		}
		f.to.at = append(f.to.at, i)
	}
	return list
}

// askPeers asks all peers at once and waits for them, each for a limited time.
// It fills in the parts, or the errors, of the targets that lie elsewhere.
func askPeers[T any](ctx context.Context, e *Engine, targets []Target, q *Question[T], parts []Part[T], failed []error) {
	var wait sync.WaitGroup
	for _, x := range e.errands(ctx, targets, failed) {
		wait.Go(func() {
			defer func() {
				if p := recover(); p != nil {
					// What another node says may break what reads it: that is its own answer.
					for _, i := range x.at {
						failed[i] = Told("unavailable", "node "+targets[i].Project.Node+" has answered what cannot be read")
					}
				}
			}()
			askPeer(ctx, e, targets, q, x, parts, failed)
		})
	}
	wait.Wait()
}

// askPeer asks one peer.
func askPeer[T any](ctx context.Context, e *Engine, targets []Target, q *Question[T], x *errand, parts []Part[T], failed []error) {
	limit := min(e.awayLimit(), remaining(ctx))
	timed, cancel := context.WithTimeoutCause(ctx, limit, ErrSlow)
	defer cancel()
	r, err := request(e, targets, q, x.at, limit)
	var reply *Reply
	if err == nil {
		reply, err = x.peer.Ask(timed, q.Name, r)
	}
	if timed.Err() != nil && ctx.Err() == nil {
		err = fmt.Errorf("%w: it has not within %s", ErrAway, limit.Round(time.Millisecond))
	}
	if err != nil {
		for _, i := range x.at {
			failed[i] = away(targets[i].Project.AskedAt(e.Node), err)
		}
		return
	}
	accept(q, reply, targets, x.at, parts, failed)
}

// remaining is the time until a context ends, or very long.
func remaining(ctx context.Context) time.Duration {
	if end, ok := ctx.Deadline(); ok {
		return time.Until(end)
	}
	return 24 * time.Hour
}

// spare is the part of a peer's time that its reply has for the way back.
const spare = time.Second

// request makes the request for some of the targets.
func request[T any](e *Engine, targets []Target, q *Question[T], at []int, limit time.Duration) (*Request, error) {
	r := &Request{Args: q.Args, Rights: e.Rights, Forwarded: e.Rights != nil, TimeMS: max(limit-min(spare, limit/4), 0).Milliseconds(), BudgetMS: e.Budget.Milliseconds()}
	for _, i := range at {
		t := &targets[i]
		a := Asked{Project: t.Project.ID, Distance: t.Distance, Nested: t.Nested}
		if q.Own != nil {
			own, err := q.Own(t.Project.ID)
			if err != nil {
				return nil, err
			}
			a.Args = own
		}
		r.Targets = append(r.Targets, a)
	}
	return r, nil
}

// accept takes what a node answered about the projects that it was asked for,
// the first answer about each. All else is dropped.
func accept[T any](q *Question[T], reply *Reply, targets []Target, at []int, parts []Part[T], failed []error) {
	open := map[catalog.ProjectID]int{}
	for _, i := range at {
		open[targets[i].Project.ID] = i
	}
	take := func(id catalog.ProjectID) (int, bool) {
		i, ok := open[id]
		delete(open, id)
		return i, ok
	}
	for i := range reply.Parts {
		p := &reply.Parts[i]
		at, ok := take(p.Project)
		if !ok {
			continue
		}
		var err error
		if parts[at], err = received(q, p, targets[at]); err != nil {
			failed[at] = Told("unavailable", fmt.Sprintf("node %s has answered what cannot be read; it may be of another version: %v", targets[at].Project.Node, err))
		}
	}
	for _, f := range reply.Failures {
		if i, ok := take(f.Project); ok {
			failed[i] = Told(f.Code, f.Message)
		}
	}
	for _, i := range open {
		failed[i] = Told("unavailable", fmt.Sprintf("node %s has not answered for it", targets[i].Project.Node))
	}
}

// received reads one project's answer strictly. Texts lose what should not be
// shown, as those of bases here do.
func received[T any](q *Question[T], p *ReplyPart, t Target) (part Part[T], err error) {
	part = Part[T]{Target: t, State: p.State, Passed: p.Passed}
	if part.State.Pending == nil {
		part.State.Pending = []projectbase.Path{}
	}
	switch part.State.State {
	case "fresh", "pending", "unknown":
	default:
		return part, errors.New("its freshness is none that is known")
	}
	clean(&part.State)
	if p.Passed {
		return part, nil
	}
	if err := Decode(p.Answer, &part.Answer); err != nil {
		return part, err
	}
	clean(&part.Answer)
	if q.Check != nil {
		err = q.Check(part.Answer)
	}
	return part, err
}

// Decode reads one JSON value that came from elsewhere: no unknown fields, nothing
// after it.
func Decode(data json.RawMessage, v any) error {
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(v); err != nil {
		return fmt.Errorf("%w: %s", projectbase.ErrUsage, query.Shown(err.Error(), 200))
	}
	if d.More() {
		return fmt.Errorf("%w: there is more than one JSON value", projectbase.ErrUsage)
	}
	return nil
}

// own returns the targets that lie here.
func (e *Engine) own(targets []Target) []Target {
	if e.Peers == nil {
		return targets
	}
	var list []Target
	for i := range targets {
		if !e.elsewhere(&targets[i]) {
			list = append(list, targets[i])
		}
	}
	return list
}
