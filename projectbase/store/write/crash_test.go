package write_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand"
	"os"
	"os/exec"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/store/lock"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/storetest"
	"codegraph/projectbase/store/write"

	"github.com/google/go-cmp/cmp"
)

// crashEnv makes this test binary the child process of TestKillWriter: it
// writes to the index in that directory until it is killed.
const crashEnv = "STORE_TEST_DIR"

// crashTree returns the files of state n; all states differ.
func crashTree(n int) map[projectbase.Path]storetest.Source {
	w := storetest.NewWorld(int64(9000 + n))
	terms := &projectbase.Terms{}
	files := map[projectbase.Path]storetest.Source{}
	for i := range 25 {
		p := projectbase.Path(fmt.Sprintf("f%d.go", i))
		files[p] = w.Source(p, terms)
	}
	return files
}

// writeForever goes from state to state, by builds and updates in turn.
func writeForever(dir string) error {
	ctx := context.Background()
	l, err := lock.Acquire(ctx, dir, time.Minute, nil)
	if err != nil {
		return err
	}
	defer l.Release()
	for n := 0; ; n = (n + 1) % crashStates {
		if n%2 == 0 {
			if err := storetest.Build(dir, crashTree(n)); err != nil {
				return err
			}
			continue
		}
		files := crashTree(n)
		err := write.Update(ctx, dir, func(tx *write.Tx) error {
			for _, src := range files {
				if _, err := tx.Put(src.Meta, src.Facts); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
	}
}

const crashStates = 4

// TestKillWriter kills a writer at random moments while a reader reads. The
// reader and, after each kill, a new reader always see one whole state.
func TestKillWriter(t *testing.T) {
	if dir := os.Getenv(crashEnv); dir != "" {
		go func() { // the process may have ended before the kill
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(1)
		}()
		t.Fatal(writeForever(dir))
	}
	states := make([]storetest.Content, crashStates)
	for n := range states {
		states[n] = storetest.WantContent(crashTree(n))
	}
	dir := storetest.QuickDir(t)
	storetest.MustBuild(t, dir, crashTree(0))
	old, err := read.Open(context.Background(), dir)
	if err != nil {
		t.Fatal(err)
	}
	defer old.Close()
	kills := 30
	if testing.Short() {
		kills = 5
	}
	rng := rand.New(rand.NewSource(1))
	seen := map[int]int{}
	// On a slow machine the writer needs more time before the first kill. Add
	// rounds with longer windows until it has written.
	for round := 0; round < kills || len(seen) < 2 && round < 20*kills; round++ {
		cmd := exec.Command(os.Args[0], "-test.run=^TestKillWriter$")
		cmd.Env = append(os.Environ(), crashEnv+"="+dir)
		alive, err := cmd.StdinPipe()
		if err != nil {
			t.Fatal(err)
		}
		if err := cmd.Start(); err != nil {
			t.Fatal(err)
		}
		end := time.Now().Add(time.Duration((20+rng.Intn(150))*(1+round/kills)) * time.Millisecond)
		for time.Now().Before(end) {
			seen[mustState(t, old, states)]++
		}
		if err := cmd.Process.Kill(); err != nil {
			t.Fatal(err)
		}
		alive.Close()
		var exit *exec.ExitError
		if err := cmd.Wait(); !errors.As(err, &exit) || exit.Exited() {
			t.Fatalf("the writer ended by itself: %v", err)
		}
		fresh, err := read.Open(context.Background(), dir)
		if err != nil {
			t.Fatal(err)
		}
		mustState(t, fresh, states)
		if err := fresh.Close(); err != nil {
			t.Fatal(err)
		}
		mustState(t, old, states)
		storetest.MustIntegrity(t, dir)
	}
	if len(seen) < 2 {
		t.Errorf("only the states %v were seen: the writer did nothing", maps.Keys(seen))
	}
}

// mustState returns the number of the state of the index.
func mustState(t *testing.T, b *read.Index, states []storetest.Content) int {
	t.Helper()
	var got storetest.Content
	err := b.View(context.Background(), func(s *read.Snapshot) error {
		var err error
		got, err = storetest.ReadContent(s)
		return err
	})
	if err != nil {
		t.Fatalf("reading: %v", err)
	}
	for n := range states {
		if cmp.Equal(states[n], got) {
			return n
		}
	}
	t.Fatalf("the index is in no known state; difference to the first:\n%s", cmp.Diff(states[0], got))
	return -1
}
