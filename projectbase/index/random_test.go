package index

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"codegraph/projectbase"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store/read"

	"github.com/google/go-cmp/cmp"
)

// TestRandomChanges checks that an index after any changes and any kind of
// update equals a fresh one.
func TestRandomChanges(t *testing.T) {
	seeds := 300
	if testing.Short() {
		seeds = 8
	}
	// Writing to a file system in memory does not wait for the disk.
	if info, err := os.Stat("/dev/shm"); err == nil && info.IsDir() {
		t.Setenv("TMPDIR", "/dev/shm")
	}
	for seed := range seeds {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			s := newStory(uint64(seed))
			diff := s.run(t)
			if diff == "" {
				return
			}
			s, diff = shrink(t, s, diff)
			t.Fatalf("the index differs from a fresh one (-fresh +index) after\n%s\n%s", s, diff)
		})
	}
}

// scenario is a random sequence of changes and updates.
type scenario struct {
	clock string // file times: real, coarse or exact
	git   bool
	steps []step
}

// step is one change or update. The meaning of its numbers depends on its kind.
type step struct {
	kind string
	a, b int
}

func (s scenario) String() string {
	var out strings.Builder
	fmt.Fprintf(&out, "clock %s, git %v\n", s.clock, s.git)
	for _, e := range s.steps {
		fmt.Fprintf(&out, "  %s %d %d\n", e.kind, e.a, e.b)
	}
	return out.String()
}

// kinds has the kinds of steps; frequent ones appear several times.
var kinds = []string{"write", "write", "write", "write", "same size", "same size", "append", "append", "delete", "delete", "rename", "rename",
	"move directory", "mode", "revert", "binary", "ignore", "no ignore", "configure", "link", "replace by directory", "touch",
	"sync", "sync", "sync", "update", "update", "update", "update lines", "init", "remove", "commit", "checkout"}

func newStory(seed uint64) scenario {
	r := rand.New(rand.NewPCG(seed, 1))
	s := scenario{clock: []string{"real", "coarse", "exact"}[seed%3], git: seed%4 == 0}
	for range 4 + r.IntN(14) {
		s.steps = append(s.steps, step{kinds[r.IntN(len(kinds))], r.IntN(1000), r.IntN(1000)})
	}
	return s
}

// shrink removes steps as long as the scenario still fails.
func shrink(t *testing.T, s scenario, diff string) (scenario, string) {
	for i := 0; i < len(s.steps); {
		less := s
		less.steps = slices.Delete(slices.Clone(s.steps), i, i+1)
		if d := less.run(t); d != "" {
			s, diff = less, d
		} else {
			i++
		}
	}
	return s, diff
}

// run runs the scenario and returns the difference to a fresh index.
func (s scenario) run(t *testing.T) string {
	p := &scenarioRunner{fixture: newFixture(t, nil), scenario: s, touched: map[string]bool{}}
	p.setClock()
	for i := range 6 {
		p.write(p.name(i), p.text(i))
	}
	if s.git {
		p.gitCommand("init", "-q")
	}
	p.mustInit(InitOptions{})
	for _, e := range s.steps {
		p.play(e)
	}
	if diff := p.checkDiff(); diff != "" {
		return "what Check finds pending (-want +got):\n" + diff
	}
	p.mustSync()
	return p.freshDiff(true)
}

// checkDiff compares the pending files of Check with the changed files.
func (p *scenarioRunner) checkDiff() string {
	base, err := read.Open(p.Context(), p.p.Base)
	must(p.T, err)
	defer base.Close()
	d, err := p.Check(p.Context(), p.p, base)
	must(p.T, err)
	must(p.T, d.Verify(p.Context()))
	if d.Rebuild {
		return ""
	}
	if d.None() {
		if diff := p.freshDiff(true); diff != "" {
			return diff
		}
	}
	have, fresh := hashes(p.export()), hashes(p.freshExport())
	pending := []projectbase.Path{}
	for path, h := range have {
		if fresh[path] != h {
			pending = append(pending, path)
		}
	}
	for path := range fresh {
		if have[path] == "" {
			pending = append(pending, path)
		}
	}
	slices.Sort(pending)
	return cmp.Diff(pending, append([]projectbase.Path{}, d.Pending...))
}

// hashes returns language and hash of the files of an export.
func hashes(export string) map[projectbase.Path]string {
	out := map[projectbase.Path]string{}
	for line := range strings.Lines(export) {
		if rest, ok := strings.CutPrefix(line, "file "); ok {
			path, rest, _ := strings.Cut(rest, "|")
			hash, _, _ := strings.Cut(rest, "|")
			out[projectbase.Path(path)] = hash
		}
	}
	return out
}

// freshDiff compares the index with a fresh one of the same tree and
// configuration. Skipped paths are compared only after a walk.
func (f *fixture) freshDiff(skipped bool) string {
	f.Helper()
	want, got := f.freshExport(), f.export()
	if want == "" && !strings.Contains(got, "file ") {
		return ""
	}
	lines := func(text string) []string {
		return slices.DeleteFunc(strings.Split(text, "\n"), func(l string) bool { return !skipped && strings.HasPrefix(l, "skipped ") })
	}
	return cmp.Diff(lines(want), lines(got))
}

// freshExport exports a fresh index; "" if there is nothing to index.
func (f *fixture) freshExport() string {
	f.Helper()
	fresh := f.p
	var err error
	fresh.Base, err = os.MkdirTemp(f.TempDir(), "base")
	must(f.T, err)
	config, err := os.ReadFile(filepath.Join(f.p.Base, settings.FileName))
	if err == nil {
		must(f.T, os.WriteFile(filepath.Join(fresh.Base, settings.FileName), config, 0o644))
	} else if !errors.Is(err, os.ErrNotExist) {
		f.Fatal(err)
	}
	// It uses the real file information and its own clock.
	x := &Indexer{Languages: all.Set(), Parsers: &inProcess{}}
	_, err = x.Init(context.Background(), fresh, InitOptions{})
	if errors.Is(err, projectbase.ErrNothing) {
		return ""
	}
	must(f.T, err)
	text, err := export(context.Background(), fresh.Base)
	must(f.T, err)
	return text
}
