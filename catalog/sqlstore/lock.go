package sqlstore

import (
	"context"
	"errors"
	"fmt"
	"os"
	"time"

	"codegraph/catalog"

	"golang.org/x/sys/unix"
)

// lock is the exclusive right to migrate one catalog. It is a kernel lock on a file
// beside the catalog. The kernel releases it when the process ends.
type lock struct{ file *os.File }

// lockName returns the name of the lock file of a catalog.
func lockName(path string) string { return path + ".lock" }

// lockPoll is the interval between attempts to take the lock. The kernel cannot wait
// for a file lock with a deadline.
const lockPoll = 20 * time.Millisecond

// acquire takes the lock of the catalog at path. It waits for at most wait.
func acquire(ctx context.Context, path string, wait time.Duration) (*lock, error) {
	f, err := os.OpenFile(lockName(path), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, fmt.Errorf("lock the catalog: %w", fileError(err))
	}
	deadline := time.Now().Add(wait)
	tick := time.NewTicker(lockPoll)
	defer tick.Stop()
	for {
		err := unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB)
		if err == nil {
			return &lock{f}, nil
		}
		if !errors.Is(err, unix.EWOULDBLOCK) && !errors.Is(err, unix.EINTR) {
			f.Close()
			return nil, fmt.Errorf("lock the catalog %s: %w", path, err)
		}
		if !time.Now().Before(deadline) {
			f.Close()
			return nil, &catalog.BusyError{Where: path}
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, fmt.Errorf("lock the catalog %s: %w", path, ctx.Err())
		case <-tick.C:
		}
	}
}

// release releases the lock. It keeps the file: after a removal, two processes could
// lock two different files of the same name.
func (l *lock) release() { l.file.Close() }
