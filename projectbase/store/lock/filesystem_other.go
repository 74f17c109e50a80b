//go:build !linux

package lock

// OnNetwork reports whether dir lies on a network file system. Elsewhere than on
// Linux that is not found out: indexes are taken to lie on a disk of the machine.
func OnNetwork(string) bool { return false }

// freeSpace is not known here.
func freeSpace(string) int64 { return -1 }
