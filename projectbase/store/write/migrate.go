package write

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"codegraph/projectbase"
	"codegraph/projectbase/store"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/tables"
)

// Migrate replaces an index of an older schema in dir, which the caller has locked,
// by an index of the present schema with the same metadata and links, but without
// files: each file of the project is new to it and will be indexed again. Migrate
// does nothing for an index of the present schema. Errors wrap
// projectbase.ErrOutdated for an unknown schema, and ErrCorrupt if the schema
// differs from its version; then the index stays unchanged.
func Migrate(ctx context.Context, dir string) error {
	present, err := read.Open(ctx, dir)
	if err == nil {
		return present.Close()
	}
	if !errors.Is(err, projectbase.ErrOutdated) {
		return err
	}
	if err := startAnew(ctx, dir); err != nil {
		return fmt.Errorf("bring the index in %s up to date: %w", dir, err)
	}
	return nil
}

func startAnew(ctx context.Context, dir string) error {
	m, err := oldMetadata(dir)
	if err != nil {
		return err
	}
	b, err := Create(ctx, dir)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := b.Finish(ctx, store.Inventory{}, m); err != nil {
		return err
	}
	return b.Publish(ctx) // copies the links
}

// oldMetadata returns the metadata of an older index, after checking its schema.
// They name no extractor version, so that nothing counts as indexed.
func oldMetadata(dir string) (store.Metadata, error) {
	c, err := database.Connect(dir, filepath.Join(dir, store.FileName), database.ReadParams...)
	if err != nil {
		return store.Metadata{}, err
	}
	defer c.Close()
	if err := c.VerifyOld(); err != nil {
		return store.Metadata{}, err
	}
	m, err := tables.Metadata(c)
	m.ExtractorVersion = ""
	return m, err
}
