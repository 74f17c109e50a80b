package lock

import (
	"fmt"

	"codegraph/projectbase"
)

// watchName is the file whose lock the process has that watches the files of a
// index.
const watchName = "watch.lock"

// AcquireWatch takes the right to watch the files of the index in dir, of which
// there is one at a time. It does not wait: the error is a
// *projectbase.BusyError if another process has it. It is no right to write.
func AcquireWatch(dir string) (*Lock, error) {
	f, err := openLock(dir, watchName)
	if err != nil {
		return nil, fmt.Errorf("lock the watching of %s: %w", dir, err)
	}
	ok, err := tryLock(f)
	if err == nil && !ok {
		err = &projectbase.BusyError{Base: dir, PID: holder(dir, watchName)}
	}
	if err != nil {
		f.Close()
		return nil, fmt.Errorf("lock the watching of %s: %w", dir, err)
	}
	l := &Lock{dir: dir, file: f}
	// Who holds it is for people only.
	_ = l.sign()
	return l, nil
}
