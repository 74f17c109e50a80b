package worker

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"os/exec"
	"sync"
	"sync/atomic"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/pack"
)

// process is the parent's side of a running child. The child answers jobs in
// order.
type process struct {
	cmd     *exec.Cmd
	jobs    chan *task // to the writer; room for all jobs in flight
	sent    chan *task // from the writer to the reader
	answers chan answer
	errors  *errorOutput
	greeted atomic.Bool // the child is running and speaks this protocol
	served  int         // answers received
	idle    *time.Timer

	stop  sync.Once
	ended chan struct{} // closed when the process is gone
}

// answer is the answer of a child to a task.
type answer struct {
	task   *task
	status status
	facts  *projectbase.Facts
	dict   *dictionary
	text   string // text of statusError
}

// depth is the number of jobs that a child has at a time: a current one and a
// waiting one.
const depth = 2

// startProcess starts a child. It must run on the pool's fixed thread,
// because the child dies with this thread.
func startProcess(o *Options) (*process, error) {
	jobsOut, jobsIn, err := os.Pipe()
	if err != nil {
		return nil, fmt.Errorf("start parser: %w", err)
	}
	answersOut, answersIn, err := os.Pipe()
	if err != nil {
		jobsOut.Close()
		jobsIn.Close()
		return nil, fmt.Errorf("start parser: %w", err)
	}
	widen(jobsIn)
	widen(answersIn)
	p := &process{
		jobs: make(chan *task, depth), sent: make(chan *task, depth), answers: make(chan answer, depth),
		errors: &errorOutput{}, ended: make(chan struct{}),
	}
	p.cmd = exec.Command(o.Command[0], o.Command[1:]...)
	p.cmd.Env = append(append(os.Environ(), smallHeap...), append(o.Env, formatMark(dataLimit(o.Memory), o.Deadline))...)
	p.cmd.Stdin, p.cmd.Stdout, p.cmd.Stderr = jobsOut, answersIn, p.errors
	dieWithParent(p.cmd)
	err = p.cmd.Start()
	jobsOut.Close()
	answersIn.Close()
	if err != nil {
		jobsIn.Close()
		answersOut.Close()
		return nil, fmt.Errorf("start parser: %w", err)
	}
	go p.write(jobsIn)
	go p.read(answersOut)
	return p, nil
}

// smallHeap is the environment of a child for low memory use: malloc uses one
// arena and returns large blocks at once. On 44 MB of Go, it reduces a child
// from 170 MB to at most 110 MB without a measurable cost.
var smallHeap = []string{"MALLOC_ARENA_MAX=1", "MALLOC_TRIM_THRESHOLD_=2000000", "MALLOC_MMAP_THRESHOLD_=1000000"}

// dataLimit returns the limit of a child's data segment. It is well above the
// resident size at which the parent ends the child, because Go reserves memory
// in large blocks.
func dataLimit(memory int64) int64 { return 2*memory + 512<<20 }

// write sends jobs until the channel is closed, then ends the child's input.
func (p *process) write(w *os.File) {
	defer w.Close()
	defer close(p.sent)
	var buf []byte
	for t := range p.jobs {
		p.sent <- t
		buf = appendRequest(beginFrame(buf), t.seq, t.job.File)
		if _, err := w.Write(endFrame(buf, len(t.job.Source))); err != nil {
			continue // the reader notices that the child is gone
		}
		_, _ = w.Write(t.job.Source)
	}
}

// read receives answers until the child is gone or sends invalid data.
func (p *process) read(r *os.File) {
	defer r.Close()
	defer close(p.answers)
	if b, err := readFrame(r, nil, len(hello)); err != nil || string(b) != hello {
		return
	}
	p.greeted.Store(true)
	var d decoder
	for t := range p.sent {
		a, err := readAnswer(r, &d, t)
		if err != nil {
			return
		}
		p.answers <- a
	}
}

// readAnswer reads the answer to t.
func readAnswer(r io.Reader, d *decoder, t *task) (answer, error) {
	a := answer{task: t}
	b, err := readFrame(r, nil, maxAnswer(len(t.job.Source))+16)
	if err != nil {
		return a, err
	}
	head := pack.Read(b)
	seq := head.Uint64()
	a.status = status(head.Byte())
	if head.Bad() || seq != t.seq || a.status >= statuses {
		return a, fmt.Errorf("answer: %w", projectbase.ErrMalformed)
	}
	switch a.status {
	case statusFacts:
		a.facts, err = d.decode(head.Rest(), len(t.job.Source))
		a.dict = d.dict
	case statusError:
		a.text = string(head.Rest())
	}
	return a, err
}

// kill ends the process at once and waits for its end.
func (p *process) kill() {
	p.stop.Do(func() {
		close(p.jobs)
		_ = p.cmd.Process.Kill() // an error means that the process has already ended
		for range p.answers {    // until the reader has seen the end
		}
		_ = p.cmd.Wait() // always an error for a killed process
		close(p.ended)
	})
	<-p.ended
}

// ranOutOfMemory reports whether the error output of a dead child means that
// an allocation failed.
func (p *process) ranOutOfMemory() bool {
	text := p.errors.bytes()
	for _, words := range []string{"failed to allocate", "out of memory", "cannot allocate memory"} {
		if bytes.Contains(text, []byte(words)) {
			return true
		}
	}
	return false
}

// neverReady returns the error for a child that ended before its first job.
// No file caused it.
func (p *process) neverReady() error {
	line, _, _ := bytes.Cut(p.errors.bytes(), []byte("\n"))
	return fmt.Errorf("start parser %s: it ended before it was ready: %q", p.cmd.Path, line)
}

// errorOutput keeps the beginning of a child's standard error, where Go and C
// report crashes.
type errorOutput struct {
	mu   sync.Mutex
	text []byte
}

const complaintLimit = 4 << 10

func (t *errorOutput) Write(b []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, b[:min(len(b), complaintLimit-len(t.text))]...)
	return len(b), nil
}

func (t *errorOutput) bytes() []byte {
	t.mu.Lock()
	defer t.mu.Unlock()
	return bytes.Clone(t.text)
}
