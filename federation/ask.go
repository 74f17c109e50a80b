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

// ErrMissing means that the index or the root of a project no longer exists.
var ErrMissing = errors.New("missing")

// ErrElsewhere means that a project is on another machine and has no published
// index here.
var ErrElsewhere = errors.New("it is on another machine and has no published index here")

// ErrSlow means that a project did not answer within the limit of a question.
var ErrSlow = errors.New("no answer in time")

// Question is a question to the index of each target. T is its answer.
type Question[T any] struct {
	// Terms is the term that an index must have for a match; filters exclude other
	// indexes. The zero value asks every index. Ask sets Terms.Present.
	Terms  catalog.TermQuery
	Answer func(ctx context.Context, b Open) (T, error)
	// Once is true if an index must not be asked twice. Otherwise, if a nested project
	// fails, the project around it is asked again and includes its files.
	Once bool
}

// Open is an open index with its target.
type Open struct {
	*query.Index
	Target Target
	State  State
}

// State says whether an index is up to date with its files.
type State = projectbase.Freshness

// Refresher compares an index with its files before it is asked, and indexes
// changes within the budget. Without a budget it reports the state unknown.
type Refresher interface {
	Refresh(ctx context.Context, p catalog.Project, base *query.Index, budget time.Duration) (State, error)
	// Renew upgrades the index of an older program so that it can be opened.
	Renew(ctx context.Context, p catalog.Project) error
}

// Part is one project's answer.
type Part[T any] struct {
	Target Target
	Answer T
	State  State
	Passed bool // a term filter excluded the index: it was not opened, and Answer is zero
}

// Engine has the settings of Ask. Its fields must not change while it is in use.
type Engine struct {
	Catalog   catalog.Store
	Pool      *Pool
	Refresher Refresher
	Filters   *Filters      // nil asks every index
	Budget    time.Duration // for refreshing all indexes of a question together
	Limit     time.Duration // for the answer of one project; 0: 10 s
	Parallel  int           // projects asked in parallel; 0: two for each core

	Machine string // this machine, as in catalog.Project.Node; "" without published indexes
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
	a := &fanOut[T]{Engine: e, q: &q, known: known, deadline: time.Now().Add(e.Budget),
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

// copies returns the targets with the directories of the indexes to ask: a target
// with files on another machine gets the directory of its published index.
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

// Share divides limit among lists of the given lengths: each list gets the same
// share, and longer lists get the unused rest, the first lists first. 0 is no limit.
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
