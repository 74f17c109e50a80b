// Package source reads the files of a tree. Scan finds its source files, Read
// returns their content, Sweep finds possible changes, and Contain checks that
// a path is in the tree.
//
// It reads nothing outside of the root except Git's ignore files and
// configuration. The tree may be untrusted and may change meanwhile.
package source

import (
	"time"

	"codegraph/projectbase"
)

// Hooks let tests replace parts of the file system. The zero value changes
// nothing.
type Hooks struct {
	// Open is called before a file or directory is opened. Its error replaces
	// that of the system.
	Open func(p projectbase.Path) error
	// Stat replaces the file information of a path of the tree, for example to
	// simulate a coarse clock.
	Stat func(p projectbase.Path, s projectbase.Stat) projectbase.Stat
}

func (h Hooks) open(p projectbase.Path) error {
	if h.Open == nil {
		return nil
	}
	return h.Open(p)
}

func (h Hooks) stat(p projectbase.Path, s projectbase.Stat) projectbase.Stat {
	if h.Stat == nil {
		return s
	}
	return h.Stat(p, s)
}

// racyWindow is the time in which a second change may leave the same stamp.
// The coarsest clock of a file system in use, that of FAT, has a resolution
// of two seconds.
const racyWindow = 2 * time.Second

// Racy reports whether a file with the stamp s, read at the given time, may
// have changed later without a change of its stamp.
func Racy(s projectbase.Stat, at time.Time) bool {
	changed := s.Changed
	if changed == 0 {
		changed = s.ModTime
	}
	return changed >= at.Add(-racyWindow).UnixNano()
}

// Unstamped is the file information of a path that exists but whose information
// is unreadable. It stays the same until the information is readable or the
// path is gone.
var Unstamped = projectbase.Stat{Size: -1}

// Stamped is a path that controls which files are indexed, with its file
// information. The zero Stat means that it did not exist.
type Stamped struct {
	Path string // relative to the root and slash-separated, or absolute
	Stat projectbase.Stat
	Racy bool // the file may have changed without a change of Stat
}

// fileType is the type of a file.
type fileType uint8

const (
	typeUnknown fileType = iota
	typeRegular
	typeDir
	typeLink
	typeSpecial // FIFO, socket, device
)
