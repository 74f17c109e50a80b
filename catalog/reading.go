package catalog

import (
	"context"
	"slices"
)

// Reading records the files from which a project's entry was made. If none of them
// has changed, a new entry would be the same.
type Reading struct {
	Base      Stamp    // of the index; Terms and Taken are ignored
	Manifests []string // relative to the project's root, slash-separated
	Files     string   // a digest of the manifests' stamps and the program's version
	Packages  int      // in the entry
}

// Equal reports whether now describes the same state of all files.
func (r Reading) Equal(now Reading) bool {
	return r.Base.Index == now.Base.Index && r.Base.WAL == now.Base.WAL && r.Base.Index != (FileStamp{}) &&
		r.Files == now.Files && slices.Equal(r.Manifests, now.Manifests)
}

// Readings keeps the readings of projects. They only save work: a scan does not
// open indexes that have not changed. A catalog may keep none: then Readings
// returns nothing and PutReadings does nothing. Neither changes Version.
type Readings interface {
	// Readings returns the kept readings of some projects.
	Readings(ctx context.Context, ids []ProjectID) (map[ProjectID]Reading, error)

	// PutReadings keeps readings. It ignores unknown ids.
	PutReadings(ctx context.Context, of map[ProjectID]Reading) error
}
