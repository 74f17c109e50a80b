package worker

import (
	"errors"
	"os"
	"syscall"
	"testing"
)

// TestStartWithoutDescriptors leaves room for one pipe, where a child needs two.
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
