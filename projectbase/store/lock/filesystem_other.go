//go:build !linux

package lock

// OnNetwork returns false: only Linux has a check for network file systems.
func OnNetwork(string) bool { return false }

// freeSpace returns -1: only Linux has a check for free space.
func freeSpace(string) int64 { return -1 }
