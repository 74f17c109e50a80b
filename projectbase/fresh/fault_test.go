package fresh

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/fresh/faulttest"
	"codegraph/projectbase/index"
	"codegraph/projectbase/settings"
	"codegraph/projectbase/store/read"
)

// note is a text that a user wrote into the summary. It must survive every
// fault.
const note = "What people wrote stays."

// faulty returns a watched project with notes and settings of a user.
func faulty(t *testing.T) *fixture {
	t.Helper()
	f := newFixture(t)
	f.Indexer.Now = nil
	for i := range 20 {
		f.write(fmt.Sprintf("f%d.go", i), fmt.Sprintf("package a\n\nfunc F%d() { word%d() }\n", i, i))
	}
	f.write(".codegraph/config.json", `{"exclude":["never/**"]}`)
	if err := f.Indexer.Describe(t.Context(), f.p, "custom", "Notes", note, false, index.Wait{}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Indexer.Init(t.Context(), f.p, index.InitOptions{}); err != nil {
		t.Fatal(err)
	}
	f.Watcher = NewWatcher(f.Indexer, WatchOptions{})
	t.Cleanup(func() { f.Watcher.Close() })
	return f
}

// symbols returns the files of the symbols that are in names, from the index.
func (f *fixture) symbols(names ...string) ([]string, error) {
	base, err := read.Open(f.Context(), f.p.Base)
	if err != nil {
		return nil, err
	}
	defer base.Close()
	var found []string
	err = base.View(f.Context(), func(s *read.Snapshot) error {
		found = nil
		for _, n := range names {
			list, err := s.SymbolsNamed(n, false)
			if err != nil {
				return err
			}
			if len(list) > 0 {
				found = append(found, n)
			}
		}
		return nil
	})
	return found, err
}

// userDataKept checks the user's notes and settings.
func (f *fixture) userDataKept() {
	f.Helper()
	summary, err := os.ReadFile(filepath.Join(f.p.Base, "summary.md"))
	if err != nil || !bytes.Contains(summary, []byte(note)) {
		f.Errorf("notes are lost: %v\n%s", err, summary)
	}
	config, err := os.ReadFile(filepath.Join(f.p.Base, "config.json"))
	if err != nil || !bytes.Contains(config, []byte("never/**")) {
		f.Errorf("settings are lost: %v\n%s", err, config)
	}
}

// answers queries until the index is fresh. It fails on an answer that is wrong
// without a warning: a fresh index without the name, an unexpected error, or a
// missing index.
func (f *fixture) answers(name string) {
	f.Helper()
	f.answersWithin(30*time.Second, name)
}

func (f *fixture) answersWithin(limit time.Duration, name string) {
	f.Helper()
	for end := time.Now().Add(limit); ; {
		s, err := f.Ensure(f.Context(), f.p, ample)
		if told(err) {
			// The error tells the user to run init; do it.
			if _, err := f.Indexer.Init(f.Context(), f.p, index.InitOptions{Wait: index.Wait{Limit: time.Minute}}); err != nil {
				f.Fatalf("init: %v", err)
			}
			continue
		}
		if err != nil {
			f.Fatalf("unexpected error: %v", err)
		}
		if s.State == Fresh {
			found, err := f.symbols(name)
			if err == nil && len(found) == 0 {
				f.Fatalf("state is fresh, but %s is missing", name)
			}
			if err == nil {
				return
			}
			if !told(err) {
				f.Fatalf("unexpected error: %v", err)
			}
		} else if s.Reason == "" {
			f.Fatalf("%s without a reason", s.State)
		}
		if time.Now().After(end) {
			f.Fatalf("never fresh: %s, %d files pending: %s", s.State, len(s.Pending), s.Reason)
		}
	}
}

func told(err error) bool {
	for _, e := range []error{projectbase.ErrCorrupt, projectbase.ErrNotIndexed, projectbase.ErrOutdated} {
		if errors.Is(err, e) {
			return true
		}
	}
	return false
}

// TestIndexFaults damages the index of a project during queries. Answers must
// be correct or report the fault, and one init must repair it.
func TestIndexFaults(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	file := func(f *fixture) string { return filepath.Join(f.p.Base, settings.IndexName) }
	must := func(err error) {
		t.Helper()
		if err != nil {
			t.Fatal(err)
		}
	}
	overwrite := func(f *fixture, change func([]byte) []byte) {
		data, err := os.ReadFile(file(f))
		must(err)
		h, err := os.OpenFile(file(f), os.O_RDWR, 0)
		must(err)
		data = change(data)
		_, err = h.WriteAt(data, 0)
		must(err)
		must(h.Truncate(int64(len(data))))
		must(h.Close())
	}
	faults := map[string]func(f *fixture){
		"truncated":          func(f *fixture) { overwrite(f, func(b []byte) []byte { return b[:r.IntN(len(b))] }) },
		"emptied":            func(f *fixture) { overwrite(f, func(b []byte) []byte { return b[:0] }) },
		"first page garbled": func(f *fixture) { overwrite(f, func(b []byte) []byte { copy(b[r.IntN(50):], "garbage"); return b }) },
		"deleted":            func(f *fixture) { must(os.Remove(file(f))) },
		"log deleted":        func(f *fixture) { _ = os.Remove(file(f) + "-wal"); _ = os.Remove(file(f) + "-shm") },
		"log garbled":        func(f *fixture) { must(os.WriteFile(file(f)+"-wal", bytes.Repeat([]byte("x"), 9000), 0o644)) },
		"replaced by no index": func(f *fixture) {
			must(os.WriteFile(file(f)+".new", []byte("text"), 0o644))
			must(os.Rename(file(f)+".new", file(f)))
		},
		"replaced by a copy of before": func(f *fixture) {
			must(os.Rename(file(f)+".before", file(f)))
			_ = os.Remove(file(f) + "-wal") // it belonged to the old index
			_ = os.Remove(file(f) + "-shm")
		},
	}
	for name, inject := range faults {
		t.Run(name, func(t *testing.T) {
			f := faulty(t)
			for i := range faulttest.Rounds(2, 50) {
				data, err := os.ReadFile(file(f))
				must(err)
				must(os.WriteFile(file(f)+".before", data, 0o644))
				f.write("a.go", fmt.Sprintf("package a\n\nfunc Round%d() {}\n", i))
				f.answers(fmt.Sprintf("Round%d", i))
				inject(f)
				f.write("b.go", fmt.Sprintf("package a\n\nfunc After%d() {}\n", i))
				f.answers(fmt.Sprintf("After%d", i))
				f.answers(fmt.Sprintf("Round%d", i))
				f.userDataKept()
			}
		})
	}
}

// TestFlippedBits flips random bits of the index. The damage may cause an error
// or stay unnoticed, but no crash, and a rebuild must repair it.
func TestFlippedBits(t *testing.T) {
	f := faulty(t)
	r := rand.New(rand.NewPCG(4, 4))
	said := 0
	n := faulttest.Rounds(10, 300)
	for range n {
		name := filepath.Join(f.p.Base, settings.IndexName)
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 1 + r.IntN(8) {
			data[r.IntN(len(data))] ^= 1 << r.IntN(8)
		}
		h, err := os.OpenFile(name, os.O_RDWR, 0)
		if err == nil {
			_, err = h.WriteAt(data, 0)
			err = errors.Join(err, h.Close())
		}
		if err != nil {
			t.Fatal(err)
		}
		if _, err := f.Ensure(t.Context(), f.p, ample); err != nil {
			said++
		}
		if _, err := f.symbols("F1", "F2", "F19"); err != nil {
			said++
		}
		if _, err := f.Indexer.Init(t.Context(), f.p, index.InitOptions{Rebuild: true, Wait: index.Wait{Limit: time.Minute}}); err != nil && !errors.Is(err, projectbase.ErrForeign) && !errors.Is(err, projectbase.ErrTooNew) {
			t.Fatalf("rebuild: %v", err)
		} else if err != nil {
			// These bits identify the program, and foreign files must not be
			// touched.
			if err := os.Remove(name); err != nil {
				t.Fatal(err)
			}
		}
		f.answers("F7")
		f.userDataKept()
	}
	t.Logf("%d rounds, %d reported errors", n, said)
}

// removeIndex removes the directory of the index, while another process may
// write in it.
func (f *fixture) removeIndex() {
	f.Helper()
	var err error
	for range 100 {
		if err = os.RemoveAll(f.p.Base); err == nil {
			return
		}
	}
	f.Fatal(err)
}

// TestDirectoryRemoved removes the directory of an index that a server has
// open.
func TestDirectoryRemoved(t *testing.T) {
	f := faulty(t)
	for i := range faulttest.Rounds(3, 50) {
		f.answers("F3")
		f.removeIndex()
		if _, err := f.Ensure(t.Context(), f.p, ample); !errors.Is(err, projectbase.ErrNotIndexed) {
			t.Fatalf("without an index: %v", err)
		}
		f.write("a.go", fmt.Sprintf("package a\n\nfunc Again%d() {}\n", i))
		f.answers(fmt.Sprintf("Again%d", i))
	}
}
