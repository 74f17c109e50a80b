package federation_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"codegraph/catalog"
	"codegraph/catalog/scan"
	"codegraph/catalog/sqlstore"
	"codegraph/federation"
	"codegraph/projectbase/index"
	"codegraph/projectbase/lang/all"
	"codegraph/projectbase/query/search"
	"codegraph/projectbase/worker"
)

const (
	processVariable = "FEDERATION_TEST_PROCESS" // number of the process; its working directory has all
	processProjects = 6                         // the even ones are those of process 0
)

// TestProcessesNeverHide lets two processes edit projects at random, each its
// own, and ask for what both have written: whatever an update or a sync has
// entered is found from then on, through filters as they count in earnest.
func TestProcessesNeverHide(t *testing.T) {
	if number := os.Getenv(processVariable); number != "" {
		testProcess(t, int(number[0]-'0'))
		return
	}
	dir := t.TempDir()
	h := openHub(t, dir, filepath.Join(dir, "catalog.db"))
	for i := range processProjects {
		h.add(fmt.Sprint("p", i), "Start")
	}
	program, err := os.Executable()
	must(t, err)
	var cmds [2]*exec.Cmd
	var outs [2]bytes.Buffer
	for i := range cmds {
		cmd := exec.CommandContext(t.Context(), program, "-test.run=^TestProcessesNeverHide$", "-test.v")
		cmd.Dir, cmd.Stdout, cmd.Stderr = dir, &outs[i], &outs[i]
		cmd.Env = append(os.Environ(), fmt.Sprintf("%s=%d", processVariable, i))
		must(t, cmd.Start())
		cmds[i] = cmd
	}
	passed := false
	for i, cmd := range cmds {
		if err := cmd.Wait(); err != nil {
			t.Errorf("process %d: %v\n%s", i, err, &outs[i])
		}
		passed = passed || strings.Contains(outs[i].String(), "filters were used")
	}
	if !passed {
		t.Errorf("no filter was ever used\n%s", &outs[0])
	}
}

func testProcess(t *testing.T, number int) {
	dir, err := os.Getwd()
	must(t, err)
	h := openHub(t, dir, filepath.Join(dir, "catalog.db"))
	e := h.engine()
	e.Filters = &federation.Filters{Catalog: h.store, Stat: scan.FileStamp, Now: time.Now}
	random := rand.New(rand.NewPCG(7, uint64(number)))
	texts := map[int]string{}
	passed, asked := 0, 0
	for began := time.Now(); time.Since(began) < 6*time.Second; {
		// Most edits hit one project, so that filters of the others come to count.
		i := number
		if random.IntN(12) == 0 {
			i = 2*random.IntN(processProjects/2-1) + number // and none the last two
		}
		if random.IntN(4) == 0 {
			word := fmt.Sprintf("Word%dx%d", number, random.IntN(1e9))
			texts[i] += "\nfunc " + word + "() {}\n"
			name := fmt.Sprint("p", i)
			h.write(name+"/a.go", "package p\n"+texts[i])
			if random.IntN(2) == 0 {
				_, err = h.indexer.Sync(t.Context(), h.at(name), index.SyncOptions{NoSummary: true})
			} else {
				_, err = h.indexer.Update(t.Context(), h.at(name), []index.Edit{{File: "a.go"}}, index.UpdateOptions{})
			}
			must(t, err)
			note(t, number, fmt.Sprintf("%d %s\n", i, word))
		}
		at, word, ok := entered(t, random)
		if !ok {
			continue
		}
		mode := []search.Mode{search.ModeExact, search.ModeStartsWith, search.ModeContains}[random.IntN(3)]
		targets, _ := h.plan("", "all")
		parts, failures, err := federation.Ask(t.Context(), e, targets, searchFor(word, mode))
		must(t, err)
		if len(parts) != processProjects {
			t.Fatalf("%d answers, failures %v", len(parts), failures)
		}
		asked++
		for j, part := range parts {
			if part.Passed {
				passed++
			}
			if j == at && part.Answer == 0 {
				t.Fatalf("%s %s in p%d is not found; passed %v", mode, word, at, part.Passed)
			}
		}
	}
	if passed > 0 {
		t.Logf("filters were used: %d of %d answers", passed, asked*processProjects)
	}
}

// note appends a line to the log of a process, in one write.
func note(t *testing.T, number int, line string) {
	t.Helper()
	f, err := os.OpenFile(fmt.Sprint("entered", number), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	must(t, err)
	_, err = f.WriteString(line)
	must(t, err)
	must(t, f.Close())
}

// entered returns a word, one of the last mostly, that one of the processes has
// entered before this call.
func entered(t *testing.T, random *rand.Rand) (project int, word string, ok bool) {
	t.Helper()
	b, err := os.ReadFile(fmt.Sprint("entered", random.IntN(2)))
	if err != nil {
		return 0, "", false // the other has not begun
	}
	lines := strings.Split(strings.TrimSpace(string(b)), "\n")
	line := lines[len(lines)-1]
	if random.IntN(2) == 0 {
		line = lines[random.IntN(len(lines))]
	}
	_, err = fmt.Sscan(line, &project, &word)
	must(t, err)
	return project, word, true
}

// openHub is newHub in a directory that is there, with a catalog that may be.
func openHub(t testing.TB, dir, file string) *hub {
	t.Helper()
	parsers, err := worker.NewPool(worker.Options{Engine: worker.Extraction(all.Set()), Workers: 1})
	must(t, err)
	store, err := sqlstore.Open(t.Context(), sqlstore.Options{Path: file, Wait: time.Minute})
	must(t, err)
	h := &hub{TB: t, dir: dir, store: catalog.Store(store), indexer: &index.Indexer{Languages: all.Set(), Parsers: parsers}, pool: federation.NewPool(8, all.Set())}
	t.Cleanup(func() {
		must(t, h.pool.Close())
		must(t, store.Close())
		parsers.Close()
	})
	return h
}
