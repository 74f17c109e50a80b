package federation

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/query"

	"golang.org/x/sync/errgroup"
)

// fanOut is the state of Ask. It has a part or an error for each target.
type fanOut[T any] struct {
	*Engine
	q        *Question[T]
	known    exclusion
	deadline time.Time // of refreshing indexes
	learned  newFilters

	targets []Target
	parts   []Part[T]
	failed  []error
}

// all returns the numbers of all targets.
func (a *fanOut[T]) all() []int {
	list := make([]int, len(a.targets))
	for i := range list {
		list[i] = i
	}
	return list
}

// ask asks the targets with the given numbers, in parallel.
func (a *fanOut[T]) ask(ctx context.Context, which []int) error {
	g, gctx := errgroup.WithContext(ctx)
	g.SetLimit(a.parallel())
	for _, i := range which {
		t := a.targets[i]
		if a.known.passed[t.Project.ID] {
			a.parts[i] = Part[T]{Target: t, Passed: true, State: State{State: "unknown", Pending: []projectbase.Path{}, CheckedAt: t.Project.LastIndexed,
				Reason: "its term filter excludes a match; it was not compared with its files"}}
			continue
		}
		g.Go(func() error {
			part, err := within(gctx, a.limit(), func(ctx context.Context) (Part[T], error) {
				return askOne(ctx, a.Engine, t, *a.q, a.deadline, a.known.unknown[t.Project.ID], &a.learned)
			})
			if ctx.Err() != nil {
				return ctx.Err()
			}
			a.parts[i], a.failed[i] = part, err
			return nil
		})
	}
	return g.Wait()
}

// takeOver assigns the files of failed targets to the targets around them, and
// returns the targets to ask again. A target that its filter excluded has no match.
func (a *fanOut[T]) takeOver() []int {
	var again []int
	for i := range a.targets {
		t := &a.targets[i]
		if a.failed[i] != nil || a.parts[i].Passed || len(t.Nested) == 0 {
			continue
		}
		lost := map[projectbase.Path]bool{}
		for j, err := range a.failed {
			if rel, ok := t.holds(&a.targets[j]); ok && err != nil {
				lost[rel] = true
			}
		}
		left := slices.DeleteFunc(slices.Clone(t.Nested), func(p projectbase.Path) bool { return lost[p] })
		gained := false
		for p := range lost {
			gained = gained || slices.Contains(t.Nested, p) && !query.Inside(p, left)
		}
		if gained {
			t.Nested = left
			again = append(again, i)
		}
	}
	return again
}

// grace is the extra time for a call that is about to end because of its limit.
const grace = time.Second

// within calls ask and waits for the limit plus the grace. A file system that hangs
// can block ask although its context has ended: within then returns an error, and
// ask continues in its goroutine until the file system answers.
func within[T any](ctx context.Context, limit time.Duration, ask func(context.Context) (Part[T], error)) (Part[T], error) {
	ctx, cancel := context.WithTimeoutCause(ctx, limit, ErrSlow)
	defer cancel()
	type result struct {
		part Part[T]
		err  error
	}
	done := make(chan result, 1)
	go func() {
		part, err := ask(ctx)
		done <- result{part, err}
	}()
	select {
	case r := <-done:
		return r.part, named(ctx, r.err)
	case <-ctx.Done():
	}
	timer := time.NewTimer(min(grace, limit))
	defer timer.Stop()
	select {
	case r := <-done:
		return r.part, named(ctx, r.err)
	case <-timer.C:
		return Part[T]{}, context.Cause(ctx)
	}
}

// named adds the cause of the context's end, such as ErrSlow, to an error.
func named(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	return fmt.Errorf("%w: %w", context.Cause(ctx), err)
}

// askOne asks the index of one target.
func askOne[T any](ctx context.Context, e *Engine, t Target, q Question[T], deadline time.Time, learn bool, learned *newFilters) (part Part[T], err error) {
	defer func() {
		if p := recover(); p != nil {
			// An index is untrusted: a panic only fails its own project.
			err = fmt.Errorf("ask %s: %v: %w", t.Project.Root, p, projectbase.ErrCorrupt)
		}
	}()
	root := t.Project.Root
	if t.Project.IsCopyAt(e.Machine) {
		root = "" // the root is a path on another machine
	}
	base, err := e.Pool.Take(ctx, t.Project.Base, root)
	if errors.Is(err, projectbase.ErrOutdated) && root != "" {
		if err = e.Refresher.Renew(ctx, t.Project); err == nil {
			base, err = e.Pool.Take(ctx, t.Project.Base, root)
		}
	}
	if errors.Is(err, projectbase.ErrNotIndexed) {
		err = fmt.Errorf("%w: %w", ErrMissing, err)
	}
	if err != nil {
		return part, err
	}
	good := false
	defer func() { e.Pool.Put(base, !good) }()
	budget := time.Until(deadline)
	if t.Distance <= near {
		budget = max(budget, e.Budget)
	}
	state, err := e.Refresher.Refresh(ctx, t.Project, base, max(budget, 0))
	if err != nil {
		return part, err
	}
	answer, err := q.Answer(ctx, Open{Index: base, Target: t, State: state})
	if err != nil {
		return part, err
	}
	good = true
	if learn {
		e.Filters.learn(ctx, t.Project, base, learned)
	}
	return Part[T]{Target: t, Answer: answer, State: state}, nil
}
