package pace

import (
	"os"
	"runtime"
	"runtime/debug"
	"testing"
	"time"
)

func TestHeadStartEnds(t *testing.T) {
	if os.Getenv("GOGC") != "" {
		t.Fatal("GOGC is set: the package leaves the collector alone")
	}
	var stats runtime.MemStats
	runtime.ReadMemStats(&stats)
	if percent := current(); stats.NumGC == 0 && percent != headStart {
		t.Errorf("before a collection the percentage is %d, want %d", percent, headStart)
	}
	deadline := time.Now().Add(10 * time.Second)
	for {
		runtime.GC()
		percent := current()
		if percent == 100 {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("after collections the percentage is %d", percent)
		}
		runtime.Gosched() // the cleanup runs in a goroutine of its own
	}
}

func current() int {
	percent := debug.SetGCPercent(100)
	debug.SetGCPercent(percent)
	return percent
}
