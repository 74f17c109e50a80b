// Package source knows the files on disk: which files of a tree are its source
// (Scan), what they hold (Read), what of it may have changed (Sweep), and
// whether a path lies in the tree at all (Contain).
//
// Nothing outside of the root is read, apart from git's own ignore files and
// configuration; a tree may come from a stranger and may change meanwhile.
package source

import (
	"time"

	"codegraph/projectbase"
)

// Hooks let tests stand between this package and the file system. The zero
// value stands aside.
type Hooks struct {
	// Open is called before a file or directory is opened; an error of it is
	// taken as the system's.
	Open func(p projectbase.Path) error
	// Stat returns what to take for what the system said of a path of the tree,
	// so that a coarse clock can be played.
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

// racyWindow is how long after a change another change may leave the same
// stamp: the coarsest clock of a file system in use, FAT's, has two seconds.
const racyWindow = 2 * time.Second

// Racy reports whether a file with stamp s that was read at the given time may
// have changed since without its stamp telling.
func Racy(s projectbase.Stat, at time.Time) bool {
	changed := s.Changed
	if changed == 0 {
		changed = s.ModTime
	}
	return changed >= at.Add(-racyWindow).UnixNano()
}

// Unstamped is the stamp of what is there and whose stamp cannot be had. It
// stays the same until the stamp can be had, or nothing is there any more.
var Unstamped = projectbase.Stat{Size: -1}

// Stamped is a path that decides on what is indexed, with its stamp when it
// was looked at. The zero Stat means that there was nothing.
type Stamped struct {
	Path string // relative to the root and slash-separated, or absolute
	Stat projectbase.Stat
	Racy bool // may have changed since without its stamp telling
}

// fileType is what kind of thing a path is.
type fileType uint8

const (
	typeUnknown fileType = iota
	typeRegular
	typeDir
	typeLink
	typeSpecial // FIFO, socket, device
)
