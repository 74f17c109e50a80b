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

// cost is what one run of a program took, its children included.
type cost struct {
	Cpu, Wall time.Duration
	Peak      int64 // bytes resident of all its processes together, as sampled; see resident
}

// execute runs the program and measures it. Memory is the greatest sum over the
// process and its descendants, sampled every few milliseconds: what the kernel
// keeps is the greatest of single processes only.
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

// resident returns the resident bytes of a process and its descendants, 0 where
// the system does not tell. Pages of files, above all those of the program that
// all of them run, count once: as those of the process that has most of them.
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

// cpuTime returns what this process has used so far, its children left out.
func CpuTime() time.Duration {
	var u syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &u); err != nil {
		return 0
	}
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}
