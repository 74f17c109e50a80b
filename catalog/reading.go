package catalog

import (
	"context"
	"slices"
)

// Reading says from which files a project's entry was made, and how they were:
// as long as they are so, who made it would make the same again.
type Reading struct {
	Base      Stamp    // of the base; Terms and Taken do not matter
	Manifests []string // that the base names; relative to the project's root, slash-separated
	Files     string   // stands for the stamps of the manifests, and for the program that read them
	Packages  int      // that the entry had
}

// Equal reports whether nothing that was read is another thing now.
func (r Reading) Equal(now Reading) bool {
	return r.Base.Index == now.Base.Index && r.Base.WAL == now.Base.WAL && r.Base.Index != (FileStamp{}) &&
		r.Files == now.Files && slices.Equal(r.Manifests, now.Manifests)
}

// Readings keeps what entries were made from. A Store may offer it: it spares
// opening the bases of projects that did not change, and nothing is wrong
// without. Reading and writing it is like the methods of Store; writing leaves
// Version as it is.
type Readings interface {
	// Readings returns what is kept of the projects with those ids.
	Readings(ctx context.Context, ids []ProjectID) (map[ProjectID]Reading, error)

	// PutReadings keeps what the entries of projects were made from. Unknown ids
	// are passed over.
	PutReadings(ctx context.Context, of map[ProjectID]Reading) error
}
