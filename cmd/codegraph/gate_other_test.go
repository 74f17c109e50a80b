//go:build !linux || !amd64

package main

import (
	"os/exec"
	"syscall"
	"testing"

	"codegraph/projectbase/fresh/faulttest"
)

// gate filters system calls on Linux. This stub serves other systems.
type gate struct{}

type writeCall struct {
	n    int
	name string
	file string
}

type verdict struct {
	errno syscall.Errno
	kill  bool
	hold  chan struct{}
}

func startGated(t *testing.T, _ *exec.Cmd, _ func(writeCall) verdict) *gate {
	faulttest.NotTested(t, "system calls can be held back on Linux on amd64 only")
	return nil
}

func (g *gate) close() {}
