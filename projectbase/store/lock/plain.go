package lock

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"

	"codegraph/projectbase"
)

// A cloned repository may contain links in place of the index's files. Writing
// through them could change any file of the user, so these functions never
// follow links.

// errLink means that a path is not a regular file.
var errLink = errors.New("no plain file")

// OpenPlain opens one of the index's own files. The error wraps errLink if path
// is a link or another kind of file.
func OpenPlain(path string, flag int) (*os.File, error) {
	f, err := os.OpenFile(path, flag|openFlags, 0o644)
	if err != nil {
		// Operating systems use several error codes for a refused link.
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

// plain returns an error unless path is a regular file. It does not follow
// links.
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
// at path, or one of SQLite's files beside it, is not a regular file. Missing
// files are no error.
func PlainFiles(path string) error {
	for _, end := range []string{"", "-wal", "-shm", "-journal"} {
		if err := plain(path + end); errors.Is(err, errLink) {
			return projectbase.WithHint(fmt.Errorf("%w, and so %w", err, projectbase.ErrForeign),
				projectbase.Suggest("remove "+path+end+", then index again", "init"))
		}
	}
	return nil
}

// openLock opens a lock file in dir and creates it if it is missing. The error
// wraps projectbase.ErrNotAllowed if the path is not a regular file.
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
	return projectbase.WithHint(fmt.Errorf("%w: %w", projectbase.ErrNotAllowed, err), projectbase.Hint{Text: "remove " + path})
}
