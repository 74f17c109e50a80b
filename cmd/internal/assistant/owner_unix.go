//go:build unix

package assistant

import (
	"os"
	"syscall"
)

// keepOwner gives f the owner of the file that it replaces, so that an
// administrator's setup leaves people's files to them.
func keepOwner(f *os.File, path string) error {
	info, err := os.Lstat(path)
	if err != nil {
		return nil // there is nothing to be replaced
	}
	stat, ok := info.Sys().(*syscall.Stat_t)
	if !ok || os.Geteuid() != 0 {
		return nil
	}
	return f.Chown(int(stat.Uid), int(stat.Gid))
}
