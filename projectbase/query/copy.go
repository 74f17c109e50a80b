package query

import (
	"context"

	"codegraph/projectbase/store/read"
)

// A copy is a base without the files that it was made of: one that was sent to
// another machine. It is opened with no root; its matches have no text.

// Copy reports whether the base is a copy.
func (b *Index) Copy() bool { return b.root == "" }

// Ship makes a copy of the base: an index.db in dir, which exists and has none.
func (b *Index) Ship(ctx context.Context, dir string) error {
	return read.Ship(ctx, dir, b.store.Dir())
}
