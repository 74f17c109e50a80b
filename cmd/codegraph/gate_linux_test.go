//go:build amd64

package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"unsafe"

	"golang.org/x/sys/unix"

	"codegraph/projectbase/fresh/faulttest"
)

// A gate filters the system calls of a program and its child processes. Each call
// that could change a file waits until the test allows it, fails it or kills the
// program. The kernel intercepts the calls (seccomp), so the program, including
// SQLite, sees the same errors as from a failing disk.
type gate struct {
	listener int
	starter  uint32 // the thread of this process that has the filter too
	judge    func(writeCall) verdict
	stop     chan struct{}
	ended    sync.WaitGroup
}

// writeCall is a call that could change a file.
type writeCall struct {
	n    int    // from 1 on, over all processes
	name string // such as "fsync"
	file string // that is open; "" for calls that name theirs
}

// verdict is what becomes of a call. The zero value lets it through.
type verdict struct {
	errno syscall.Errno // the call fails with this
	kill  bool          // its process is killed
	hold  chan struct{} // it waits until this is closed, and goes through
}

// gated are the calls that wait for a verdict: those that write, and those that
// watch. Of those that open a file only
// such as may make one do.
var gated = map[int32]string{
	unix.SYS_WRITE: "write", unix.SYS_PWRITE64: "write", unix.SYS_FTRUNCATE: "truncate", unix.SYS_FALLOCATE: "write",
	unix.SYS_FSYNC: "fsync", unix.SYS_FDATASYNC: "fsync",
	unix.SYS_RENAME: "rename", unix.SYS_RENAMEAT: "rename", unix.SYS_RENAMEAT2: "rename",
	unix.SYS_UNLINK: "remove", unix.SYS_UNLINKAT: "remove",
	unix.SYS_OPEN: "create", unix.SYS_OPENAT: "create", unix.SYS_MKDIR: "create", unix.SYS_MKDIRAT: "create",
	unix.SYS_INOTIFY_ADD_WATCH: "watch",
}

// startGated starts cmd behind a gate. judge is called for one call at a time.
// The caller waits for cmd and then closes the gate.
func startGated(t *testing.T, cmd *exec.Cmd, judge func(writeCall) verdict) *gate {
	t.Helper()
	return openGate(t, cmd.Start, judge)
}

// openGate puts the processes behind a gate that start starts.
func openGate(t *testing.T, start func() error, judge func(writeCall) verdict) *gate {
	t.Helper()
	g := &gate{judge: judge, stop: make(chan struct{})}
	ready, started := make(chan error), make(chan error, 1)
	go func() {
		// The filter stays with the thread, which ends with this goroutine: what
		// it starts has the filter too.
		runtime.LockOSThread()
		g.starter = uint32(unix.Gettid())
		err := g.install()
		ready <- err
		if err == nil {
			started <- start()
		}
	}()
	if err := <-ready; err != nil {
		faulttest.NotTested(t, "system calls cannot be held back here: %v", err)
	}
	g.ended.Go(g.work)
	if err := <-started; err != nil {
		g.close()
		t.Fatal(err)
	}
	return g
}

// install puts the filter on this thread.
func (g *gate) install() error {
	if err := unix.Prctl(unix.PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0); err != nil {
		return err
	}
	program := filter()
	f := unix.SockFprog{Len: uint16(len(program)), Filter: &program[0]}
	fd, _, errno := unix.Syscall(unix.SYS_SECCOMP, unix.SECCOMP_SET_MODE_FILTER, unix.SECCOMP_FILTER_FLAG_NEW_LISTENER, uintptr(unsafe.Pointer(&f)))
	if errno != 0 {
		return errno
	}
	g.listener = int(fd)
	return nil
}

// filter returns the program that the kernel runs for each call.
func filter() []unix.SockFilter {
	const load, equal, set, end = unix.BPF_LD | unix.BPF_W | unix.BPF_ABS, unix.BPF_JMP | unix.BPF_JEQ | unix.BPF_K,
		unix.BPF_JMP | unix.BPF_JSET | unix.BPF_K, unix.BPF_RET | unix.BPF_K
	program := []unix.SockFilter{{Code: load, K: 0}} // the call's number
	for nr, name := range gated {
		if flags := flagsOf(nr); name == "create" && flags > 0 {
			program = append(program, unix.SockFilter{Code: equal, K: uint32(nr), Jf: 4}, unix.SockFilter{Code: load, K: uint32(16 + 8*flags)},
				unix.SockFilter{Code: set, K: unix.O_CREAT, Jf: 1}, unix.SockFilter{Code: end, K: unix.SECCOMP_RET_USER_NOTIF},
				unix.SockFilter{Code: end, K: unix.SECCOMP_RET_ALLOW})
			continue
		}
		program = append(program, unix.SockFilter{Code: equal, K: uint32(nr), Jf: 1}, unix.SockFilter{Code: end, K: unix.SECCOMP_RET_USER_NOTIF})
	}
	return append(program, unix.SockFilter{Code: end, K: unix.SECCOMP_RET_ALLOW})
}

