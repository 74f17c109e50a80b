package about

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"codegraph/projectbase"
)

// The files in an index directory that this package writes.
const (
	SummaryFile = "summary.md"
	DocsFile    = "docs.md"
)

// Read returns a text from the index directory, "" if the file is missing. A
// link is an error, because an untrusted index could contain a link to any
// file.
func Read(baseDir, name string) ([]byte, error) {
	data, _, err := read(baseDir, name)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return data, err
}

// maxFile bounds the size of a text. A docs.md is a little longer than its
// sources.
const maxFile = 4 * MaxDocs

func read(baseDir, name string) ([]byte, fs.FileInfo, error) {
	dir, err := os.OpenRoot(baseDir)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	defer dir.Close()
	info, err := dir.Lstat(name)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	if !info.Mode().IsRegular() {
		return nil, nil, fmt.Errorf("read %s: it is not a regular file: %w", name, projectbase.ErrNotAllowed)
	}
	f, err := dir.Open(name)
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	defer f.Close()
	data, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err != nil {
		return nil, nil, fmt.Errorf("read %s: %w", name, err)
	}
	if len(data) > maxFile {
		return nil, nil, fmt.Errorf("read %s: longer than %d bytes: %w", name, maxFile, projectbase.ErrLimit)
	}
	return data, info, nil
}

// Edit replaces a text of the index directory by the result of change, in one
// step: readers see the old or the new text. If the text does not change,
// nothing is written. If somebody saves the file while change runs, Edit calls
// change again with the saved text. The caller holds the lock of the index.
func Edit(baseDir, name string, change func(existing []byte) ([]byte, error)) (changed bool, err error) {
	for range 5 {
		old, info, err := read(baseDir, name)
		if err != nil && !errors.Is(err, fs.ErrNotExist) {
			return false, err
		}
		text, err := change(old)
		if err != nil {
			return false, fmt.Errorf("edit %s: %w", name, err)
		}
		if info != nil && bytes.Equal(old, text) {
			return false, nil
		}
		done, err := replace(baseDir, name, old, text, info)
		if done || err != nil {
			return done, err
		}
	}
	return false, fmt.Errorf("edit %s: another program keeps writing it: %w", name, &projectbase.BusyError{Base: baseDir})
}

// Write makes data the text of a generated file. See Edit for files that people
// edit.
func Write(baseDir, name string, data []byte) (changed bool, err error) {
	return Edit(baseDir, name, func([]byte) ([]byte, error) { return data, nil })
}

// replace replaces old by text, unless the file has changed.
func replace(baseDir, name string, old, text []byte, info fs.FileInfo) (done bool, err error) {
	dir, err := os.OpenRoot(baseDir)
	if err != nil {
		return false, fmt.Errorf("write %s: %w", name, err)
	}
	defer dir.Close()
	mode := fs.FileMode(0o644)
	if info != nil {
		mode = info.Mode().Perm()
	}
	temp := name + ".tmp"
	if err := dir.Remove(temp); err != nil && !errors.Is(err, fs.ErrNotExist) { // left by a process that was killed
		return false, fmt.Errorf("write %s: %w", name, err)
	}
	defer func() {
		if !done {
			err = errors.Join(err, ignoreMissing(dir.Remove(temp)))
		}
	}()
	f, err := dir.OpenFile(temp, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return false, fmt.Errorf("write %s: %w", name, err)
	}
	_, err = f.Write(text)
	if err = errors.Join(err, f.Sync(), f.Close()); err != nil {
		return false, fmt.Errorf("write %s: %w", name, err)
	}
	now, nowInfo, err := read(baseDir, name)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return false, err
	}
	if (nowInfo == nil) != (info == nil) || !bytes.Equal(now, old) {
		return false, nil
	}
	if err := dir.Rename(temp, name); err != nil {
		return false, fmt.Errorf("write %s: %w", name, err)
	}
	return true, nil
}

func ignoreMissing(err error) error {
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	return err
}
