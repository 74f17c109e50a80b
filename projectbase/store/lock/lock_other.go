//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package lock

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

const openFlags = 0

// tryLock fails: writing an index is only safe with a lock that ends with its
// process.
func tryLock(*os.File) (bool, error) {
	return false, fmt.Errorf("lock an index on %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

func linkCount(*os.File) (int, error) { return 1, nil }

// writable returns an error unless the file at path may be written.
func writable(path string) error {
	info, err := os.Stat(path)
	if err == nil && info.Mode().Perm()&0o200 == 0 {
		err = os.ErrPermission
	}
	return err
}
