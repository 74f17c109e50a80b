package worker

import (
	"context"
	"fmt"
	"runtime"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/sync/semaphore"
)

// Options are the settings of a Pool. Every field except Engine may be zero.
type Options struct {
	// Engine makes the engine that scans the terms of files that cannot be
	// parsed. Children make their own engines: see Main.
	Engine NewEngine
	// Command starts a child; empty is this program. A child gets the
	// environment of this process, Env, and the variable that IsChild checks.
	Command []string
	Env     []string
	// Workers is the maximum number of running children; 0 is one per core.
	Workers int
	// Deadline is the CPU time that a child may spend on a file, or elapsed time
	// if the system does not report CPU time; 0 is ten seconds. If many files of
	// a call exceed the deadline, later files get less time.
	Deadline time.Duration
	// Memory is the maximum resident size of a child in bytes; 0 is 256 MiB. The
	// limit grows in proportion for files over 2 MiB.
	Memory int64
	// InFlight bounds the total size of files in progress, in bytes; 0 is 4 MiB.
	// A single file may be larger.
	InFlight int64
	// Idle is the time after which an unused child ends; 0 is one minute.
	Idle time.Duration
}

func (o *Options) complete() error {
	if len(o.Command) == 0 {
		path, err := self()
		if err != nil {
			return fmt.Errorf("find this program: %w", err)
		}
		o.Command = []string{path}
	}
	if o.Workers <= 0 {
		o.Workers = runtime.GOMAXPROCS(0)
	}
	if o.Deadline <= 0 {
		o.Deadline = 10 * time.Second
	}
	if o.Memory <= 0 {
		o.Memory = 256 << 20
	}
	if o.InFlight <= 0 {
		o.InFlight = 4 << 20
	}
	if o.Idle <= 0 {
		o.Idle = time.Minute
	}
	return nil
}

// Pool runs children. It is safe for concurrent use.
type Pool struct {
	opts    Options
	slots   *semaphore.Weighted // one for each busy child
	waiting atomic.Int32        // number of callers that wait for a slot

	mu       sync.Mutex // guards the fields below
	idle     []*process // the most recently used child is last
	starting chan func()
}

// NewPool returns a pool without children. It starts them on demand. The
// caller closes the pool.
func NewPool(opts Options) (*Pool, error) {
	if err := opts.complete(); err != nil {
		return nil, err
	}
	return &Pool{opts: opts, slots: semaphore.NewWeighted(int64(opts.Workers))}, nil
}

// acquire waits for the right to run a child.
func (p *Pool) acquire(ctx context.Context) error {
	p.waiting.Add(1)
	defer p.waiting.Add(-1)
	return p.slots.Acquire(ctx, 1)
}

// contended reports whether a caller waits for a child.
func (p *Pool) contended() bool { return p.waiting.Load() > 0 }

// take returns an idle child or starts one. The caller has a slot.
func (p *Pool) take() (*process, error) {
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		c := p.idle[n-1]
		p.idle = p.idle[:n-1]
		c.idle.Stop()
		p.mu.Unlock()
		return c, nil
	}
	p.mu.Unlock()
	return p.start()
}

// start starts a child on one fixed thread, because the kernel ties a child's
// life to its parent's thread.
func (p *Pool) start() (*process, error) {
	p.mu.Lock()
	if p.starting == nil {
		p.starting = make(chan func())
		go runOnOneThread(p.starting)
	}
	starting := p.starting
	p.mu.Unlock()
	var c *process
	var err error
	done := make(chan struct{})
	starting <- func() {
		defer close(done)
		c, err = startProcess(&p.opts)
	}
	<-done
	return c, err
}

// runOnOneThread runs functions on one thread until the channel is closed. It
// never unlocks the thread, so the thread ends with it.
func runOnOneThread(calls <-chan func()) {
	runtime.LockOSThread()
	for call := range calls {
		call()
	}
}

// giveBack keeps an unused child for the next call.
func (p *Pool) giveBack(c *process) {
	p.mu.Lock()
	keep := len(p.idle) < p.opts.Workers
	if keep {
		p.idle = append(p.idle, c)
		c.idle = time.AfterFunc(p.opts.Idle, func() { p.dismiss(c) })
	}
	p.mu.Unlock()
	if !keep {
		c.kill()
	}
}

// dismiss ends a child if it is still idle.
func (p *Pool) dismiss(c *process) {
	p.mu.Lock()
	found := false
	for i, other := range p.idle {
		if other == c {
			p.idle = append(p.idle[:i], p.idle[i+1:]...)
			found = true
			break
		}
	}
	p.mu.Unlock()
	if found {
		c.kill()
	}
}

// Rest ends the idle children. Later work starts new ones.
func (p *Pool) Rest() {
	p.mu.Lock()
	idle := p.idle
	p.idle = nil
	p.mu.Unlock()
	for _, c := range idle {
		c.idle.Stop()
		c.kill()
	}
}

// Close ends the children. No method may be running or called later.
func (p *Pool) Close() error {
	p.Rest()
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.starting != nil {
		close(p.starting)
		p.starting = nil
	}
	return nil
}
