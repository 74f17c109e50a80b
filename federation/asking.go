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

// asking is a question under way. Of each target there is a part or an error.
type asking[T any] struct {
	*Engine
	q        *Question[T]
	known    exclusion
	deadline time.Time // for making sure of bases
	learned  newFilters

	targets []Target
	parts   []Part[T]
	failed  []error
}

// all returns the positions of all targets.
func (a *asking[T]) all() []int {
	list := make([]int, len(a.targets))
	for i := range list {
		list[i] = i
	}
	return list
}

// ask asks the targets at some positions, several at once.
func (a *asking[T]) ask(ctx context.Context, which []int) error {
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
func (a *asking[T]) takeOver() []int {
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

// grace is how long after its limit an answer is waited for that heeds it.
const grace = time.Second

// within calls ask and waits for it as long as the limit and some grace go. A
// file system that does not answer holds up a call for good, whatever its
// context; it is then left behind, and ends when the file system does.
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

// named adds to an error that a limit may have led to which one it was.
func named(ctx context.Context, err error) error {
	if err == nil || ctx.Err() == nil {
		return err
	}
	return fmt.Errorf("%w: %w", context.Cause(ctx), err)
}

// askOne asks one base.
func askOne[T any](ctx context.Context, e *Engine, t Target, q Question[T], deadline time.Time, learn bool, learned *newFilters) (part Part[T], err error) {
	defer func() {
		if p := recover(); p != nil {
			// An index is untrusted: a panic spoils the answer of its project only.
			err = fmt.Errorf("ask %s: %v: %w", t.Project.Root, p, projectbase.ErrCorrupt)
		}
	}()
	root := t.Project.Root
	if t.Project.IsCopyAt(e.Machine) {
		root = "" // it is a path of another machine
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
