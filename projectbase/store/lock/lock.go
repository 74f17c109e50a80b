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

// Lock is the right to write one index. The kernel takes it back when the
// process dies, however it dies.
type Lock struct {
	dir  string
	file *os.File
}

// lockPoll is how often a waiting process asks again: the kernel tells nobody
// with a deadline.
const lockPoll = 20 * time.Millisecond

// Acquire takes the lock of the index in dir, which must exist. While another holder
// has it, it waits at most wait, after calling onWait (which may be nil) once
// with the holder's process id, 0 if that is not known. Then the error is a
// *projectbase.BusyError. It wraps projectbase.ErrReadOnly where dir cannot be
// written, projectbase.ErrNotAllowed where the lock file is a link. The holder
// also removes what killed writers have left.
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

// unfinished are the files that other parts of ours write in the directory of a
// index, under its lock, before they get the names of those that they replace.
var unfinished = []string{"config.json.tmp", "docs.md.tmp", "summary.md.tmp", tryName}

// begin writes down who holds the lock and removes what killed writers have left.
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

// sign writes down who holds the lock.
func (l *Lock) sign() error {
	if err := l.file.Truncate(0); err != nil {
		return err
	}
	_, err := l.file.WriteAt([]byte(strconv.Itoa(os.Getpid())+"\n"), 0)
	return err
}

// buildEnds are the ends of the names of an index that is being built and of what
// SQLite keeps beside it.
var buildEnds = []string{"", "-journal", "-wal", "-shm"}

// RemoveBuild removes an index that is being built, with SQLite's companions.
func RemoveBuild(dir string) error {
	for _, end := range buildEnds {
		if err := os.Remove(filepath.Join(dir, store.BuildName+end)); err != nil && !errors.Is(err, os.ErrNotExist) {
			return err
		}
	}
	return nil
}

// Release gives the lock back. The file stays: removing it would let two
// processes lock two files of one name.
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

// holder returns the process id in a lock file of dir, 0 if there is none.
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
