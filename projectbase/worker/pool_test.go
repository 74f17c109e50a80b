package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"runtime"
	"slices"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/projectbase"

	"github.com/google/go-cmp/cmp"
)

func mustPool(t *testing.T, o Options) *Pool {
	t.Helper()
	o.Engine = newFakeEngine
	p, err := NewPool(o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := p.Close(); err != nil {
			t.Error(err)
		}
	})
	return p
}

// extractAll returns a line for each source: its words, and the reason why it
// was not parsed.
func extractAll(ctx context.Context, p *Pool, sources ...string) ([]string, error) {
	jobs := make(chan Job, len(sources))
	for i, s := range sources {
		jobs <- Job{File: File{Path: projectbase.Path(fmt.Sprint("f", i)), Language: "fake", Source: []byte(s)}}
	}
	close(jobs)
	var lines []string
	err := p.Extract(ctx, jobs, func(r Result) error {
		lines = append(lines, line(r))
		return nil
	})
	return lines, err
}

func line(r Result) string {
	words := []string{string(r.Job.Path) + ":"}
	for _, p := range r.Facts.Postings {
		words = append(words, r.Facts.Terms.Text(p.Term))
	}
	if r.Facts.Partial != "" {
		words = append(words, "("+r.Facts.Partial+")")
	} else if len(r.Facts.Symbols) != 1 {
		words = append(words, "(no symbol)")
	}
	return strings.Join(words, " ")
}

func TestExtractDeliversInOrder(t *testing.T) {
	p := mustPool(t, Options{Workers: 3, InFlight: 100})
	var sources, want []string
	for i := range 500 {
		s := fmt.Sprintf("word%d common other%d", i, i%7)
		sources = append(sources, s)
		want = append(want, fmt.Sprintf("f%d: %s", i, s))
	}
	for range 2 { // the second time with warm children and their dictionaries
		got, err := extractAll(t.Context(), p, sources...)
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, got); diff != "" {
			t.Fatal(diff)
		}
	}
}

