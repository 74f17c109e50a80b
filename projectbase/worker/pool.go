package worker

import (
	"context"
	"errors"
	"time"

	"codegraph/projectbase"
)

// Options are the settings of a Pool. The zero value of each field but Engine
// is a good one.
type Options struct {
	// Engine makes the engine that scans the words of files which cannot be
	// parsed. Children make their own: see Main.
	Engine NewEngine
	// Command starts a child; empty is this program. Its environment is this
	// process's with Env and the mark that IsChild looks for added.
	Command []string
	Env     []string
	// Workers is the most children that run at a time; 0 is one a core.
	Workers int
	// Deadline is how long one file may take; 0 is ten seconds.
	Deadline time.Duration
	// Memory is the resident size in bytes that a child may reach; 0 is 256 MiB.
	// Files of more than 2 MiB are granted more, in proportion.
	Memory int64
	// InFlight bounds the bytes of files that are being worked on; 0 is 16 MiB.
	InFlight int64
	// Idle is how long an unused child is kept; 0 is one minute.
	Idle time.Duration
}

// Job is one file to extract.
type Job struct {
	Path     projectbase.Path
	Language string // id of the language
	Source   []byte // not to be changed until the result is delivered
	Settings Settings
	// Partial, if not empty, is the reason for which parsing the file failed
	// before: it is not tried again.
	Partial string
	// Data is the caller's own and comes back in the result.
	Data any
}

// Result is what became of a Job.
type Result struct {
	Job   Job
	Facts *projectbase.Facts // valid until the call it was given to returns
}

// Pool runs children. It is safe for concurrent use.
type Pool struct {
	opts Options
}

// NewPool returns a pool that has no child yet; they are started when there is
// work. The caller closes it.
func NewPool(opts Options) *Pool { return &Pool{opts: opts} }

// Extract works on jobs until the channel is closed, and delivers the results
// one at a time in the order of the jobs, from the goroutine that called. It
// returns the first error of deliver, of ctx, or of starting children; then
// jobs may be left unread, and whoever sends them has to watch ctx. A file that
// cannot be parsed is no error: its facts say so in Partial.
func (p *Pool) Extract(ctx context.Context, jobs <-chan Job, deliver func(Result) error) error {
	return errors.ErrUnsupported
}

// Close ends the children. No call may be running or follow.
func (p *Pool) Close() error { return nil }
