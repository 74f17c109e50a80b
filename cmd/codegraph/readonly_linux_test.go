package main

import (
	"fmt"
	"os"
	"os/exec"
	"strings"
	"syscall"
	"testing"

	"golang.org/x/sys/unix"

	"codegraph/projectbase/fresh/faulttest"
)

// cannotMount is the exit status of readonlyMain where nothing can be mounted.
const cannotMount = 99

// readonlyMain runs a program to which a directory is read-only: it is mounted
// so in a view of the file system that only the program has.
func readonlyMain() {
	dir, args := os.Args[1], os.Args[2:]
	path, err := exec.LookPath(args[0])
	for _, mount := range []struct {
		source string
		on     string
		flags  uintptr
	}{
		{"", "/", unix.MS_REC | unix.MS_PRIVATE},
		{dir, dir, unix.MS_BIND},
		{"", dir, unix.MS_BIND | unix.MS_REMOUNT | unix.MS_RDONLY},
	} {
		if err == nil {
			err = unix.Mount(mount.source, mount.on, "", mount.flags, "")
		}
	}
	if err == nil {
		err = os.Chdir(dir) // enter the mount, not the directory below it
	}
	if err == nil {
		err = syscall.Exec(path, args, os.Environ())
	}
	fmt.Fprintln(os.Stderr, err)
	os.Exit(cannotMount)
}

// readonly runs the program in a directory that is read-only to it.
func (h *house) readonly(dir string, args ...string) result {
	h.Helper()
	cmd := h.command(dir, args...)
	program, err := exec.LookPath("readonly")
	if err != nil {
		h.Fatal(err)
	}
	cmd.Args = append([]string{"readonly", h.path(dir)}, cmd.Args...)
	cmd.Path = program
	cmd.SysProcAttr.Cloneflags = unix.CLONE_NEWNS
	if os.Getuid() != 0 {
		cmd.SysProcAttr.Cloneflags |= unix.CLONE_NEWUSER
		cmd.SysProcAttr.UidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getuid(), Size: 1}}
		cmd.SysProcAttr.GidMappings = []syscall.SysProcIDMap{{ContainerID: 0, HostID: os.Getgid(), Size: 1}}
	}
	r := h.finish(cmd, nil)
	if r.exit == cannotMount {
		faulttest.NotTested(h.T, "nothing can be mounted here: %s", r.stderr)
	}
	return r
}

// TestTreeOnReadonlyMount asks about projects in a tree that cannot be written:
// with a base that is in it, without one, and with bases kept elsewhere.
func TestTreeOnReadonlyMount(t *testing.T) {
	h := newHouse(t)
	h.newProject()
	h.write("bare/b.go", "package b\n\nfunc Bare() {}\n")
	for i := range faulttest.Rounds(2, 20) {
		name := fmt.Sprintf("Behind%d", i)
		h.write("p/a.go", "package p\n\nfunc "+name+"() {}\n")
		r := h.readonly("p", "--json", "query", name)
		if r.exit != 0 || total(t, r.stdout) != 1 || !strings.Contains(r.stdout, `"state":"pending"`) {
			t.Errorf("what changed is not found, or not said to be pending: %v", r)
		}
		if r := h.readonly("p", "sync"); r.exit != 6 || !strings.Contains(r.stderr, "CODEGRAPH_BASES") {
			t.Errorf("sync: %v", r)
		}
		if r := h.readonly("bare", "init"); r.exit != 6 || !strings.Contains(r.stderr, "CODEGRAPH_BASES") {
			t.Errorf("init: %v", r)
		}
		if r := h.readonly("p", "--json", "doctor"); !strings.Contains(r.stdout, `"name":"writable","state":"warning"`) {
			t.Errorf("doctor: %v", r)
		}
	}
	h.settled()

	h.env = []string{"CODEGRAPH_BASES=" + h.path("bases")}
	for i := range faulttest.Rounds(1, 20) {
		if r := h.readonly("bare", "--json", "init"); r.exit != 0 {
			t.Fatalf("init with bases elsewhere: %v", r)
		}
		name := fmt.Sprintf("Elsewhere%d", i)
		h.write("bare/b.go", "package b\n\nfunc "+name+"() {}\n")
		if r := h.readonly("bare", "--json", "query", name); r.exit != 0 || total(t, r.stdout) != 1 || !strings.Contains(r.stdout, `"state":"fresh"`) {
			t.Errorf("query with bases elsewhere: %v", r)
		}
	}
	if _, err := os.Stat(h.path("bare/.codegraph")); err == nil {
		t.Error("something was written into the tree")
	}
}
