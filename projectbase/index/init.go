package index

import (
	"context"
	"errors"
)

// InitOptions are the settings of Init. Those that are not zero are remembered
// in the configuration of the base.
type InitOptions struct {
	Name      string   // name of the project; "" keeps the present one, at first the root's base name
	Languages []string // ids; nil keeps the present ones, at first all
	Exclude   []string // globs to add to those of the configuration
	Include   []string
	Rebuild   bool // read every file anew
	Progress  Progress
	Wait      Wait
}

// Init makes the base of a project, or brings a sound one up to date. Errors
// wrap projectbase.ErrNothing where no file can be indexed, ErrReadOnly where
// the base cannot be written, ErrForeign and ErrTooNew for an index.db that
// must not be touched, ErrUsage for options that make no sense; a
// *projectbase.BusyError says that somebody else is at it. On any error the
// base is as it was.
func (x *Indexer) Init(ctx context.Context, p Project, opts InitOptions) (*Report, error) {
	return nil, errors.ErrUnsupported
}

// SyncOptions are the settings of Sync.
type SyncOptions struct {
	Progress Progress
	Wait     Wait
	// Git limits the work to what git says differs between two commits, where
	// To may be "" for the working tree.
	Git      bool
	From, To string
}

// Sync brings an existing base up to date with the files. Without a base the
// error wraps projectbase.ErrNotIndexed.
func (x *Indexer) Sync(ctx context.Context, p Project, opts SyncOptions) (*Report, error) {
	return nil, errors.ErrUnsupported
}
