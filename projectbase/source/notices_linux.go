package source

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// newBeat returns a beat whose file loses its name as soon as it is watched, so
// that nothing is left behind.
func newBeat() (*beat, error) {
	f, err := os.CreateTemp("", "codegraph-beat-")
	if err != nil {
		return nil, fmt.Errorf("make a file to watch: %w", err)
	}
	return &beat{
		name: f.Name(),
		hide: func() { _ = os.Remove(f.Name()) }, // an empty file is no harm
		touch: func() error {
			_, err := f.WriteAt([]byte{0}, 0)
			return err
		},
		close: func() { f.Close() },
	}, nil
}

// exhausted reports whether the system has no more watches or watchers to give.
func exhausted(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENOMEM)
}

// local reports whether root lies on a file system that only this system
// writes. Others, also such that a program or another system provides, may
// change without a notice.
func local(root string) bool {
	var st unix.Statfs_t
	if unix.Statfs(root, &st) != nil {
		return false
	}
	switch uint32(st.Type) {
	case unix.EXT4_SUPER_MAGIC, unix.XFS_SUPER_MAGIC, unix.BTRFS_SUPER_MAGIC, unix.TMPFS_MAGIC, unix.RAMFS_MAGIC,
		unix.F2FS_SUPER_MAGIC, unix.OVERLAYFS_SUPER_MAGIC, zfsMagic, bcachefsMagic:
		return true
	}
	return false
}

// Of file systems that the list of the package unix leaves out.
const (
	zfsMagic      = 0x2fc12fc1
	bcachefsMagic = 0xca451a4e
)
