//go:build !linux

package worker

import (
	"os"
	"os/exec"
	"runtime/debug"
	"time"
)

// confine limits only the memory of Go on this system, by more frequent
// garbage collection.
func confine(data int64) error {
	debug.SetMemoryLimit(data)
	return nil
}

// claimOutput returns the file for answers.
func claimOutput() (*os.File, error) { return os.Stdout, nil }

// self is the path of this program.
func self() (string, error) { return os.Executable() }

// dieWithParent does nothing on this system: the child ends with its input.
func dieWithParent(*exec.Cmd) {}

// widen does nothing on this system.
func widen(*os.File) {}

// processTime is unknown on this system, so elapsed time counts.
func processTime(int) time.Duration { return -1 }

// resident is unknown on this system, so that only the deadline stops a file
// that needs more and more memory.
func resident(int) int64 { return 0 }
