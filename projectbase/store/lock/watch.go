package lock

import (
	"fmt"

	"codegraph/projectbase"
)

// watchName is the lock file of the process that watches the files of an index.
const watchName = "watch.lock"

// AcquireWatch takes the right to watch the files of the index in dir. One
// process at a time has it. AcquireWatch does not wait: if another process has
// the right, the error is a *projectbase.BusyError. It does not allow writing.
func AcquireWatch(dir string) (*Lock, error) {
	f, err := openLock(dir, watchName)
	if err != nil {
		return nil, fmt.Errorf("watch %s: %w", dir, err)
	}
	ok, err := tryLock(f)
	if err == nil && !ok {
		err = &projectbase.BusyError{Base: dir, PID: holder(dir, watchName)}
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("watch %s: %w", dir, err)
	}
	l := &Lock{dir: dir, file: f}
	// The process id is only for messages, so an error does not matter.
	_ = l.sign()
	return l, nil
}
