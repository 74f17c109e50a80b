package lock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"codegraph/projectbase"
)

// A project that came from strangers may bring links along in the place of our
// files. What is written through them would change any file of the user, so
// that none of them is followed.

// errLink says that a name leads to something else than a file of its own.
var errLink = errors.New("no plain file")

// OpenPlain opens the file at path, which is one of ours by its name. An error
// that wraps errLink says that it is a link, or something else than a file.
func OpenPlain(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|openFlags, 0o644)
	if err != nil {
		// Systems have several codes for a refused link.
		if kind := plain(path); errors.Is(kind, errLink) {
			return nil, kind
		}
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = fmt.Errorf("%s is %w", path, errLink)
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// plain returns an error unless path is a file, without following links.
func plain(path string) error {
	info, err := os.Lstat(path)
	switch {
	case err != nil:
		return err
	case info.Mode()&os.ModeSymlink != 0:
		return fmt.Errorf("%s is a symbolic link, %w", path, errLink)
	case !info.Mode().IsRegular():
		return fmt.Errorf("%s is %w", path, errLink)
	}
	return nil
}

// PlainFiles returns an error that wraps projectbase.ErrForeign if the database
// at path, or a file that SQLite keeps beside it, is a link or no file. What is
// missing is no error.
func PlainFiles(path string) error {
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		if err := plain(path + end); errors.Is(err, errLink) {
			return &projectbase.HintError{
				Err:  fmt.Errorf("%w, and so %w", err, projectbase.ErrForeign),
				Hint: "remove " + path + end + ", then run: codegraph init",
			}
		}
	}
	return nil
}

// openLock opens a lock file in dir, which is made if it is missing. Where it
// is a link or no file, the error wraps projectbase.ErrNotAllowed.
func openLock(dir, name string) (*os.File, error) {
	path := filepath.Join(dir, name)
	f, err := OpenPlain(path, os.O_RDWR|os.O_CREATE)
	if errors.Is(err, errLink) {
		return nil, linkedLock(path, err)
	}
	if err != nil {
		return nil, err
	}
	n, err := linkCount(f)
	if err == nil && n != 1 {
		err = linkedLock(path, fmt.Errorf("%s is a link: the file has %d names", path, n))
	}
	if err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

func linkedLock(path string, err error) error {
	return &projectbase.HintError{
		Err:  fmt.Errorf("%w: %w", projectbase.ErrNotAllowed, err),
		Hint: "remove " + path,
	}
}
