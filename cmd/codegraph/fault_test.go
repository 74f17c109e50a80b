package main

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"regexp"
	"strings"
	"syscall"
	"testing"

	"codegraph/projectbase/fresh/faulttest"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
)

// note is what somebody wrote into the summary, and must survive everything.
const note = "What people wrote stays."

// newProject indexes a project "p" of a few files. It adds data that users write:
// notes, settings, and a link to the project "lib".
func (h *house) newProject() {
	h.Helper()
	for i := range 5 {
		h.write(fmt.Sprintf("p/d%d/f.go", i), fmt.Sprintf("package d\n\nfunc F%d() { word%d() }\n", i, i))
	}
	h.write("p/a.go", "package p\n")
	h.write("lib/lib.go", "package lib\n")
	h.must(".", "-q", "init", "lib")
	h.must(".", "-q", "init", "p", "--exclude", "never/**")
	h.must("p", "describe", "custom", note)
	h.must("p", "link", h.path("lib"))
}

// ours are the files that a base has when nothing is at work on it.
var ours = regexp.MustCompile(`^(index\.db(-wal|-shm)?|lock|watch\.lock|summary\.md|docs\.md|config\.json|\.gitignore)$`)

// settled checks the state after a fault: the users' data is intact, and neither
// locks nor partial files remain.
func (h *house) settled() {
	h.Helper()
	if text := h.read("p/.codegraph/summary.md"); !strings.Contains(text, note) {
		h.Errorf("the notes are lost:\n%s", text)
	}
	if text := h.read("p/.codegraph/config.json"); !strings.Contains(text, "never/**") {
		h.Errorf("the settings are lost:\n%s", text)
	}
	if links := h.links("p"); len(links) != 1 || links[0].Path != h.path("lib") {
		h.Errorf("the link is lost: %v", links)
	}
	lock, err := lock.Acquire(h.Context(), h.path("p/.codegraph"), 0, nil)
	if err != nil {
		h.Errorf("a lock is left: %v", err)
	} else if err := lock.Release(); err != nil {
		h.Error(err)
	}
	entries, err := os.ReadDir(h.path("p/.codegraph"))
	if err != nil {
		h.Fatal(err)
	}
	for _, e := range entries {
		if !ours.MatchString(e.Name()) {
			h.Errorf("%s is left", e.Name())
		}
	}
}

// links returns the links by hand that are in a project's base.
func (h *house) links(project string) (links []store.Link) {
	h.Helper()
	base, err := read.Open(h.Context(), h.path(project+"/.codegraph"))
	if err != nil {
		h.Fatal(err)
	}
	defer base.Close()
	err = base.View(h.Context(), func(s *read.Snapshot) (err error) {
		links, err = s.Links()
		return err
	})
	if err != nil {
		h.Fatal(err)
	}
	return links
}

// total returns how many matches an answer as JSON tells of.
func total(t *testing.T, answer string) int {
	t.Helper()
	var o struct {
		Total *int `json:"total_matches"`
	}
	if err := json.Unmarshal([]byte(answer), &o); err != nil || o.Total == nil {
		t.Fatalf("no answer of query: %v: %s", err, answer)
	}
	return *o.Total
}

// faults are what happens to a program from a call on that would write.
var faults = []struct {
	name  string
	judge func(at int) func(writeCall) verdict
}{
	{"killed", func(at int) func(writeCall) verdict {
		return func(c writeCall) verdict { return verdict{kill: c.n >= at} }
	}},
	{"one call fails", func(at int) func(writeCall) verdict {
		return func(c writeCall) verdict { return failing(c.n == at, syscall.EIO) }
	}},
	{"fsync fails", failingFrom("fsync", syscall.EIO)},
	{"rename fails", failingFrom("rename", syscall.EIO)},
	{"disk full", func(at int) func(writeCall) verdict {
		return func(c writeCall) verdict {
			return failing(c.n >= at && (c.name == "write" || c.name == "create"), syscall.ENOSPC)
		}
	}},
	{"read-only", func(at int) func(writeCall) verdict {
		return func(c writeCall) verdict { return failing(c.n >= at, syscall.EROFS) }
	}},
}

