package worker

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
)

// TestMain makes the test binary its own parser process.
func TestMain(m *testing.M) {
	if os.Getenv("FAKE_PARENT") != "" && !IsChild() {
		os.Exit(parentMain())
	}
	if IsChild() {
		os.Exit(childMain())
	}
	os.Exit(m.Run())
}

func childMain() int {
	switch os.Getenv("FAKE_CHILD") {
	case "mute":
		fmt.Fprintln(os.Stderr, "no room for a parser")
		return 1
	case "garbage":
		out := append(beginFrame(nil), hello...)
		os.Stdout.Write(endFrame(out, 0))
		os.Stdout.Write(bytes.Repeat([]byte{1, 0, 0, 0, 7}, 1000))
		return 0
	case "real":
		return Main(Extraction(all.Set()))
	}
	return Main(newFakeEngine)
}

// parentMain runs a parent process with a file that never ends. It prints the
// process id of the child.
func parentMain() int {
	p, err := NewPool(Options{Workers: 1, Deadline: time.Hour})
	if err != nil {
		return 1
	}
	jobs := make(chan Job, 2)
	jobs <- Job{File: File{Path: "a", Source: []byte("pid")}}
	jobs <- Job{File: File{Path: "b", Source: []byte("hang")}}
	err = p.Extract(context.Background(), jobs, func(r Result) error {
		fmt.Println(r.Facts.Header)
		return nil
	})
	fmt.Fprintln(os.Stderr, err)
	return 1
}

// fakeEngine finds every word as a term. The first word of a file is a command
// for the engine.
type fakeEngine struct {
	terms *projectbase.Terms
	kept  [][]byte
}

func newFakeEngine(time.Duration) Engine { return &fakeEngine{terms: &projectbase.Terms{}} }

func (e *fakeEngine) File(f File) (*projectbase.Facts, error) {
	command, _, _ := strings.Cut(string(f.Source), " ")
	switch command {
	case "crash":
		_ = syscall.Kill(os.Getpid(), syscall.SIGABRT)
		select {}
	case "hang":
		for { // busy, as a grammar in a loop is
			e.terms.Lookup(f.Source)
		}
	case "starve": // simulate other processes that use the processor for the given time
		_, pause, _ := strings.Cut(string(f.Source), " ")
		if err := exec.Command("sh", "-c", `(sleep "$1"; kill -CONT "$2") &`, "sh", pause, strconv.Itoa(os.Getpid())).Run(); err != nil {
			return nil, err
		}
		_ = syscall.Kill(os.Getpid(), syscall.SIGSTOP)
	case "pid":
		facts, err := e.Words(f)
		facts.Header = strconv.Itoa(os.Getpid())
		return facts, err
	case "grow":
		for {
			e.kept = append(e.kept, bytes.Repeat([]byte("x"), 1<<20))
		}
	case "fail":
		return nil, errors.New("told to")
	case "print":
		fmt.Println("this must not reach the parent")
	case "bulky":
		facts, _ := e.Words(f)
		facts.Header = strings.Repeat("x", 2*maxAnswer(len(f.Source)))
		return facts, nil
	}
	facts, err := e.Words(f)
	facts.Symbols = []projectbase.Symbol{{Kind: projectbase.KindClass, Name: command, Container: projectbase.NoSymbol}}
	return facts, err
}

func (e *fakeEngine) Words(f File) (*projectbase.Facts, error) {
	facts := &projectbase.Facts{Terms: e.terms, Language: f.Language}
	seen := map[projectbase.TermID]bool{}
	for i, line := range bytes.Split(f.Source, []byte("\n")) {
		facts.Lines++
		for _, w := range bytes.Fields(line) {
			id := e.terms.ID(w)
			if !seen[id] {
				seen[id] = true
				key := projectbase.NewLineKey(uint32(i+1), projectbase.LineCode, false)
				facts.Postings = append(facts.Postings, projectbase.Posting{Term: id, Keys: projectbase.AppendLineKey(nil, 0, key)})
			}
		}
	}
	return facts, nil
}

func (e *fakeEngine) Reset() { e.terms = &projectbase.Terms{} }
func (e *fakeEngine) Close() {}
