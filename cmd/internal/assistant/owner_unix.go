//go:build unix

package assistant

import (
	"os"
	"syscall"
)

// keepOwner gives f the owner of the file that it replaces, so that a setup run by
// an administrator does not change the owner of users' files.
func keepOwner(f *os.File, path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return nil // no file to replace
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 {
		return nil
	}
	return f.Chown(int(stat.Uid), int(stat.Gid))
}
