package worker

import (
	"errors"
	"os"
	"syscall"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// TestBusyMachineIsNoTimeout checks that a child without CPU time is not ended
// at the deadline.
func TestBusyMachineIsNoTimeout(t *testing.T) {
	p := mustPool(t, Options{Workers: 1, Deadline: 2 * time.Second})
	got, err := extractAll(t.Context(), p, "starve 3", "good file")
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff([]string{"f0: starve 3", "f1: good file"}, got); diff != "" {
		t.Error(diff)
	}
}

// TestStartWithoutDescriptors starts a child, which needs two pipes, with
// descriptors for one pipe.
func TestStartWithoutDescriptors(t *testing.T) {
	var before syscall.Rlimit
	if err := syscall.Getrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
		t.Fatal(err)
	}
	few := before
	few.Cur = min(few.Cur, 128)
	if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &few); err != nil {
		t.Fatal(err)
	}
	var open []*os.File
	defer func() {
		for _, f := range open {
			f.Close()
		}
		if err := syscall.Setrlimit(syscall.RLIMIT_NOFILE, &before); err != nil {
			t.Error(err)
		}
	}()
	for {
		f, err := os.Open(os.DevNull)
		if errors.Is(err, syscall.EMFILE) {
			break
		}
		if err != nil {
			t.Fatal(err)
		}
		open = append(open, f)
	}
	const free = 3
	for range free {
		open[len(open)-1].Close()
		open = open[:len(open)-1]
	}
	o := Options{Command: []string{"/nonexistent"}}
	if _, err := startProcess(&o); !errors.Is(err, syscall.EMFILE) {
		t.Errorf("started without descriptors: %v", err)
	}
	for i := range free {
		f, err := os.Open(os.DevNull)
		if err != nil {
			t.Fatalf("%d of %d descriptors are free after a failed start: %v", i, free, err)
		}
		open = append(open, f)
	}
}
