//go:build !linux

package main

// readonlyMain is for systems on which a process can have mounts of its own.
func readonlyMain() {}
