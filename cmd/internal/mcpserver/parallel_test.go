package mcpserver_test

import (
	"fmt"
	"os"
	"runtime"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"codegraph/cmd/internal/mcpserver"
)

// loadTime returns the duration of the load test: a second, or CODEGRAPH_LOAD.
func loadTime(t *testing.T) time.Duration {
	text := os.Getenv("CODEGRAPH_LOAD")
	if text == "" {
		return time.Second
	}
	d, err := time.ParseDuration(text)
	if err != nil {
		t.Fatal("CODEGRAPH_LOAD:", err)
	}
	return d
}

// TestParallelCalls runs 200 different calls at a time. Every answer must be
// right, and no goroutine, file handle or memory may remain.
func TestParallelCalls(t *testing.T) {
	f := newFixture(t, mcpserver.Options{})
	c := f.client()
	c.text("init", "{}")
	c.text("init", fmt.Sprintf(`{"path":%q}`, f.path("lib")))
	c.text("link", fmt.Sprintf(`{"path":%q}`, f.path("lib")))
	kinds := []struct{ tool, arguments, want string }{
		{"query", `{"term":"CalculateDamage"}`, "2 matches in 2 files"},
		{"query", `{"term":"RenderMesh","include_dependencies":true}`, "2 matches in 2 files"},
		{"query", `{"term":"nothing here","mode":"contains"}`, "0 matches"},
		{"signature", `{"file":"Core/Engine.cs"}`, "class Engine"},
		{"signatures", `{"path":"Core"}`, "class Player"},
		{"tree", `{}`, "Engine.cs"},
		{"summary", `{}`, "Engine"},
		{"status", `{}`, "fresh"},
		{"projects", `{}`, "lib"},
		{"links", `{}`, "manual link"},
		{"update", `{"file":"Core/Player.cs"}`, "unchanged"},
		{"query", `{}`, "term is missing"},
		{"signature", `{"file":"../x"}`, "outside"},
	}
	call := func(i int) {
		k := kinds[i%len(kinds)]
		r, err := c.call(k.tool, k.arguments)
		if err != nil {
			t.Errorf("%s: %v", k.tool, err)
			return
		}
		text := textOf(r)
		if busy := k.tool == "update" && strings.HasPrefix(text, "busy"); !busy && !strings.Contains(text, k.want) {
			t.Errorf("%s %s has no %q:\n%s", k.tool, k.arguments, k.want, text)
		}
	}
	var n atomic.Int64
	load := func(d time.Duration) {
		over := time.Now().Add(d)
		var work sync.WaitGroup
		for range 200 {
			work.Go(func() {
				for once := true; once || time.Now().Before(over); once = false {
					call(int(n.Add(1)))
				}
			})
		}
		work.Wait()
	}
	load(0) // fill the caches first
	handles, heap := openHandles(t), heapInUse()
	load(loadTime(t))
	t.Logf("%d calls; before and after: %d and %d handles, %d and %d KB of heap", n.Load(),
		handles, openHandles(t), heap>>10, heapInUse()>>10)
	waitForGoroutines(t, "mcpserver.(*call)", "tool.(*Spec).Run")
	// Each index keeps as many connections as it had at once, with three files
	// each; a leak would add one for each call.
	eventually(t, func() (int, int) { return openHandles(t), handles + 60 }, "handles")
	eventually(t, func() (int, int) { return heapInUse(), heap + 8<<20 }, "bytes of heap")
}

// waitForGoroutines waits until no goroutine runs one of these functions.
func waitForGoroutines(t *testing.T, functions ...string) {
	t.Helper()
	var stacks string
	for deadline := time.Now().Add(30 * time.Second); time.Now().Before(deadline); time.Sleep(10 * time.Millisecond) {
		buffer := make([]byte, 4<<20)
		stacks = string(buffer[:runtime.Stack(buffer, true)])
		if !slices.ContainsFunc(functions, func(f string) bool { return strings.Contains(stacks, f) }) {
			return
		}
	}
	t.Errorf("a goroutine of %v still runs:\n%s", functions, stacks)
}

// heapInUse returns the bytes of reachable memory.
func heapInUse() int {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return int(m.HeapAlloc)
}

// openHandles returns the number of open file handles, 0 on systems without
// /proc.
func openHandles(t *testing.T) int {
	if runtime.GOOS != "linux" {
		return 0
	}
	list, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Fatal(err)
	}
	return len(list)
}

// eventually waits until a number is at most its limit.
func eventually(t *testing.T, get func() (have, most int), what string) {
	t.Helper()
	tick := time.NewTicker(10 * time.Millisecond)
	defer tick.Stop()
	for deadline := time.Now().Add(10 * time.Second); ; <-tick.C {
		have, most := get()
		if have <= most {
			return
		}
		if time.Now().After(deadline) {
			t.Errorf("%d %s, want at most %d", have, what, most)
			return
		}
	}
}
