package lock_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"sync"
	"testing"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/lock"
)

func TestLock(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	leftover := filepath.Join(dir, store.BuildName)
	if err := os.WriteFile(leftover, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	first, err := lock.Acquire(ctx, dir, 0, nil)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := os.Stat(leftover); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a killed build is still there: %v", err)
	}
	var busy *projectbase.BusyError
	if _, err := lock.Acquire(ctx, dir, 0, nil); !errors.As(err, &busy) || busy.PID != os.Getpid() {
		t.Errorf("second Acquire: %v", err)
	}
	waiting := make(chan int, 1)
	var wg sync.WaitGroup
	wg.Go(func() {
		second, err := lock.Acquire(ctx, dir, time.Minute, func(pid int) { waiting <- pid })
		if err != nil {
			t.Error(err)
			return
		}
		if err := second.Release(); err != nil {
			t.Error(err)
		}
	})
	if pid := <-waiting; pid != os.Getpid() {
		t.Errorf("waits for process %d", pid)
	}
	if err := first.Release(); err != nil {
		t.Fatal(err)
	}
	wg.Wait()
}
