package worker

import (
	"context"
	"time"

	"codegraph/projectbase"
)

// tick is how often a child at work is looked at: its time and its memory.
const tick = 50 * time.Millisecond

// runner keeps one child at work, or a series of them.
type runner struct {
	*run
	child  *process
	flight []*task       // sent and not answered, in their order
	since  time.Time     // when the child began with the first of flight
	timed  time.Time     // the since that worked belongs to
	worked time.Duration // by the child, when it was first looked at after timed
	ready  bool          // the child has greeted, and since counts from then on
	todo   []*task       // to be sent again, since their child died
	alone  bool          // the first of todo is to be tried by itself in a new child

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

// lease works with one slot of the pool until there is nothing to do, or until
// somebody else waits for the slot.
func (w *runner) lease(ctx context.Context) error {
	ticker := time.NewTicker(tick)
	defer ticker.Stop()
	defer w.letGo()
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
			if err := w.look(now); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// more is the queue as long as the child takes another task, else nil.
func (w *runner) more() <-chan *task {
	if len(w.flight) >= depth || len(w.todo) > 0 || w.alone || w.queueEnded || w.pool.contended() {
		return nil
	}
	return w.queue
}

// refill takes a task from the queue if there is one right now.
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

// look ends a child that takes too long or too much.
func (w *runner) look(now time.Time) error {
	if !w.ready && w.child.greeted.Load() {
		w.ready, w.since = true, now // its start is not the file's fault
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

// starved is how many deadlines may pass for a child that does not get to work for
// one, on a machine that has much else to do.
const starved = 6

// late reports whether the file that the child works on has had its time.
func (w *runner) late(now time.Time) bool {
	deadline := w.deadline() + tick
	return w.spent(now) > deadline || now.Sub(w.since) > starved*deadline
}

// spent returns how much time the file has had. What counts is the child's own
// work, if the system tells it: a busy machine is no fault of the file.
func (w *runner) spent(now time.Time) time.Duration {
	passed := now.Sub(w.since)
	if total := processTime(w.child.cmd.Process.Pid); total >= 0 && w.timed == w.since {
		return min(passed, total-w.worked)
	}
	return passed
}

// patience is how many deadlines the files of a call may waste together before
// those that follow are given less time.
const patience = 6

// deadline is how long the file that the child works on may take: the pool's
// deadline, and after too much of it was wasted a twentieth of that plus a second
// per MiB. Else a tree of many hostile files would keep its reader for hours.
func (w *runner) deadline() time.Duration {
	whole := w.pool.opts.Deadline
	if time.Duration(w.wasted.Load()) < patience*whole || !w.ready {
		return whole
	}
	size := time.Duration(len(w.flight[0].job.Source))
	return min(whole, whole/20+size*time.Second>>20)
}

// waste counts the time that the file in flight took for nothing.
func (w *runner) waste() { w.wasted.Add(int64(w.spent(time.Now()))) }

// letGo gives an idle child back to the pool and ends a busy one.
func (w *runner) letGo() {
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

// send sends what is to be done to the child, as far as it takes it.
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

// died ends the child and decides who is to blame. A file that ran into the
// deadline is. One in whose time the child died or grew is only if it was alone
// in a new child; else it is tried again like that. The error says that no child
// can work here.
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

// memory is the resident size that the child may reach with the file that it
// works on.
func (w *runner) memory() int64 {
	const usual = 2 << 20 // size of a file up to which the limit is as given
	limit := w.pool.opts.Memory
	if size := int64(len(w.flight[0].job.Source)); size > usual {
		limit = limit / usual * size
	}
	return limit
}
