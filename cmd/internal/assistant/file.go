package assistant

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"codegraph/projectbase"
)

// maxFile is the maximum size of a file in bytes.
const maxFile = 16 << 20

const newFile, newDir fs.FileMode = 0o644, 0o755

// contents is a file as it was read.
type contents struct {
	path   string // links resolved
	exists bool
	text   []byte
	mode   fs.FileMode
}

// readContents reads a file and follows symbolic links. With a root, the resolved
// path must be inside it: symbolic links in a cloned repository are untrusted.
func readContents(name, root string) (contents, error) {
	c := contents{path: name, mode: newFile}
	path, err := resolve(name)
	if err != nil {
		return c, err
	}
	c.path = path
	if root != "" {
		top, err := filepath.EvalSymlinks(root)
		if err != nil {
			return c, fmt.Errorf("%w: %w", projectbase.ErrUnreadable, err)
		}
		if rel, err := filepath.Rel(top, path); err != nil || !filepath.IsLocal(rel) {
			return c, fmt.Errorf("%w: it is a symbolic link out of the project, to %s", projectbase.ErrNotAllowed, path)
		}
	}
	info, err := os.Lstat(path)
	if errors.Is(err, fs.ErrNotExist) {
		return c, nil
	}
	if err != nil {
		return c, fmt.Errorf("%w: %w", projectbase.ErrUnreadable, err)
	}
	switch {
	case !info.Mode().IsRegular():
		return c, fmt.Errorf("%w: it is not a regular file", projectbase.ErrUnreadable)
	case info.Size() > maxFile:
		return c, fmt.Errorf("%w: it has %d bytes", projectbase.ErrLimit, info.Size())
	case info.Mode().Perm()&0o200 == 0:
		return c, fmt.Errorf("%w: it is read-only", projectbase.ErrReadOnly)
	}
	c.exists, c.mode = true, info.Mode().Perm()
	if c.text, err = readAll(path); err != nil {
		return c, fmt.Errorf("%w: %w", projectbase.ErrUnreadable, err)
	}
	return c, nil
}

func readAll(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	return io.ReadAll(io.LimitReader(f, maxFile+1))
}

// resolve returns the path of name with its symbolic links resolved. The end of the
// path may be missing, but a dangling symbolic link is an error.
func resolve(name string) (string, error) {
	path, err := filepath.EvalSymlinks(name)
	if err == nil {
		return path, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return "", fmt.Errorf("%w: %w", projectbase.ErrUnreadable, err)
	}
	if _, err := os.Lstat(name); err == nil {
		return "", fmt.Errorf("%w: it is a dangling symbolic link", projectbase.ErrUnreadable)
	}
	dir := filepath.Dir(name)
	if dir == name {
		return name, nil
	}
	dir, err = resolve(dir)
	return filepath.Join(dir, filepath.Base(name)), err
}

// write atomically replaces the file by text and keeps its permissions. It fails if
// the file has changed since it was read.
func (c *contents) write(text []byte, mode fs.FileMode) (err error) {
	dir := filepath.Dir(c.path)
	if err := os.MkdirAll(dir, newDir); err != nil {
		return err
	}
	f, err := os.CreateTemp(dir, ".codegraph-*.tmp")
	if err != nil {
		return err
	}
	defer func() {
		if err != nil {
			f.Close()
			os.Remove(f.Name())
		}
	}()
	if _, err := f.Write(text); err != nil {
		return err
	}
	if err := f.Chmod(mode); err != nil {
		return err
	}
	if err := keepOwner(f, c.path); err != nil {
		return err
	}
	if err := f.Sync(); err != nil {
		return err
	}
	if err := f.Close(); err != nil {
		return err
	}
	if err := c.unchanged(); err != nil {
		return err
	}
	return os.Rename(f.Name(), c.path)
}

// remove deletes the file, and its directory if that is hidden and empty. It fails
// if the file has changed since it was read.
func (c *contents) remove() error {
	if err := c.unchanged(); err != nil {
		return err
	}
	if err := os.Remove(c.path); err != nil {
		return err
	}
	if dir := filepath.Dir(c.path); strings.HasPrefix(filepath.Base(dir), ".") {
		// Remove fails if the directory is not empty; then it stays.
		_ = os.Remove(dir)
	}
	return nil
}

// unchanged returns an error if the file has changed since it was read.
func (c *contents) unchanged() error {
	now, err := readAll(c.path)
	if errors.Is(err, fs.ErrNotExist) && !c.exists {
		return nil
	}
	if err != nil || !c.exists || !bytes.Equal(now, c.text) {
		return errors.Join(errors.New("another program has changed the file; run the command again"), err)
	}
	return nil
}