// failingFrom lets all calls of a name fail from a call on.
func failingFrom(name string, errno syscall.Errno) func(at int) func(writeCall) verdict {
	return func(at int) func(writeCall) verdict {
		return func(c writeCall) verdict { return failing(c.n >= at && c.name == name, errno) }
	}
}

func failing(now bool, errno syscall.Errno) verdict {
	if now {
		return verdict{errno: errno}
	}
	return verdict{}
}

// writers lists the commands that write an index, each with its preparation.
var writers = map[string]struct {
	before func(h *house)
	args   []string
}{
	"first init": {func(h *house) {
		for _, end := range []string{"", "-wal", "-shm"} {
			_ = os.Remove(h.path("p/.codegraph/index.db" + end))
		}
	}, []string{"-q", "init"}},
	"rebuild":  {nil, []string{"-q", "init", "--rebuild"}},
	"settings": {nil, []string{"-q", "init", "--exclude", "other/**"}},
	"update":   {nil, []string{"update", "a.go", "d1/f.go"}},
	"sync":     {nil, []string{"sync"}},
	"describe": {nil, []string{"describe", "purpose", "How it is used."}},
}

// TestFaultsAtEachWrite lets what writes a base run into faults at each of its
// writing calls: in the short form at some of them. Whatever happens, the
// command says so, the next question has the right answer, and nothing is left.
func TestFaultsAtEachWrite(t *testing.T) {
	h := newHouse(t)
	h.newProject()
	r := rand.New(rand.NewPCG(7, uint64(os.Getpid()))) // other calls each time
	round, failed := 0, 0
	for name, w := range writers {
		calls := 0
		h.turn(&round, w.before)
		if res := h.finish(h.command("p", w.args...), func(c writeCall) verdict { calls = c.n; return verdict{} }); res.exit != 0 || calls == 0 {
			t.Fatalf("%s without a fault made %d calls: %v", name, calls, res)
		}
		t.Logf("%s: %d calls", name, calls)
		for _, i := range r.Perm(len(faults))[:faulttest.Rounds(3, len(faults))] {
			f := faults[i]
			for _, at := range points(r, calls) {
				h.turn(&round, w.before)
				res := h.finish(h.command("p", w.args...), f.judge(at))
				if res.exit != 0 {
					failed++
				}
				if res.exit > 0 && strings.TrimSpace(res.stderr+res.stdout) == "" {
					t.Errorf("exit %d without a word", res.exit)
				}
				h.recovers(round, name == "first init")
				if t.Failed() {
					t.Fatalf("%s, %s at %d of %d: %v", name, f.name, at, calls, res)
				}
			}
		}
	}
	if failed == 0 {
		t.Errorf("none of %d runs met its fault", round)
	}
	t.Logf("%d runs, %d of which did not succeed", round, failed)
}

// points are the calls at which a fault is injected: one, in the long form forty,
// or all if they are not as many.
func points(r *rand.Rand, calls int) []int {
	list := r.Perm(calls)[:min(calls, faulttest.Rounds(1, 40))]
	for i := range list {
		list[i]++
	}
	return list
}

// turn makes two files of the project others than before.
func (h *house) turn(round *int, before func(h *house)) {
	h.Helper()
	*round++
	h.write("p/a.go", fmt.Sprintf("package p\n\nfunc Turn%d() {}\n", *round))
	h.write("p/d1/f.go", fmt.Sprintf("package d\n\nfunc Also%d() {}\n", *round))
	if before != nil {
		before(h)
	}
}

// recovers queries the facts that a round has written and expects the right answer.
// If the round was writing the first index, an init may be necessary before.
func (h *house) recovers(round int, first bool) {
	h.Helper()
	query := []string{"--json", "query", "--mode", "regex", fmt.Sprintf("^(Turn%d|Also%d|F3)$", round, round)}
	r := h.run("p", query...)
	if first {
		if r.exit == 4 {
			h.must("p", "-q", "init")
			r = h.run("p", query...)
		}
		h.must("p", "link", h.path("lib")) // links are in the base, which was removed
	}
	if r.exit != 0 {
		h.Errorf("asked after the fault: %v", r)
		return
	}
	if n := total(h.T, r.stdout); n != 3 {
		h.Errorf("%d matches instead of 3: %s", n, r.stdout)
	}
	h.settled()
}
