package worker

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// confine limits the memory of this process. The limit is on data, not on
// addresses, because Go reserves large ranges of addresses.
func confine(data int64) error {
	limit := unix.Rlimit{Cur: uint64(data), Max: uint64(data)}
	if err := unix.Setrlimit(unix.RLIMIT_DATA, &limit); err != nil {
		return fmt.Errorf("limit memory: %w", err)
	}
	// Crashes of grammars are common, and their core files are useless.
	if err := unix.Setrlimit(unix.RLIMIT_CORE, &unix.Rlimit{}); err != nil {
		return fmt.Errorf("limit core files: %w", err)
	}
	return nil
}

// claimOutput returns a file for the present standard output, and redirects
// later output of this process to standard error.
func claimOutput() (*os.File, error) {
	fd, err := unix.FcntlInt(1, unix.F_DUPFD_CLOEXEC, 3)
	if err != nil {
		return nil, fmt.Errorf("claim standard output: %w", err)
	}
	if err := unix.Dup3(2, 1, 0); err != nil {
		return nil, fmt.Errorf("redirect standard output: %w", err)
	}
	return os.NewFile(uintptr(fd), "answers"), nil
}

// self is the path of this program. It stays valid if the program's file is
// replaced.
func self() (string, error) { return "/proc/self/exe", nil }

// dieWithParent makes the kernel kill the child when its parent thread ends.
// The pool keeps this thread until Close.
func dieWithParent(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL}
}

// widen enlarges the buffer of a pipe, so that neither side blocks in the
// middle of a file. If the system refuses, the pipe still works.
func widen(f *os.File) {
	raw, err := f.SyscallConn()
	if err != nil {
		return
	}
	_ = raw.Control(func(fd uintptr) { _, _ = unix.FcntlInt(fd, unix.F_SETPIPE_SZ, 1<<20) })
}

// resident returns the resident size of a process in bytes; 0 if it is gone.
func resident(pid int) int64 {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	if err != nil {
		return 0
	}
	fields := strings.Fields(string(b))
	if len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

// processTime returns the CPU time of a process, or a negative value if it is
// gone.
func processTime(pid int) time.Duration {
	b, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/stat")
	if err != nil {
		return -1
	}
	// The name, in parentheses, may contain any character. proc(5) numbers the
	// fields from 1.
	const state, utime, stime = 3, 14, 15
	fields := strings.Fields(string(b[bytes.LastIndexByte(b, ')')+1:]))
	if len(fields) <= stime-state {
		return -1
	}
	user, err1 := strconv.ParseInt(fields[utime-state], 10, 64)
	system, err2 := strconv.ParseInt(fields[stime-state], 10, 64)
	if err1 != nil || err2 != nil {
		return -1
	}
	const perSecond = 100 // USER_HZ, the same on all architectures that Go knows
	return time.Duration(user+system) * time.Second / perSecond
}
