package federation

import (
	"context"
	"errors"
	"runtime"
	"slices"
	"time"

	"codegraph/catalog"
	"codegraph/projectbase"
	"codegraph/projectbase/query"
)

// ErrMissing says that a project's base or root is not there any more.
var ErrMissing = errors.New("missing")

// ErrElsewhere means that a project is on another machine and has no published
// index here.
var ErrElsewhere = errors.New("it is on another machine and has no published index here")

// ErrSlow says that a project did not answer within the limit of a question.
var ErrSlow = errors.New("no answer in time")

// Question is a question as a value.
type Question[T any] struct {
	// Terms says which term an index must have to answer anything. The zero value asks
	// every index. Ask fills in its Present.
	Terms  catalog.TermQuery
	Answer func(ctx context.Context, b Open) (T, error)
	// Once is true if an index must not be asked twice. Otherwise, if a nested project
	// fails, the project around it is asked again and includes its files.
	Once bool
}

// Open is an index while it is asked.
type Open struct {
	*query.Index
	Target Target
	State  State
}

// State is how an index compares with its files.
type State = projectbase.Freshness

// Refresher compares an index with its files before it is asked, and indexes
// changes within the budget. Without a budget it reports the state unknown.
type Refresher interface {
	Refresh(ctx context.Context, p catalog.Project, base *query.Index, budget time.Duration) (State, error)
	// Renew brings a base of an older program to a state in which it can be opened.
	Renew(ctx context.Context, p catalog.Project) error
}

// Part is one project's answer.
type Part[T any] struct {
	Target Target
	Answer T
	State  State
	Passed bool // its term filter excludes an answer: it was not opened, and Answer is zero
}

// Engine asks. Its fields are not changed while it is used.
type Engine struct {
	Catalog   catalog.Store
	Pool      *Pool
	Refresher Refresher
	Filters   *Filters      // nil asks every base
	Budget    time.Duration // for making sure of all bases of a question together
	Limit     time.Duration // for one project's answer; 0 is ten seconds
	Parallel  int           // projects asked at once; 0 is two a core

	Machine string // this one, as in catalog.Project.Node; for published indexes
}

// near is the link distance up to which indexes are refreshed even if no time is
// left: the project of the caller and its direct dependencies.
const near = 1

// Ask asks the targets of a plan. The parts are in the order of the targets. A
// target that fails is a failure instead; if another target contains it, that
// target answers for its files. The error is one of the context or the catalog.
func Ask[T any](ctx context.Context, e *Engine, targets []Target, q Question[T]) ([]Part[T], []Failure, error) {
	targets = e.copies(targets)
	known, err := e.Filters.exclude(ctx, targets, q.Terms)
	if err != nil {
		return nil, nil, err
	}
	a := &asking[T]{Engine: e, q: &q, known: known, deadline: time.Now().Add(e.Budget),
		targets: slices.Clone(targets), parts: make([]Part[T], len(targets)), failed: make([]error, len(targets))}
	err = a.ask(ctx, a.all())
	for !q.Once && err == nil {
		again := a.takeOver()
		if len(again) == 0 {
			break
		}
		err = a.ask(ctx, again)
	}
	if err == nil {
		err = ctx.Err()
	}
	if err != nil {
		return nil, nil, err
	}
	e.Filters.keep(ctx, a.learned.rest())
	kept := a.parts[:0]
	var failures []Failure
	for i, err := range a.failed {
		if err != nil {
			failures = append(failures, Failure{targets[i].Project, err})
			continue
		}
		kept = append(kept, a.parts[i])
	}
	return kept, failures, nil
}

// copies returns the targets with the bases that are asked for them: of those
// whose files lie elsewhere, the published ones.
func (e *Engine) copies(targets []Target) []Target {
	if !slices.ContainsFunc(targets, func(t Target) bool { return t.Project.IsCopyAt(e.Machine) }) {
		return targets
	}
	targets = slices.Clone(targets)
	for i := range targets {
		if p := &targets[i].Project; p.IsCopyAt(e.Machine) {
			p.Base = p.Published.Base
		}
	}
	return targets
}

func (e *Engine) parallel() int {
	if e.Parallel > 0 {
		return e.Parallel
	}
	return 2 * runtime.GOMAXPROCS(0)
}

func (e *Engine) limit() time.Duration {
	if e.Limit > 0 {
		return e.Limit
	}
	return 10 * time.Second
}

// Share divides limit among lists of the given lengths: to each the same, and
// what some leave over to the others, the first ones first. 0 is no limit.
func Share(limit int, lengths []int) []int {
	shares := make([]int, len(lengths))
	if limit <= 0 {
		copy(shares, lengths)
		return shares
	}
	open := 0
	for _, n := range lengths {
		if n > 0 {
			open++
		}
	}
	for limit > 0 && open > 0 {
		each := max(limit/open, 1)
		open = 0
		for i, n := range lengths {
			give := min(each, n-shares[i], limit)
			shares[i] += give
			limit -= give
			if shares[i] < n {
				open++
			}
		}
	}
	return shares
}
