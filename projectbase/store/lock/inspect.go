package lock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// Condition is what can be told of the directory of an index without opening the
// index.
type Condition struct {
	Unwritable error                  // why the index cannot be kept up to date; nil if it can
	Writer     *projectbase.BusyError // who writes it; nil if nobody does
	Watcher    *projectbase.BusyError // who watches its files; nil if nobody does
	Leftovers  []string               // names of files that killed writers have left, sorted; while somebody writes they are that one's
	Free       int64                  // bytes that the disk has room for; -1 if that is not known
}

// tryName is a file that is made to see whether one can be made.
const tryName = "doctor.tmp"

// Inspect looks at the directory of an index and leaves it as it is. Its error
// wraps projectbase.ErrNotIndexed where there is no directory.
func Inspect(dir string) (Condition, error) {
	if _, err := os.Stat(dir); err != nil {
		return Condition{}, store.NotIndexed(dir, err)
	}
	c := Condition{Writer: holding(dir, store.LockName), Watcher: holding(dir, watchName), Free: freeSpace(dir)}
	for _, name := range leftovers() {
		if _, err := os.Lstat(filepath.Join(dir, name)); err == nil {
			c.Leftovers = append(c.Leftovers, name)
		}
	}
	slices.Sort(c.Leftovers)
	c.Unwritable = tryWriting(dir)
	return c, nil
}

// tryWriting makes a file in dir and asks for the right to write what is there.
func tryWriting(dir string) error {
	name := filepath.Join(dir, tryName)
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil && !errors.Is(err, os.ErrExist) {
		return err
	}
	if err == nil {
		if err := errors.Join(f.Close(), os.Remove(name)); err != nil {
			return err
		}
	}
	for _, file := range []string{store.FileName, store.FileName + "-wal", store.FileName + "-shm", store.LockName} {
		name := filepath.Join(dir, file)
		if _, err := os.Lstat(name); err != nil {
			continue
		}
		if err := writable(name); err != nil {
			return fmt.Errorf("write %s: %w", name, err)
		}
	}
	return nil
}

// holding returns who has a lock of dir, nil if nobody has.
func holding(dir, name string) *projectbase.BusyError {
	f, err := OpenPlain(filepath.Join(dir, name), os.O_RDONLY)
	if err != nil {
		return nil // nobody has ever had it, or not in a way that counts
	}
	defer f.Close()
	if ok, err := tryLock(f); ok || err != nil {
		return nil
	}
	return &projectbase.BusyError{Base: dir, PID: holder(dir, name)}
}

// leftovers are the names that killed writers may leave in the directory of a
// index.
func leftovers() []string {
	names := slices.Clone(unfinished)
	for _, end := range buildEnds {
		names = append(names, store.BuildName+end)
	}
	return names
}
