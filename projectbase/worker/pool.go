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

// Options are the settings of a Pool. The zero value of each field but Engine
// is a good one.
type Options struct {
	// Engine makes the engine that scans the terms of files that cannot be
	// parsed. Children make their own engines: see Main.
	Engine NewEngine
	// Command starts a child; empty is this program. Its environment is this
	// process's with Env and the mark that IsChild looks for added.
	Command []string
	Env     []string
	// Workers is the most children that run at a time; 0 is one a core.
	Workers int
	// Deadline is the CPU time that a child may spend on a file, or elapsed
	// time if the system does not report CPU time; 0 is ten seconds. If the
	// files of a call waste many deadlines, later files get less.
	Deadline time.Duration
	// Memory is the resident size in bytes that a child may reach; 0 is 256 MiB.
	// Files of more than 2 MiB are granted more, in proportion.
	Memory int64
	// InFlight bounds the bytes of files that are being worked on; 0 is 4 MiB.
	// One file may be larger.
	InFlight int64
	// Idle is how long an unused child is kept; 0 is one minute.
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
	slots   *semaphore.Weighted // one for each child at work
	waiting atomic.Int32        // how many wait for a slot

	mu       sync.Mutex // guards the fields below
	idle     []*process // the last is the one used last
	starting chan func()
}

// NewPool returns a pool that has no child yet; they are started when there is
// work. The caller closes it.
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

// Rest ends the children that are idle. Others are started when there is work.
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

// Close ends the children. No call may be running or follow.
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
