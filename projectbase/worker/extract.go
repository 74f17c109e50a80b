package worker

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"

	"golang.org/x/sync/errgroup"
	"golang.org/x/sync/semaphore"

	"codegraph/projectbase"
)

// Job is one file to extract. The caller must not change Source until the
// result is delivered.
type Job struct {
	File
	// Partial, if not empty, is the reason why the file could not be parsed
	// before. It is not parsed again.
	Partial string
	// Data belongs to the caller and is returned in the result.
	Data any
}

// Result is the result of a Job.
type Result struct {
	Job   Job
	Facts *projectbase.Facts // valid during the call of deliver
}

// task is a job in progress.
type task struct {
	job    Job
	seq    uint64
	weight int64
	ready  chan struct{} // closed when the fields below are set
	facts  *projectbase.Facts
	dict   *dictionary
}

func (t *task) fail(reason string) {
	t.job.Partial = reason
	close(t.ready)
}

// run is one call of Extract.
type run struct {
	pool   *Pool
	group  *errgroup.Group
	bytes  *semaphore.Weighted
	queue  chan *task // to the runners
	order  chan *task // to the caller's goroutine, in the order of the jobs
	views  map[*dictionary]*projectbase.Terms
	engine Engine       // for Words; created on first use
	wasted atomic.Int64 // time spent on files that could not be parsed
}

// Extract extracts jobs until the channel is closed. It delivers the results in
// the order of the jobs, one at a time, from the calling goroutine. It returns
// the first error of deliver, of ctx, or of starting children. Then it may
// leave jobs unread, so the sender must watch ctx. A file that cannot be parsed
// is no error: Partial has the reason.
func (p *Pool) Extract(ctx context.Context, jobs <-chan Job, deliver func(Result) error) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	group, ctx := errgroup.WithContext(ctx)
	r := &run{
		pool: p, group: group, bytes: semaphore.NewWeighted(p.opts.InFlight),
		queue: make(chan *task), order: make(chan *task, 1024),
		views: map[*dictionary]*projectbase.Terms{},
	}
	group.Go(func() error { return r.dispatch(ctx, jobs) })
	defer r.close()
	err := r.deliverAll(ctx, deliver)
	if err != nil {
		cancel()
	}
	if first := group.Wait(); first != nil && (err == nil || errors.Is(err, context.Canceled)) {
		err = first
	}
	return err
}

// One extracts a single file.
func (p *Pool) One(ctx context.Context, job Job, use func(Result) error) error {
	jobs := make(chan Job, 1)
	jobs <- job
	close(jobs)
	return p.Extract(ctx, jobs, use)
}

// dispatch sends jobs to the runners. It starts a runner for each job, up to
// the number of children.
func (r *run) dispatch(ctx context.Context, jobs <-chan Job) error {
	defer close(r.order)
	defer close(r.queue)
	runners := 0
	for seq := uint64(0); ; seq++ {
		var job Job
		var ok bool
		select {
		case job, ok = <-jobs:
		case <-ctx.Done():
			return ctx.Err()
		}
		if !ok {
			return nil
		}
		t := &task{job: job, seq: seq, ready: make(chan struct{})}
		t.weight = min(int64(len(job.Source)), r.pool.opts.InFlight)
		if err := r.bytes.Acquire(ctx, t.weight); err != nil {
			return err
		}
		select {
		case r.order <- t:
		case <-ctx.Done():
			return ctx.Err()
		}
		if job.Partial != "" {
			close(t.ready)
			continue
		}
		if runners < r.pool.opts.Workers {
			runners++
			r.group.Go(func() error { return r.work(ctx) })
		}
		select {
		case r.queue <- t:
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

func (r *run) close() {
	if r.engine != nil {
		r.engine.Close()
	}
}

// deliverAll delivers the tasks in order and waits for each.
func (r *run) deliverAll(ctx context.Context, deliver func(Result) error) error {
	for t := range r.order {
		select {
		case <-t.ready:
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := r.finish(t); err != nil {
			return err
		}
		if err := deliver(Result{Job: t.job, Facts: t.facts}); err != nil {
			return err
		}
		r.bytes.Release(t.weight)
		if r.engine != nil && t.dict == nil && t.facts.Terms.Bytes() > dictionaryLimit {
			r.engine.Reset()
		}
	}
	return ctx.Err()
}

// finish sets the dictionary of facts, or scans the terms of a file that could
// not be parsed.
func (r *run) finish(t *task) error {
	if t.dict != nil {
		v := r.views[t.dict]
		if v == nil {
			v = &projectbase.Terms{}
			r.views[t.dict] = v
		}
		t.dict.share(v)
		t.facts.Terms = v
		t.facts.Language = t.job.Language
		return nil
	}
	if r.engine == nil {
		if r.pool.opts.Engine == nil {
			return fmt.Errorf("extract %s: no engine to find terms", t.job.Path)
		}
		r.engine = r.pool.opts.Engine(r.pool.opts.Deadline)
	}
	facts, err := r.engine.Words(t.job.File)
	if err != nil {
		return err
	}
	facts.Partial = t.job.Partial
	t.facts = facts
	return nil
}
