package index

import (
	"context"
	"errors"

	"codegraph/projectbase"
)

// Edit names a file to bring up to date, and the lines that changed. The lines
// are a hint: the whole file is compared.
type Edit struct {
	File     projectbase.Path
	From, To uint32 // 1-based, both included; 0 for the whole file
}

// UpdateOptions are the settings of Update and Remove.
type UpdateOptions struct {
	Atomic bool // an error of one file leaves the base as it was
	Wait   Wait
}

// Update brings the named files up to date in one transaction and reports on
// each, in the order of edits. A file that cannot be updated has its error in
// its report; the error that is returned concerns all of them.
func (x *Indexer) Update(ctx context.Context, p Project, edits []Edit, opts UpdateOptions) ([]UpdateReport, error) {
	return nil, errors.ErrUnsupported
}

// Remove drops the named files in one transaction and reports on each, in the
// order of files. A file that still exists is also excluded by the
// configuration, so that it does not come back.
func (x *Indexer) Remove(ctx context.Context, p Project, files []projectbase.Path, opts UpdateOptions) ([]RemoveReport, error) {
	return nil, errors.ErrUnsupported
}
