package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"codegraph/projectbase/fresh/faulttest"
	"codegraph/projectbase/store/lock"
)

// found asks a server for a name that one file of the project defines. It reports
// whether the answer is right. A wrong answer must be an error with a text, incomplete,
// or not marked as fresh.
func (s *session) found(name string) bool {
	s.Helper()
	r := s.ask("query", map[string]any{"term": name, "format": "json"})
	if r.Error != nil {
		s.Fatalf("an error of the protocol: %s", r.raw)
	}
	if r.Result.IsError {
		if r.text() == "" {
			s.Fatalf("an error without a word: %s", r.raw)
		}
		return false
	}
	var o struct {
		Total    int  `json:"total_matches"`
		Complete bool `json:"complete"`
		Projects []struct {
			Freshness struct {
				State  string `json:"state"`
				Reason string `json:"reason"`
			} `json:"freshness"`
		} `json:"projects"`
	}
	if err := json.Unmarshal(r.Result.Structured, &o); err != nil {
		s.Fatalf("%v: %s", err, r.raw)
	}
	if o.Total != 1 && o.Complete && len(o.Projects) == 1 && o.Projects[0].Freshness.State == "fresh" {
		s.Fatalf("a wrong answer without a label: %s", r.raw)
	}
	return o.Total == 1
}

// untilFound asks until the answer is right, as it must be soon.
func (s *session) untilFound(name string) {
	s.Helper()
	for end := time.Now().Add(30 * time.Second); !s.found(name); {
		if time.Now().After(end) {
			s.Fatalf("%s is never found\n%s", name, s.stderr.String())
		}
	}
}

// TestDiskFaultsWhileServing lets a server that watches its project run into a
// disk that fails, and then works again.
func TestDiskFaultsWhileServing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.newProject()
	var mode atomic.Pointer[func(writeCall) verdict]
	s := h.newSession("p", func(c writeCall) verdict {
		if f := mode.Load(); f != nil {
			return (*f)(c)
		}
		return verdict{}
	})
	s.untilFound("F1")
	round := 0
	for range faulttest.Rounds(1, 20) {
		for _, f := range faults[1:] { // it is not killed
			round++
			judge := f.judge(0)
			mode.Store(&judge)
			h.write("p/a.go", fmt.Sprintf("package p\n\nfunc Serving%d() {}\n", round))
			s.found(fmt.Sprintf("Serving%d", round))
			s.found("F3")
			mode.Store(nil)
			s.untilFound(fmt.Sprintf("Serving%d", round))
			s.untilFound("F3")
		}
	}
	s.end()
	h.settled()
	t.Logf("%d faults", round)
}

// TestBaseFaultsWhileServing damages the base of a project that a server has
// open. After an init by hand, and without being started anew, the server's
// answers are right.
func TestBaseFaultsWhileServing(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.newProject()
	h.write("other/o.go", "package other\n\nfunc F1() {}\n")
	h.must(".", "-q", "init", "other")
	index := h.path("p/.codegraph/index.db")
	r := rand.New(rand.NewPCG(8, 8))
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	rewrite := func(change func([]byte) []byte) func() {
		return func() {
			data, err := os.ReadFile(index)
			must(err)
			must(os.WriteFile(index, change(data), 0o644)) // the same file, written over
		}
	}
	replace := func(name string) func() {
		return func() {
			data, err := os.ReadFile(h.path(name))
			must(err)
			must(os.WriteFile(index+".new", data, 0o644))
			must(os.Rename(index+".new", index))
		}
	}
	faults := map[string]func(){
		"truncated":                  rewrite(func(b []byte) []byte { return b[:r.IntN(len(b))] }),
		"bits flipped":               rewrite(func(b []byte) []byte { b[r.IntN(len(b))] ^= 1 << r.IntN(8); return b }),
		"replaced by a text":         replace("p/a.go"),
		"replaced by another's base": replace("other/.codegraph/index.db"),
		"deleted":                    func() { must(os.Remove(index)) },
		"directory moved away": func() {
			must(os.RemoveAll(h.path("away")))
			must(os.Rename(h.path("p/.codegraph"), h.path("away")))
			must(os.Mkdir(h.path("p/.codegraph"), 0o755))
			for _, name := range []string{"config.json", "summary.md"} { // the files that users write stay
				must(os.Rename(h.path("away/"+name), h.path("p/.codegraph/"+name)))
			}
		},
	}
	s := h.newSession("p", nil)
	s.untilFound("F1")
	round := 0
	for name, inject := range faults {
		for range faulttest.Rounds(1, 20) {
			round++
			inject()
			h.write("p/a.go", fmt.Sprintf("package p\n\nfunc Damaged%d() {}\n", round))
			s.ask("query", map[string]any{"term": "F1"})
			s.ask("status", map[string]any{})
			if res := h.run("p", "-q", "init", "--rebuild"); res.exit != 0 {
				// Bits that say whose file it is: nothing of others is touched.
				if !strings.Contains(res.stderr, "another program") && !strings.Contains(res.stderr, "newer") {
					t.Fatalf("%s: %v", name, res)
				}
				must(os.Remove(index))
				h.must("p", "-q", "init")
			}
			s.untilFound(fmt.Sprintf("Damaged%d", round))
			s.untilFound("F1")
			h.must("p", "link", h.path("lib")) // the base that was damaged had it
		}
	}
	s.end()
	h.settled()
	t.Logf("%d faults", round)
}

// TestWriterHeldAndKilled suspends a writer during its work. Other writers get an
// error that names its process, and readers still get answers. After the writer is
// killed, no lock remains.
func TestWriterHeldAndKilled(t *testing.T) {
	t.Parallel()
	h := newHouse(t)
	h.newProject()
	for i := range faulttest.Rounds(2, 20) {
		h.write("p/a.go", fmt.Sprintf("package p\n\nfunc Held%d() {}\n", i))
		held, locked := make(chan struct{}), make(chan struct{})
		building := 0
		cmd := h.command("p", "-q", "init", "--rebuild")
		g := startGated(t, cmd, func(c writeCall) verdict {
			if strings.HasSuffix(c.file, "/index.db.build") {
				if building++; building == 1+i {
					close(locked)
				}
			}
			if building <= i {
				return verdict{}
			}
			return verdict{hold: held}
		})
		<-locked
		if l, err := lock.Acquire(t.Context(), h.path("p/.codegraph"), 0, nil); err == nil {
			t.Errorf("the lock is not held: %v", l.Release())
		} else if !strings.Contains(err.Error(), fmt.Sprint(cmd.Process.Pid)) {
			t.Errorf("locked by %d, and: %v", cmd.Process.Pid, err)
		}
		if r := h.run("p", "--json", "query", fmt.Sprintf("Held%d", i)); r.exit != 0 || total(t, r.stdout) != 1 {
			t.Errorf("while another writes: %v", r)
		}
		if err := syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL); err != nil {
			t.Fatal(err)
		}
		_ = cmd.Wait() // it was killed
		close(held)
		g.close()
		h.gone(cmd)
		h.must("p", "sync")
		h.settled()
	}
}
