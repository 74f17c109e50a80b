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

// Condition describes the directory of an index.
type Condition struct {
	Unwritable error                  // why the index cannot be updated; nil if it can
	Writer     *projectbase.BusyError // process that writes the index, or nil
	Watcher    *projectbase.BusyError // process that watches the files, or nil
	Leftovers  []string               // names of files that killed writers left, sorted; a running writer owns those that it uses
	Free       int64                  // free bytes on the disk; -1 if unknown
}

// tryName is the name of a temporary file that tests write access.
const tryName = "doctor.tmp"

// Inspect describes the directory of an index without opening the index or
// changing anything. The error wraps projectbase.ErrNotIndexed if the directory
// does not exist.
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

// tryWriting checks write access: it creates a file in dir, and asks for the
// permission to write the existing files.
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

// holding returns the process that holds a lock of dir, or nil.
func holding(dir, name string) *projectbase.BusyError {
	f, err := OpenPlain(filepath.Join(dir, name), os.O_RDONLY)
	if err != nil {
		return nil // no lock file, or none that counts
	}
	defer f.Close()
	if ok, err := tryLock(f); ok || err != nil {
		return nil
	}
	return &projectbase.BusyError{Base: dir, PID: holder(dir, name)}
}

// leftovers returns the names of files that killed writers may leave in the
// directory of an index.
func leftovers() []string {
	names := slices.Clone(unfinished)
	for _, end := range buildEnds {
		names = append(names, store.BuildName+end)
	}
	return names
}
