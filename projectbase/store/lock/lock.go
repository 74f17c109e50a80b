package lock

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"syscall"
	"time"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// Lock is the right to write one index. The kernel releases it when the process
// ends, also after a crash.
type Lock struct {
	dir  string
	file *os.File
}

// lockPoll is the interval between two attempts to take the lock. A blocking
// call to the kernel has no deadline.
const lockPoll = 20 * time.Millisecond

// Acquire takes the lock of the index in dir, which must exist. If another
// process holds the lock, Acquire calls onWait once with that process id (0 if
// unknown) and waits at most wait; onWait may be nil. Then the error is a
// *projectbase.BusyError. The error wraps projectbase.ErrReadOnly if dir is not
// writable, and projectbase.ErrNotAllowed if the lock file is a link. Acquire
// also removes files that killed writers left.
func Acquire(ctx context.Context, dir string, wait time.Duration, onWait func(pid int)) (*Lock, error) {
	f, err := openLock(dir, store.LockName)
	if err != nil {
		if errors.Is(err, os.ErrPermission) || errors.Is(err, syscall.EROFS) {
			err = fmt.Errorf("%w: %w", projectbase.ErrReadOnly, err)
		}
		return nil, fmt.Errorf("lock the index: %w", err)
	}
	if err := take(ctx, f, dir, wait, onWait); err != nil {
		f.Close()
		return nil, err
	}
	l := &Lock{dir: dir, file: f}
	if err := l.begin(); err != nil {
		l.Release()
		return nil, fmt.Errorf("lock the index in %s: %w", dir, err)
	}
	return l, nil
}

func take(ctx context.Context, f *os.File, dir string, wait time.Duration, onWait func(pid int)) error {
	deadline := time.Now().Add(wait)
	tick := time.NewTicker(lockPoll)
	defer tick.Stop()
	for waited := false; ; waited = true {
		ok, err := tryLock(f)
		if err != nil {
			return fmt.Errorf("lock the index in %s: %w", dir, err)
		}
		if ok {
			return nil
		}
		if !time.Now().Before(deadline) {
			return Busy(dir)
		}
		if !waited && onWait != nil {
			onWait(holder(dir, store.LockName))
		}
		select {
		case <-ctx.Done():
			return fmt.Errorf("lock the index in %s: %w", dir, ctx.Err())
		case <-tick.C:
		}
	}
}

// unfinished has the temporary files that other packages write under the lock
// and rename when they are complete.
var unfinished = []string{"config.json.tmp", "docs.md.tmp", "summary.md.tmp", tryName}

// begin writes the process id into the lock file and removes files that killed
// writers left.
func (l *Lock) begin() error {
	if err := l.sign(); err != nil {
		return err
	}
	for _, name := range unfinished {
		if err := os.Remove(filepath.Join(l.dir, name)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return RemoveBuild(l.dir)
}

// sign writes the process id into the lock file.
func (l *Lock) sign() error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// buildEnds has the name endings of an unfinished build and of SQLite's files
// beside it.
var buildEnds = []string{"", "-journal", "-wal", "-shm"}

// RemoveBuild removes an unfinished build, including SQLite's files beside it.
func RemoveBuild(dir string) error {
	for _, end := range buildEnds {
		if err := os.Remove(filepath.Join(dir, store.BuildName+end)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Release releases the lock. The lock file stays: if it were removed, two
// processes could lock two files with the same name.
func (l *Lock) Release() error {
	if err := l.file.Truncate(0); err != nil {
		l.file.Close()
		return fmt.Errorf("release the index in %s: %w", l.dir, err)
	}
	if err := l.file.Close(); err != nil {
		return fmt.Errorf("release the index in %s: %w", l.dir, err)
	}
	return nil
}

// Busy returns the error for an index that another process writes.
func Busy(dir string) *projectbase.BusyError {
	return &projectbase.BusyError{Base: dir, PID: holder(dir, store.LockName)}
}

// holder returns the process id in a lock file of dir, or 0.
func holder(dir, name string) int {
	f, err := OpenPlain(filepath.Join(dir, name), os.O_RDONLY)
	if err != nil {
		return 0
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, 32))
	if err != nil {
		return 0
	}
	pid, err := strconv.Atoi(string(bytes.TrimSpace(b)))
	if err != nil || pid < 0 {
		return 0
	}
	return pid
}
