//go:build !(linux || darwin || freebsd)

package source

import (
	"io/fs"
	"os"
	"path/filepath"

	"codegraph/projectbase"
)

// dirHandle is a directory relative to which paths are looked up.
type dirHandle struct {
	file *os.File
}

// openDir opens a directory.
func openDir(name string, follow bool) (dirHandle, error) {
	f, err := os.Open(name)
	return dirHandle{f}, err
}

func (d dirHandle) close() { d.file.Close() }

// lstat returns the file information of name, relative to the directory or
// absolute. It does not follow a symbolic link.
func (d dirHandle) lstat(name string) (projectbase.Stat, fileType, error) {
	info, err := os.Lstat(d.path(name))
	return statInfo(info, err)
}

// statTarget is lstat, but follows a symbolic link.
func (d dirHandle) statTarget(name string) (projectbase.Stat, fileType, error) {
	info, err := os.Stat(d.path(name))
	return statInfo(info, err)
}

func (d dirHandle) path(name string) string {
	if filepath.IsAbs(name) {
		return name
	}
	return filepath.Join(d.file.Name(), filepath.FromSlash(name))
}

// statFile returns the file information of an open file.
func statFile(f *os.File) (projectbase.Stat, fileType, error) {
	info, err := f.Stat()
	return statInfo(info, err)
}

func statInfo(info fs.FileInfo, err error) (projectbase.Stat, fileType, error) {
	if err != nil {
		return projectbase.Stat{}, typeUnknown, err
	}
	return projectbase.Stat{Size: info.Size(), ModTime: info.ModTime().UnixNano()}, entryType(info.Mode()), nil
}

// Flags for opening files that this system does not have.
const (
	openNonblock = 0
	openNoFollow = 0
)

// StatFile returns the file information of a file. It follows links. The
// error wraps fs.ErrNotExist if the file does not exist.
func StatFile(path string) (projectbase.Stat, error) {
	stat, _, err := statInfo(os.Stat(path))
	return stat, err
}
