package query

import (
	"context"

	"codegraph/projectbase/store/read"
)

// A copy is a base without the files that it was made of: one that was sent to
// another machine. It is opened with no root; its matches have no text.

// Copy reports whether the index is a copy without source files.
func (b *Index) Copy() bool { return b.root == "" }

// Ship writes a copy of the index as index.db into dir, which exists and has
// none.
func (b *Index) Ship(ctx context.Context, dir string) error {
	return read.Ship(ctx, dir, b.store.Dir())
}
