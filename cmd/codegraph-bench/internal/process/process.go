// Package process runs programs and measures their CPU time and memory.
package process

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"
)

// Cost is the cost of one run of a program and its children.
type cost struct {
	Cpu, Wall time.Duration
	Peak      int64 // sampled resident bytes of all processes; see Resident
}

// Execute runs a program and measures it. It samples the memory of the process tree every
// few milliseconds, because the kernel reports only the maximum of single processes.
func Execute(ctx context.Context, program string, args ...string) (cost, error) {
	cmd := exec.CommandContext(ctx, program, args...)
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	begin := time.Now()
	if err := cmd.Start(); err != nil {
		return cost{}, err
	}
	done := make(chan struct{})
	peak := make(chan int64)
	go func() { peak <- SamplePeak(cmd.Process.Pid, done) }()
	err := cmd.Wait()
	wall := time.Since(begin)
	close(done)
	c := cost{Wall: wall, Peak: <-peak}
	if err != nil {
		return c, fmt.Errorf("%s %s: %w: %s", program, strings.Join(args, " "), err, bytes.TrimSpace(stderr.Bytes()))
	}
	c.Cpu = cmd.ProcessState.UserTime() + cmd.ProcessState.SystemTime()
	return c, nil
}

func SamplePeak(pid int, done <-chan struct{}) int64 {
	tick := time.NewTicker(5 * time.Millisecond)
	defer tick.Stop()
	var peak int64
	for {
		select {
		case <-done:
			return peak
		case <-tick.C:
			peak = max(peak, Resident(pid))
		}
	}
}

// Resident returns the resident bytes of a process and its descendants, or 0 if the
// system does not report them. Pages of files count once, for the process with most of
// them.
func Resident(pid int) int64 {
	own, shared := residentParts(pid)
	return own + shared
}

func residentParts(pid int) (own, shared int64) {
	dir := "/proc/" + strconv.Itoa(pid)
	if data, err := os.ReadFile(dir + "/statm"); err == nil {
		if f := bytes.Fields(data); len(f) > 2 {
			all, _ := strconv.ParseInt(string(f[1]), 10, 64)
			files, _ := strconv.ParseInt(string(f[2]), 10, 64)
			page := int64(os.Getpagesize())
			own, shared = (all-files)*page, files*page
		}
	}
	for _, child := range childrenOf(pid) {
		o, s := residentParts(child)
		own, shared = own+o, max(shared, s)
	}
	return own, shared
}

// CPUTime returns the CPU time of this process without its children.
func CPUTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
