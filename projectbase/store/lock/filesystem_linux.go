package lock

import "golang.org/x/sys/unix"

// OnNetwork reports whether dir lies on a network file system. Machines that
// share it cannot share the memory that a write-ahead log needs, so an index
// there uses a rollback journal.
func OnNetwork(dir string) bool {
	var st unix.Statfs_t
	if unix.Statfs(dir, &st) != nil {
		return false
	}
	switch uint32(st.Type) {
	case unix.NFS_SUPER_MAGIC, unix.SMB_SUPER_MAGIC, unix.CIFS_SUPER_MAGIC, unix.SMB2_SUPER_MAGIC, unix.V9FS_MAGIC,
		unix.AFS_SUPER_MAGIC, unix.CODA_SUPER_MAGIC, unix.CEPH_SUPER_MAGIC:
		return true
	}
	return false
}

// freeSpace returns the free bytes of the disk of dir, or -1 if unknown.
func freeSpace(dir string) int64 {
	var st unix.Statfs_t
	if err := unix.Statfs(dir, &st); err != nil {
		return -1
	}
	return int64(st.Bavail) * st.Bsize
}