// flagsOf returns which argument of a call says how a file is opened, 0 if none.
func flagsOf(nr int32) int {
	switch nr {
	case unix.SYS_OPEN:
		return 1
	case unix.SYS_OPENAT:
		return 2
	}
	return 0
}

// notification and response are the messages between the kernel and the gate.
type notification struct {
	id    uint64
	pid   uint32
	flags uint32
	nr    int32
	arch  uint32
	ip    uint64
	args  [6]uint64
}

type response struct {
	id    uint64
	val   int64
	errno int32
	flags uint32
}

// work gives verdicts until the gate is closed.
func (g *gate) work() {
	for n := 0; ; {
		select {
		case <-g.stop:
			return
		default:
		}
		ready, err := unix.Poll([]unix.PollFd{{Fd: int32(g.listener), Events: unix.POLLIN}}, 20)
		if ready < 1 || err != nil {
			continue
		}
		var call notification
		if g.control(unix.SECCOMP_IOCTL_NOTIF_RECV, unsafe.Pointer(&call)) != nil {
			continue // the process is gone
		}
		var v verdict
		// Ignore calls of the process that starts the program. It may write to the
		// log of the files that the tests depend on.
		if file, ok := call.onFile(); ok && call.pid != g.starter {
			n++
			v = g.judge(writeCall{n, gated[call.nr], file})
		}
		switch {
		case v.kill:
			_ = unix.Kill(int(call.pid), unix.SIGKILL) // its answer is not waited for
			continue
		case v.hold != nil:
			g.ended.Go(func() {
				select {
				case <-v.hold:
				case <-g.stop:
				}
				g.answer(call.id, 0)
			})
			continue
		}
		g.answer(call.id, v.errno)
	}
}

// answer lets a call through, or makes it fail. A process that is gone needs none.
func (g *gate) answer(id uint64, errno syscall.Errno) {
	r := response{id: id, errno: -int32(errno)}
	if errno == 0 {
		r.flags = unix.SECCOMP_USER_NOTIF_FLAG_CONTINUE
	}
	_ = g.control(unix.SECCOMP_IOCTL_NOTIF_SEND, unsafe.Pointer(&r))
}

// onFile reports whether a call is about a file on a disk, and not about a pipe.
// It returns the file's name if it is open.
func (c *notification) onFile() (name string, ok bool) {
	switch gated[c.nr] {
	case "write", "truncate", "fsync":
		name, err := os.Readlink(fmt.Sprintf("/proc/%d/fd/%d", c.pid, int32(c.args[0])))
		return name, err == nil && strings.HasPrefix(name, "/") && !strings.HasPrefix(name, "/dev/")
	}
	return "", true
}

func (g *gate) control(request uintptr, argument unsafe.Pointer) error {
	for {
		_, _, errno := unix.Syscall(unix.SYS_IOCTL, uintptr(g.listener), request, uintptr(argument))
		switch {
		case errno == 0:
			return nil
		case !errors.Is(errno, unix.EINTR):
			return errno
		}
	}
}

// close releases the calls that still wait.
func (g *gate) close() {
	close(g.stop)
	g.ended.Wait()
	_ = unix.Close(g.listener)
}

// TestGateLeavesTestsAlone checks that the filter ignores writes of the testing
// process, such as its log, while it starts a program.
func TestGateLeavesTestsAlone(t *testing.T) {
	path := filepath.Join(t.TempDir(), "log")
	judged := 0
	g := openGate(t, func() error { return os.WriteFile(path, []byte("started"), 0o600) }, func(writeCall) verdict {
		judged++
		return failing(true, syscall.ENOSPC)
	})
	g.close()
	if text, err := os.ReadFile(path); err != nil || string(text) != "started" || judged > 0 {
		t.Errorf("the log holds %q (%v), with %d calls judged; want it written and none judged", text, err, judged)
	}
}
