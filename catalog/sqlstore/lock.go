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

// lock is the right to migrate one catalog. It lies on a file beside it, and
// the kernel takes it back when the process dies.
type lock struct{ file *os.File }

// lockName returns the name of the file that the lock of a catalog lies on.
func lockName(path string) string { return path + ".lock" }

// lockPoll is how often a waiting process asks again: the kernel tells nobody
// with a deadline.
const lockPoll = 20 * time.Millisecond

// acquire takes the lock of the catalog at path, and waits for it.
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

// release gives the lock back. The file stays: removing it would let two
// processes lock two files of one name.
func (l *lock) release() { l.file.Close() }
