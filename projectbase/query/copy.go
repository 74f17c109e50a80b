package query

import (
	"context"
	"fmt"
	"io"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
)

// A copy is a base without the files that it was made of: one that was sent to
// another machine. It is opened with no root; its matches have no text.

// Copy reports whether the base is a copy.
func (b *Base) Copy() bool { return b.root == "" }

// Ship makes a copy of the base: an index.db in dir, which exists and has none.
func (b *Base) Ship(ctx context.Context, dir string) error {
	return store.Ship(ctx, dir, b.store.Dir())
}

// maxMetadata is the longest text that a copy may say of itself, in bytes.
const maxMetadata = 4096

// Inspect checks a copy that strangers have sent: its database, and whatever is
// packed in it. It returns what the copy says of itself. Errors are those of
// store.Open; what is not well formed is projectbase.ErrCorrupt.
func Inspect(ctx context.Context, dir string) (m store.Metadata, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("inspect the base: %v: %w", p, projectbase.ErrCorrupt)
		}
	}()
	if err := store.Examine(ctx, dir); err != nil {
		return m, err
	}
	b, err := Open(ctx, dir, "")
	if err != nil {
		return m, err
	}
	defer b.Close()
	err = b.view(ctx, "inspect", func(s *store.Snapshot) error {
		m, err = s.Metadata()
		return err
	})
	if err != nil {
		return m, err
	}
	for _, text := range m.Map() {
		if len(text) > maxMetadata {
			return m, fmt.Errorf("its metadata holds a text of %d bytes: %w", len(text), projectbase.ErrCorrupt)
		}
	}
	// To print all is to read all.
	return m, b.Export(ctx, nil, io.Discard)
}
