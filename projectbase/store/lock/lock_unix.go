//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package lock

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// openFlags make an open fail on a symbolic link and not wait for a pipe.
const openFlags = unix.O_NOFOLLOW | unix.O_NONBLOCK | unix.O_CLOEXEC

// tryLock takes the lock of an open file. ok is false if another process holds
// it.
func tryLock(f *os.File) (ok bool, err error) {
	err = unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
	if errors.Is(err, unix.EWOULDBLOCK) || errors.Is(err, unix.EINTR) {
		return false, nil
	}
	return err == nil, err
}

// linkCount returns the number of hard links to an open file.
func linkCount(f *os.File) (int, error) {
	var st unix.Stat_t
	if err := unix.Fstat(int(f.Fd()), &st); err != nil {
		return 0, err
	}
	return int(st.Nlink), nil
}

// writable returns an error unless the file at path may be written.
func writable(path string) error { return unix.Access(path, unix.W_OK) }
