package source

import (
	"errors"
	"fmt"
	"os"

	"golang.org/x/sys/unix"
)

// newBeat returns a beat. Its file is unlinked as soon as it is watched, so
// that no file remains.
func newBeat() (*beat, error) {
	f, err := os.CreateTemp("", "codegraph-beat-")
	if err != nil {
		return nil, fmt.Errorf("make a file to watch: %w", err)
	}
	return &beat{
		name: f.Name(),
		hide: func() { _ = os.Remove(f.Name()) }, // an empty file does no harm
		touch: func() error {
			_, err := f.WriteAt([]byte{0}, 0)
			return err
		},
		close: func() { f.Close() },
	}, nil
}

// exhausted reports whether err means that the system's limit of watches or
// watchers is reached.
func exhausted(err error) bool {
	return errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EMFILE) || errors.Is(err, unix.ENOMEM)
}

// local reports whether root lies on a file system that only this system
// writes. Other file systems, such as network and FUSE file systems, may
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

// File system types that package unix does not define.
const (
	zfsMagic      = 0x2fc12fc1
	bcachefsMagic = 0xca451a4e
)