func TestBadFilesAffectOnlyThemselves(t *testing.T) {
	tests := map[string]string{
		"crash this":   "(parse_crash)",
		"hang this":    "(parse_timeout)",
		"grow this":    "(parse_memory)",
		"fail this":    "(parse_crash)",
		"bulky this":   "(parse_limit)",
		"print harmed": "",
	}
	for bad, reason := range tests {
		t.Run(strings.Fields(bad)[0], func(t *testing.T) {
			// Only a hanging file waits for the deadline; the others may be slow on a
			// busy machine.
			deadline := time.Minute
			if reason == "(parse_timeout)" {
				deadline = 2 * time.Second
			}
			p := mustPool(t, Options{Workers: 2, Deadline: deadline, Memory: 64 << 20})
			var sources, want []string
			for i := range 40 {
				s := fmt.Sprint("good file", i)
				if i%13 == 5 {
					s = bad
				}
				sources = append(sources, s)
				w := fmt.Sprintf("f%d: %s", i, s)
				if s == bad && reason != "" {
					w += " " + reason
				}
				want = append(want, w)
			}
			got, err := extractAll(t.Context(), p, sources...)
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// TestManyHangingFilesAreBounded checks that many hanging files take much less
// than one deadline each, and that good files are still parsed.
func TestManyHangingFilesAreBounded(t *testing.T) {
	const files, deadline = 30, 2 * time.Second
	p := mustPool(t, Options{Workers: 2, Deadline: deadline})
	var sources, want []string
	for i := range files {
		sources = append(sources, fmt.Sprint("hang ", i), fmt.Sprint("good file", i))
		want = append(want, fmt.Sprintf("f%d: hang %d (parse_timeout)", 2*i, i), fmt.Sprintf("f%d: good file%d", 2*i+1, i))
	}
	before := workOfChildren(t)
	got, err := extractAll(t.Context(), p, sources...)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
	p.Close()
	if took, all := workOfChildren(t)-before, files*deadline; took > all/2 {
		t.Errorf("the children worked for %v, of %v for all deadlines", took, all)
	}
}

// workOfChildren returns the CPU time of the ended children.
func workOfChildren(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_CHILDREN, &u); err != nil {
		t.Fatal(err)
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

func TestChildThatSendsGarbageIsACrash(t *testing.T) {
	p := mustPool(t, Options{Workers: 1, Env: []string{"FAKE_CHILD=garbage"}})
	got, err := extractAll(t.Context(), p, "one", "two")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"f0: one (parse_crash)", "f1: two (parse_crash)"}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestChildThatNeverStartsIsAnError(t *testing.T) {
	p := mustPool(t, Options{Env: []string{"FAKE_CHILD=mute"}})
	if _, err := extractAll(t.Context(), p, "one"); err == nil || !strings.Contains(err.Error(), "no room for a parser") {
		t.Errorf("error is %v", err)
	}
	p = mustPool(t, Options{Command: []string{"/nonexistent/parser"}})
	if _, err := extractAll(t.Context(), p, "one"); err == nil || !strings.Contains(err.Error(), "/nonexistent/parser") {
		t.Errorf("error is %v", err)
	}
}

func TestPartialJobsAreNotTriedAgain(t *testing.T) {
	p := mustPool(t, Options{Env: []string{"FAKE_CHILD=mute"}}) // a child would be an error
	jobs := make(chan Job, 1)
	jobs <- Job{File: File{Path: "f", Source: []byte("some words")}, Partial: projectbase.PartialMemory}
	close(jobs)
	var got []string
	err := p.Extract(t.Context(), jobs, func(r Result) error { got = append(got, line(r)); return nil })
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"f: some words (parse_memory)"}, got); diff != "" {
		t.Error(diff)
	}
}

func TestCancelEndsBusyChildren(t *testing.T) {
	p := mustPool(t, Options{Workers: 2})
	ctx, cancel := context.WithCancel(t.Context())
	jobs := make(chan Job)
	go func() {
		jobs <- Job{File: File{Path: "a", Source: []byte("good")}}
		jobs <- Job{File: File{Path: "b", Source: []byte("hang")}}
	}()
	err := p.Extract(ctx, jobs, func(Result) error { cancel(); return nil })
	if !errors.Is(err, context.Canceled) {
		t.Errorf("error is %v", err)
	}
}

func TestErrorOfDeliverStopsExtract(t *testing.T) {
	p := mustPool(t, Options{Workers: 2})
	stop := errors.New("enough")
	jobs := make(chan Job, 100)
	for range cap(jobs) {
		jobs <- Job{File: File{Path: "a", Source: []byte("good")}}
	}
	n := 0
	err := p.Extract(t.Context(), jobs, func(Result) error {
		if n++; n == 3 {
			return stop
		}
		return nil
	})
	if !errors.Is(err, stop) || n != 3 {
		t.Errorf("error is %v after %d results", err, n)
	}
}

func TestConcurrentCallsShareTheChildren(t *testing.T) {
	p := mustPool(t, Options{Workers: 2})
	errs := make(chan error)
	for c := range 4 {
		go func() {
			var sources, want []string
			for i := range 100 {
				s := fmt.Sprintf("call%d word%d", c, i)
				sources, want = append(sources, s), append(want, fmt.Sprintf("f%d: %s", i, s))
			}
			got, err := extractAll(t.Context(), p, sources...)
			if err == nil && !slices.Equal(got, want) {
				err = errors.New(cmp.Diff(want, got))
			}
			errs <- err
		}()
	}
	for range 4 {
		if err := <-errs; err != nil {
			t.Error(err)
		}
	}
}

func TestIdleChildrenEnd(t *testing.T) {
	p := mustPool(t, Options{Workers: 1, Idle: time.Millisecond})
	if _, err := extractAll(t.Context(), p, "one"); err != nil {
		t.Fatal(err)
	}
	p.mu.Lock()
	var c *process
	if len(p.idle) > 0 {
		c = p.idle[0]
	}
	p.mu.Unlock()
	if c != nil { // otherwise it has already ended
		<-c.ended
	}
	if got, err := extractAll(t.Context(), p, "two"); err != nil || got[0] != "f0: two" {
		t.Errorf("%v, %v", got, err)
	}
}

func TestChildrenEndWithTheirParent(t *testing.T) {
	parent := exec.Command(os.Args[0])
	parent.Env = append(os.Environ(), "FAKE_PARENT=1")
	out, err := parent.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := parent.Start(); err != nil {
		t.Fatal(err)
	}
	var pid int
	if _, err := fmt.Fscan(out, &pid); err != nil {
		t.Fatal(err)
	}
	child, err := os.FindProcess(pid)
	if err != nil {
		t.Fatal(err)
	}
	if err := child.Signal(syscall.Signal(0)); err != nil {
		t.Fatalf("the child does not run: %v", err)
	}
	if err := parent.Process.Kill(); err != nil {
		t.Fatal(err)
	}
	_ = parent.Wait() // it was killed
	deadline := time.Now().Add(10 * time.Second)
	for running(pid) {
		if time.Now().After(deadline) {
			t.Fatalf("process %d still runs", pid)
		}
		runtime.Gosched()
	}
}

// running reports whether a process exists and is not a zombie.
func running(pid int) bool {
	b, err := os.ReadFile(fmt.Sprintf("/proc/%d/stat", pid))
	return err == nil && !bytes.Contains(b, []byte(") Z "))
}
