package report

import (
	"context"
	"fmt"
	"io"

	"codegraph/projectbase"
	"codegraph/projectbase/lang"
	"codegraph/projectbase/query"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/read"
)

// maxMetadata bounds a metadata value of a published index, in bytes.
const maxMetadata = 4096

// Inspect checks an untrusted index: its database and all packed values. It
// returns the metadata. Its errors are those of read.Open; malformed content is
// projectbase.ErrCorrupt.
func Inspect(ctx context.Context, dir string, languages *lang.Set) (m store.Metadata, err error) {
	defer func() {
		if p := recover(); p != nil {
			err = fmt.Errorf("inspect the index: %v: %w", p, projectbase.ErrCorrupt)
		}
	}()
	if err := read.Examine(ctx, dir); err != nil {
		return m, err
	}
	b, err := query.Open(ctx, dir, "", languages)
	if err != nil {
		return m, err
	}
	defer b.Close()
	err = b.View(ctx, "inspect", func(s *read.Snapshot) error {
		m, err = s.Metadata()
		return err
	})
	if err != nil {
		return m, err
	}
	for _, text := range m.Map() {
		if len(text) > maxMetadata {
			return m, fmt.Errorf("its metadata has a text of %d bytes: %w", len(text), projectbase.ErrCorrupt)
		}
	}
	// An export reads all content.
	return m, Export(ctx, b, nil, io.Discard)
}
