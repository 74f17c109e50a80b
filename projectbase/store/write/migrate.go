package write

import (
	"context"
	"errors"
	"fmt"

	"codegraph/projectbase"
	"codegraph/projectbase/store/database"
	"codegraph/projectbase/store/read"
	"codegraph/projectbase/store/tables"
)

// Migrate brings the index in dir, which the caller has locked, from an older
// schema to the present one. The content stays, but the metadata has no
// extractor version afterwards, so that the next update extracts every file
// again. An index with the present schema does not change. Errors wrap
// projectbase.ErrOutdated if there is no migration, and ErrCorrupt if the
// schema differs from that of its version; then the index does not change.
func Migrate(ctx context.Context, dir string) error {
	present, err := read.Open(ctx, dir)
	if err == nil {
		return present.Close()
	}
	if !errors.Is(err, projectbase.ErrOutdated) {
		return err
	}
	if err := migrateCopy(ctx, dir); err != nil {
		return fmt.Errorf("migrate the index in %s: %w", dir, err)
	}
	return nil
}

func migrateCopy(ctx context.Context, dir string) error {
	b, err := copyOf(dir, dir)
	if err != nil {
		return err
	}
	defer b.Close()
	if err := b.c.VerifyOld(); err != nil {
		return err
	}
	err = b.c.Close()
	b.c = nil
	if err != nil {
		return err
	}
	if err := database.ApplyMigrations(ctx, dir, b.path, database.CopyParams); err != nil {
		return err
	}
	if b.c, err = database.Connect(dir, b.path, database.CopyParams...); err != nil {
		return err
	}
	if err := b.c.Verify(); err != nil {
		return err
	}
	m, err := tables.Metadata(b.c)
	if err != nil {
		return err
	}
	m.ExtractorVersion = ""
	if err := b.restate(m); err != nil {
		return err
	}
	return b.copyOver()
}
