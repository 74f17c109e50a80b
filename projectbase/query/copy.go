package query

import (
	"context"

	"codegraph/projectbase/store/read"
)

// A copy is an index without its source files, for example one that was sent
// to another machine. It is opened without a root. Its matches have no text.

// Copy reports whether the index is a copy without source files.
func (b *Index) Copy() bool { return b.root == "" }

// Ship writes a copy of the index to index.db in dir. dir must exist and have
// no index.
func (b *Index) Ship(ctx context.Context, dir string) error {
	return read.Ship(ctx, dir, b.store.Dir())
}
