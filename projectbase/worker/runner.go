package worker

import (
	"context"
	"time"

	"codegraph/projectbase"
)

// tick is the interval for checking the time and memory of a child.
const tick = 50 * time.Millisecond

// runner gives tasks to one child at a time.
type runner struct {
	*run
	child  *process
	flight []*task       // sent and not answered, in order
	since  time.Time     // when the child began with flight[0]
	timed  time.Time     // the value of since when worked was read
	worked time.Duration // CPU time of the child at the first check after timed
	ready  bool          // the child has sent its hello, and since is valid
	todo   []*task       // to send; a dead child's tasks are sent again
	alone  bool          // send todo[0] alone to a new child

	queueEnded bool
}

// work takes tasks from the queue until it is closed.
func (r *run) work(ctx context.Context) error {
	w := &runner{run: r}
	for {
		select {
		case t, ok := <-r.queue:
			if !ok {
				return nil
			}
			w.todo = append(w.todo, t)
		case <-ctx.Done():
			return ctx.Err()
		}
		if err := r.pool.acquire(ctx); err != nil {
			return err
		}
		err := w.lease(ctx)
		r.pool.slots.Release(1)
		if err != nil {
			return err
		}
	}
}

// lease works with one slot of the pool until there is no task or another
// caller waits for the slot.
func (w *runner) lease(ctx context.Context) error {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	defer w.release()
	for {
		if err := w.send(); err != nil {
			return err
		}
		if len(w.flight) == 0 {
			return nil
		}
		select {
		case t, ok := <-w.more():
			if ok {
				w.todo = append(w.todo, t)
			} else {
				w.queueEnded = true
			}
		case a, ok := <-w.child.answers:
			if ok {
				w.answered(a)
				w.refill()
			} else if err := w.died(""); err != nil {
				return err
			}
		case now := <-ticker.C:
			if err := w.checkLimits(now); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// more returns the queue if the child accepts another task, else nil.
func (w *runner) more() <-chan *task {
	if len(w.flight) >= depth || len(w.todo) > 0 || w.alone || w.queueEnded || w.pool.contended() {
		return nil
	}
	return w.queue
}

// refill takes a task from the queue, without waiting.
func (w *runner) refill() {
	select {
	case t, ok := <-w.more():
		if ok {
			w.todo = append(w.todo, t)
		} else {
			w.queueEnded = true
		}
	default:
	}
}

// checkLimits ends a child that exceeds its time or memory.
func (w *runner) checkLimits(now time.Time) error {
	if !w.ready && w.child.greeted.Load() {
		w.ready, w.since = true, now // the file is not responsible for the start
	}
	if w.timed != w.since {
		w.timed, w.worked = w.since, processTime(w.child.cmd.Process.Pid)
	}
	switch {
	case w.late(now):
		return w.died(projectbase.PartialTimeout)
	case resident(w.child.cmd.Process.Pid) > w.memory():
		return w.died(projectbase.PartialMemory)
	}
	return nil
}

// starved is the number of deadlines in elapsed time after which a child
// without CPU time is ended, on a busy machine.
const starved = 6

// late reports whether the current file has exceeded its time.
func (w *runner) late(now time.Time) bool {
	deadline := w.deadline() + tick
	return w.spent(now) > deadline || now.Sub(w.since) > starved*deadline
}

// spent returns the time that the file has used: CPU time if the system
// reports it, because a busy machine slows every file.
func (w *runner) spent(now time.Time) time.Duration {
	passed := now.Sub(w.since)
	if total := processTime(w.child.cmd.Process.Pid); total >= 0 && w.timed == w.since {
		return min(passed, total-w.worked)
	}
	return passed
}

// patience is the number of deadlines that the files of a call may waste before
// later files get less time.
const patience = 6

// deadline is the time limit of the present file. It is the pool's deadline, or
// after too many wasted deadlines a twentieth of it plus a second for each MiB.
// Otherwise a tree of many hostile files would take hours.
func (w *runner) deadline() time.Duration {
	whole := w.pool.opts.Deadline
	if time.Duration(w.wasted.Load()) < patience*whole || !w.ready {
		return whole
	}
	size := time.Duration(len(w.flight[0].job.Source))
	return min(whole, whole/20+size*time.Second>>20)
}

// waste adds the time of a failed file.
func (w *runner) waste() { w.wasted.Add(int64(w.spent(time.Now()))) }

// release returns an idle child to the pool and ends a busy one.
func (w *runner) release() {
	if w.child == nil {
		return
	}
	if len(w.flight) == 0 {
		w.pool.giveBack(w.child)
	} else {
		w.child.kill()
	}
	w.child, w.flight = nil, nil
}

// send sends waiting tasks to the child, as far as it accepts them.
func (w *runner) send() error {
	for len(w.todo) > 0 && len(w.flight) < depth && !(w.alone && len(w.flight) > 0) {
		if w.child == nil {
			c, err := w.newChild()
			if err != nil {
				return err
			}
			w.child, w.ready = c, false
		}
		t := w.todo[0]
		w.todo = w.todo[1:]
		if len(w.flight) == 0 {
			w.since = time.Now()
		}
		w.flight = append(w.flight, t)
		w.child.jobs <- t
	}
	return nil
}

func (w *runner) newChild() (*process, error) {
	if w.alone {
		return w.pool.start()
	}
	return w.pool.take()
}

// answered takes the answer to the first task in flight.
func (w *runner) answered(a answer) {
	w.child.served++
	w.flight = w.flight[1:]
	if a.status == statusFacts && a.facts.Partial == projectbase.PartialTimeout {
		w.waste()
	}
	w.since = time.Now()
	w.alone = false
	switch a.status {
	case statusFacts:
		a.task.facts, a.task.dict = a.facts, a.dict
		close(a.task.ready)
	case statusLimit:
		a.task.fail(projectbase.PartialLimit)
	case statusError:
		a.task.fail(projectbase.PartialCrash)
	}
}

// died ends the child and determines the responsible file. A file that exceeded
// the deadline is responsible. After a crash or excess memory, a file is
// responsible only if it was alone in a new child; otherwise it is tried again
// alone. The error means that children cannot run on this machine.
func (w *runner) died(reason string) error {
	w.waste()
	w.child.kill()
	if !w.child.greeted.Load() && reason == "" {
		return w.child.neverReady()
	}
	if reason == "" {
		reason = projectbase.PartialCrash
		if w.child.ranOutOfMemory() {
			reason = projectbase.PartialMemory
		}
	}
	first := w.flight[0]
	again := reason != projectbase.PartialTimeout && (len(w.flight) > 1 || w.child.served > 0)
	if again {
		w.todo = append(w.flight, w.todo...)
	} else {
		first.fail(reason)
		w.todo = append(w.flight[1:], w.todo...)
	}
	w.alone = again
	w.child, w.flight = nil, nil
	return nil
}

// memory returns the maximum resident size of the child for the current file.
func (w *runner) memory() int64 {
	const usual = 2 << 20 // size up to which the limit does not grow
	limit := w.pool.opts.Memory
	if size := int64(len(w.flight[0].job.Source)); size > usual {
		limit = limit / usual * size
	}
	return limit
}
