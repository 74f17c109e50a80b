//go:build linux || darwin || freebsd

package source

import (
	"io/fs"
	"os"

	"golang.org/x/sys/unix"

	"codegraph/projectbase"
)

// dirHandle is an open directory. Paths are looked up relative to it, which
// saves the system a walk from the root for each path.
type dirHandle struct{ file *os.File }

// openDir opens a directory that is not a symbolic link.
func openDir(name string, follow bool) (dirHandle, error) {
	flags := os.O_RDONLY | unix.O_DIRECTORY | unix.O_NONBLOCK
	if !follow {
		flags |= unix.O_NOFOLLOW
	}
	f, err := os.OpenFile(name, flags, 0)
	return dirHandle{f}, err
}

func (d dirHandle) close() { d.file.Close() }

// lstat returns the file information of name, relative to the directory or
// absolute. It does not follow a symbolic link.
func (d dirHandle) lstat(name string) (projectbase.Stat, fileType, error) {
	return d.stat(name, unix.AT_SYMLINK_NOFOLLOW)
}

// statTarget is lstat, but follows a symbolic link.
func (d dirHandle) statTarget(name string) (projectbase.Stat, fileType, error) {
	return d.stat(name, 0)
}

func (d dirHandle) stat(name string, flags int) (projectbase.Stat, fileType, error) {
	var st unix.Stat_t
	for {
		err := unix.Fstatat(int(d.file.Fd()), name, &st, flags)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return projectbase.Stat{}, typeUnknown, &fs.PathError{Op: "stat", Path: name, Err: err}
		}
		return statOf(&st), typeOf(uint32(st.Mode)), nil
	}
}

// statFile returns the file information of an open file.
func statFile(f *os.File) (projectbase.Stat, fileType, error) {
	var st unix.Stat_t
	for {
		err := unix.Fstat(int(f.Fd()), &st)
		if err == unix.EINTR {
			continue
		}
		if err != nil {
			return projectbase.Stat{}, typeUnknown, &fs.PathError{Op: "stat", Path: f.Name(), Err: err}
		}
		return statOf(&st), typeOf(uint32(st.Mode)), nil
	}
}

func statOf(st *unix.Stat_t) projectbase.Stat {
	return projectbase.Stat{Size: st.Size, ModTime: st.Mtim.Nano(), Changed: st.Ctim.Nano(), Inode: uint64(st.Ino)}
}

func typeOf(mode uint32) fileType {
	switch mode & unix.S_IFMT {
	case unix.S_IFREG:
		return typeRegular
	case unix.S_IFDIR:
		return typeDir
	case unix.S_IFLNK:
		return typeLink
	}
	return typeSpecial
}

// Flags for opening files: do not wait for the writer of a FIFO, and do not
// follow a link.
const (
	openNonblock = unix.O_NONBLOCK
	openNoFollow = unix.O_NOFOLLOW
)

// StatFile returns the file information of a file. It follows links. The
// error wraps fs.ErrNotExist if the file does not exist.
func StatFile(path string) (projectbase.Stat, error) {
	var st unix.Stat_t
	if err := unix.Stat(path, &st); err != nil {
		return projectbase.Stat{}, &fs.PathError{Op: "stat", Path: path, Err: err}
	}
	return statOf(&st), nil
}
